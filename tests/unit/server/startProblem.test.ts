import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readConfig } from '$lib/server/config';
import { openRevokedSessions } from '$lib/server/auth/revokedSessions';
import { createNode } from '$lib/server/node/node';
import { secretFromFile } from '$lib/server/secretFile';
import { listenProblem, startProblem, withFlagNames } from '$lib/server/startProblem';
import { temporaryFolder } from '../../support/temporary';

const folder = temporaryFolder('start');

/** The system's temporary folder is writable by all, which would be refused for a different reason. */
function folderIn(parent: string): string {
  const path = join(parent, 'session.key');
  mkdirSync(path);
  return path;
}
const notFolder = join(folder, 'file');
writeFileSync(notFolder, 'x'.repeat(200));

/** Without advice about a repair or a new chain. */
const FULL = /^The disk that holds the data folder is full\. Free some space; nothing was changed\.$/;

async function listenTwice(): Promise<Error> {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const second = createServer().listen(first.address());
  const [error] = (await once(second, 'error')) as [Error];
  first.close();
  return error;
}

function thrownBy(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

test.each<[string, () => unknown, RegExp]>([
  ['a setting', () => thrownBy(() => readConfig({ QUARRY_PORT: 'x' })), /^QUARRY_PORT must be/],
  [
    'a data folder that is a file',
    () => thrownBy(() => secretFromFile(join(notFolder, 'k'), 16)),
    /data folder.*QUARRY_DATA_DIR/
  ],
  ...['', '{', '{}', 'null', '[1]', '[["a"]]', '[["a","b"]]'].map((text): [string, () => unknown, RegExp] => [
    `ended sessions that read ${text || 'nothing'}`,
    () => {
      const path = join(folder, 'ended-sessions.json');
      writeFileSync(path, text);
      return thrownBy(() => openRevokedSessions(path, Date.now));
    },
    /ended-sessions\.json is damaged.*session\.key/
  ]),
  [
    'a folder instead of a secret file',
    () => thrownBy(() => secretFromFile(folderIn(folder), 16)),
    /^\S+ is a folder, but must be a file/
  ],
  [
    'a folder instead of the ended sessions',
    () => thrownBy(() => openRevokedSessions(folder, Date.now)),
    /^\S+ is a folder, but must be a file/
  ],
  [
    'an invalid chain file',
    () => thrownBy(() => new DatabaseSync(notFolder).exec('PRAGMA journal_mode = WAL')),
    /file is not a database.*--repair.*--reset/
  ],
  ['a full disk', () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }), FULL],
  [
    'a chain file on a full disk',
    () => {
      const database = new DatabaseSync(':memory:');
      database.exec('PRAGMA max_page_count = 2; CREATE TABLE a (b)');
      return thrownBy(() => database.exec('CREATE TABLE c (d)'));
    },
    FULL
  ]
])('%s is reported in one line that says what to do', (_, fail, words) => {
  const problem = startProblem(fail());
  expect(problem).toMatch(words);
  expect(problem).not.toContain('\n');
});

test('so is a port in use', async () => {
  expect(listenProblem(await listenTwice())).toMatch(/EADDRINUSE.*QUARRY_PORT/);
});

test('so is an unknown host name', async () => {
  const [error] = (await once(createServer().listen(0, 'no-such-host.invalid'), 'error')) as [Error];
  expect(listenProblem(error)).toMatch(/cannot listen .*no-such-host\.invalid.*QUARRY_HOST/);
});

test('a peer port in use is reported with its own setting', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const node = createNode({
    network: 'test',
    dataDir: join(folder, 'node'),
    password: '',
    peers: { listen: `127.0.0.1:${port}`, peers: [], discover: false }
  });
  const problem = startProblem(await node.catch((error: unknown) => error));
  expect(problem).toMatch(/EADDRINUSE.*QUARRY_LISTEN$/);
  taken.close();
});

test('a privileged port is not reported as in use', () => {
  const refused = Object.assign(new Error('listen EACCES: permission denied 127.0.0.1:80'), {
    syscall: 'listen',
    code: 'EACCES'
  });
  expect(listenProblem(refused)).toMatch(/no permission.*1024.*QUARRY_PORT/);
});

test('a problem names the flag if one was given instead of the variable', () => {
  const flags = JSON.stringify({ QUARRY_DATA_DIR: '--data-dir' });
  const problem = startProblem(thrownBy(() => secretFromFile(join(notFolder, 'k'), 16)))!;
  expect(withFlagNames(problem, flags)).toMatch(/Choose another one with --data-dir\.$/);
  expect(withFlagNames(problem, undefined)).toBe(problem);
  expect(withFlagNames('QUARRY_PORT must be', flags)).toBe('QUARRY_PORT must be');
});

test('a programming error keeps its stack', () => {
  const fault = new TypeError('x is not a function');
  expect([startProblem(fault), listenProblem(fault)]).toEqual([undefined, undefined]);
});

test('a coded error without a file is a programming error', () => {
  expect(startProblem(Object.assign(new Error('no'), { code: 'ERR_INVALID_ARG_TYPE' }))).toBeUndefined();
});
