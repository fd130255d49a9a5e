import { randomBytes } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openRevokedSessions } from '$lib/server/auth/revokedSessions';
import { openConnections } from '$lib/server/connections/store';
import { openNetworkChoice } from '$lib/server/networkChoice';
import { FolderFiles } from '$lib/server/node/host/storage/folderFiles';
import { payoutKey } from '$lib/server/node/mining/payout';
import { startProblem } from '$lib/server/startProblem';
import { temporaryFolder } from '../../support/temporary';

// Every JSON file that the server stores (docs/operating.md).
const folder = temporaryFolder('files');
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
});

const START = { id: 'start', name: 'This node', daemon: { url: 'http://127.0.0.1:9980' } };
const CONNECTION = { name: 'Cellar', wallet: { url: 'http://127.0.0.1:9990/api' } };

interface KeptFile {
  readonly name: string;
  /** The content of the file, as the rest of the server reads it. */
  readonly read: (path: string) => unknown;
  readonly change: (path: string) => void;
  /** The format before files had versions, and its content. */
  readonly old: { readonly text: string; readonly says: unknown };
  /** The advice if a newer Quarry wrote the file; undefined if the file is optional. */
  readonly ifNewer: RegExp | undefined;
  readonly ifDamaged: RegExp | undefined;
}

const FILES: readonly KeptFile[] = [
  {
    name: 'ended-sessions.json',
    read: (path) => {
      const sessions = openRevokedSessions(path, () => 0);
      return ['one', 'two'].filter((id) => sessions.has(id));
    },
    change: (path) => openRevokedSessions(path, () => 0).add('two', 2e12),
    old: { text: '[["one",1893456000000]]', says: ['one'] },
    ifNewer: /Start the version that wrote it, or delete it together with session\.key/,
    ifDamaged: /Delete it together with session\.key/
  },
  {
    name: 'connections.json',
    read: (path) =>
      openConnections(path, START)
        .all()
        .slice(1)
        .map(({ name }) => name),
    change: (path) => {
      const store = openConnections(path, START);
      store.add({ ...CONNECTION, name: `Attic ${store.all().length}` });
    },
    old: { text: JSON.stringify([{ ...CONNECTION, id: 'c0ffee' }]), says: ['Cellar'] },
    ifNewer: /Start the version that wrote it, or move it elsewhere/,
    ifDamaged: /Move it elsewhere: Quarry then starts without its connections/
  },
  {
    name: 'network.json',
    read: (path) => openNetworkChoice(path).network,
    change: (path) => openNetworkChoice(path).choose('main'),
    old: { text: '{"network":"zen"}\n', says: 'zen' },
    ifNewer: /Start the version that wrote it, or move it elsewhere/,
    ifDamaged: undefined
  },
  {
    name: 'quarry-folder.json',
    read: () => new FolderFiles(folder).label(),
    change: () => new FolderFiles(folder).relabel({ host: 'ed25519:bb', index: 2, capacity: 2n }),
    old: {
      text: '{"note":"A storage folder","host":"ed25519:aa","index":1,"capacity":"18446744073709551616"}',
      says: { host: 'ed25519:aa', index: 1, capacity: 1n << 64n }
    },
    ifNewer: undefined,
    ifDamaged: undefined
  }
];

describe.each(FILES)('$name', ({ name, read, change, old, ifNewer, ifDamaged }) => {
  const path = join(folder, name);
  const problem = (): string | undefined => {
    try {
      read(path);
      return undefined;
    } catch (error) {
      return startProblem(error);
    }
  };
  const versionIn = (): unknown => (JSON.parse(readFileSync(path, 'utf8')) as { version: unknown }).version;

  test('without a version is read, and gets one on its first change', () => {
    writeFileSync(path, old.text);
    expect(read(path)).toMatchObject(old.says as object);
    change(path);
    expect(versionIn()).toBe(1);
    expect(read(path)).not.toEqual(old.says);
    expect(problem()).toBeUndefined();
  });

  test('of a newer version is left unchanged, and the problem says what to do', () => {
    change(path);
    const newer = readFileSync(path, 'utf8').replace('"version": 1', '"version": 2');
    expect(newer).toContain('"version": 2');
    writeFileSync(path, newer);
    if (ifNewer === undefined) expect(read(path)).toBeUndefined();
    else {
      expect(problem()).toContain(`${path} was written by a newer version of Quarry: it has format 2`);
      expect(problem()).toMatch(ifNewer);
    }
    expect(readFileSync(path, 'utf8')).toBe(newer);
  });

  test.each(['', '{', 'null', '7', '"text"', '{"version":1}', '{"version":-1}', '[[]]', '{"version":"1"}'])(
    'containing %j is reported in one line that says what to do',
    (text) => {
      writeFileSync(path, text);
      if (ifDamaged === undefined) return expect(read(path)).toBeUndefined();
      expect(problem()).toContain(`${path} is damaged. `);
      expect(problem()).toMatch(ifDamaged);
      expect(problem()).not.toContain('\n');
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  );

  test('that exists but cannot be read is not treated as missing', () => {
    mkdirSync(path);
    try {
      if (ifNewer === undefined) expect(read(path)).toBeUndefined();
      else expect(() => read(path)).toThrow(expect.objectContaining({ code: 'server/no-file', path }));
    } finally {
      rmdirSync(path);
    }
  });

  test('is replaced atomically: a process that dies while writing leaves the old one', () => {
    change(path);
    const { ino } = statSync(path);
    const before = read(path);
    writeFileSync(`${path}.new`, '{"version": 1, "cut sho');
    expect(read(path)).toEqual(before);
    change(path);
    expect(statSync(path).ino).not.toBe(ino);
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('is not written through a planted symlink', () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'of somebody else');
    symlinkSync(other, `${path}.new`);
    change(path);
    expect(readFileSync(other, 'utf8')).toBe('of somebody else');
    expect(lstatSync(path).isFile()).toBe(true);
  });
});

test('files that reveal sessions or servers are readable by their owner only', () => {
  for (const { name, change } of FILES.slice(0, 3)) {
    change(join(folder, name));
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
});

describe('the seed phrase of the node’s payout key', () => {
  const path = join(folder, 'miner-phrase');
  const WORDS = 'abandon abandon';
  const open = () => payoutKey(folder, (length) => randomBytes(length));

  test('is reported in one line without its words if it is invalid', () => {
    writeFileSync(path, `${WORDS}\n`);
    let problem: string | undefined;
    try {
      open();
    } catch (error) {
      problem = startProblem(error);
    }
    expect(problem).toMatch(/miner-phrase is damaged .*Restore a copy of it/);
    expect(problem).not.toMatch(/\n|abandon/);
    expect(readFileSync(path, 'utf8')).toBe(`${WORDS}\n`);
  });

  test('is created once', () => {
    const { publicKey } = open();
    expect(open().publicKey).toBe(publicKey);
    expect(readdirSync(folder)).toEqual(['miner-phrase']);
  });

  test.each(['', '\n', '\0'.repeat(77)])(
    'is not replaced if the file lost its content, as coins depend on it: %j',
    (left) => {
      writeFileSync(path, left);
      expect(open).toThrow(expect.objectContaining({ code: 'node/damaged-file' }));
      expect(readFileSync(path, 'utf8')).toBe(left);
      expect(readdirSync(folder)).toEqual(['miner-phrase']);
    }
  );
});
