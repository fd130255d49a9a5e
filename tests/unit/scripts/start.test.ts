import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from '$lib/server/config';
import { buildApp, isBuildNoise } from '../../../scripts/run/build.mjs';
import { npmCommand, pinnedNode, requireIntegrity } from '../../../scripts/run/node24.mjs';
import { helpText, START_OPTIONS } from '../../../scripts/run/options.mjs';
import { reachesChildren } from '../../../scripts/run/process.mjs';
import { portProblem, readStartSettings, serverEnvironment, type StartSettings } from '../../../scripts/run/start.mjs';
import { temporaryFolder } from '../../support/temporary';

const root = resolve('/opt/quarry');
const cwd = resolve('/home/person');

function settings(args: string[], env: NodeJS.ProcessEnv = {}, envFile: NodeJS.Dict<string> = {}): StartSettings {
  const read = readStartSettings(args, { env, envFile, cwd, root });
  if ('help' in read) throw new Error('unexpected help output');
  return read;
}

test('--help prints one line per option, and ignores everything else', () => {
  const read = readStartSettings(['--help'], { env: { QUARRY_PORT: 'x' }, envFile: {}, cwd, root });
  expect(read).toEqual({ help: helpText('npm start --', START_OPTIONS) });
  const lines = 'help' in read ? read.help.trim().split('\n') : [];
  expect(lines.filter((line) => line.startsWith('  --'))).toHaveLength(START_OPTIONS.length + 1);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
});

test('every flag sets its variable of the server', () => {
  const example = { port: '5000', host: 'localhost', 'data-dir': '/x', network: 'zen', dialect: 'sia' };
  const rest = { peer: '127.0.0.1:1', listen: '127.0.0.1:2', checkpoint: 'published', 'keep-blocks': '400' };
  const folder = temporaryFolder('start');
  const shared = { 'session-key-file': join(folder, 'keys'), connections: join(folder, 'connections.json') };
  writeFileSync(shared['session-key-file'], 'd4'.repeat(32));
  writeFileSync(shared.connections, '[]');
  const webhook = { webhook: 'http://127.0.0.1:3/hook', 'webhook-event': 'alert' };
  const values: Readonly<Record<string, string>> = { ...example, ...rest, ...shared, ...webhook };
  const args = START_OPTIONS.flatMap(({ name, value }) => (value ? [`--${name}`, values[name]!] : [`--${name}`]));
  const withoutFlags = (...left: string[]) => settings(args.filter((flag) => !left.includes(flag))).variables;
  const variables = withoutFlags('--no-peers', '--repair');
  // Secrets have no flag.
  const secret = { QUARRY_WEBHOOK_SECRET: 'a secret of the receiver' };
  expect(readConfig({ ...variables, ...secret })).toMatchObject({
    host: 'localhost',
    webhook: { url: new URL('http://127.0.0.1:3/hook'), events: new Set(['alert']) },
    port: 5000,
    dataDir: resolve('/x'),
    replica: { sessionKeys: ['d4'.repeat(32)], connections: { text: '[]', source: shared.connections } },
    node: {
      network: 'zen',
      dialect: 'sia',
      peers: { peers: ['127.0.0.1:1'], listen: '127.0.0.1:2', discover: false },
      checkpoint: 'published',
      checkAllSignatures: true,
      keepBlocks: 400,
      reset: true,
      repair: false
    }
  });
  // Neither a node without peers, nor a repair, goes together with the flags above.
  const others = readConfig({ ...withoutFlags('--reset'), ...secret }).node;
  expect(others).toMatchObject({ peers: undefined, reset: false, repair: true });
});

test('a flag overrides the environment, which overrides .env', () => {
  const env = { QUARRY_PORT: '2' };
  const file = { QUARRY_PORT: '3', QUARRY_DIALECT: 'sia' };
  expect(settings(['--port', '1'], env, file).port).toBe(1);
  expect(settings([], env, file).port).toBe(2);
  expect(settings([], {}, file)).toMatchObject({ port: 3, variables: { QUARRY_DIALECT: 'sia' } });
  expect(settings(['--peer', 'a:1', '--peer', 'b:2']).variables.QUARRY_PEERS).toBe('a:1,b:2');
});

test('a relative path is resolved from the working directory, one in .env from that file', () => {
  expect(settings(['--data-dir', 'chain']).variables.QUARRY_DATA_DIR).toBe(resolve(cwd, 'chain'));
  expect(settings([], { QUARRY_DATA_DIR: 'chain' }).variables.QUARRY_DATA_DIR).toBe(resolve(cwd, 'chain'));
  expect(settings([], {}, { QUARRY_DATA_DIR: 'chain' }).variables.QUARRY_DATA_DIR).toBe(resolve(root, 'chain'));
  expect(settings([], { QUARRY_CONNECTIONS: '[]' }).variables.QUARRY_CONNECTIONS).toBe('[]');
  expect(settings(['--network', 'my.json']).variables.QUARRY_NETWORK).toBe(resolve(cwd, 'my.json'));
  expect(settings(['--network', 'zen']).variables.QUARRY_NETWORK).toBe('zen');
});

test.each<[string[], NodeJS.ProcessEnv, RegExp]>([
  [['--port', '0'], {}, /^--port must be/],
  [[], { QUARRY_PORT: 'x' }, /^QUARRY_PORT must be/],
  [['--network', 'moon'], {}, /^--network must be one of main/],
  [[], { QUARRY_NETWORK: 'moon' }, /^QUARRY_NETWORK must be/],
  [['--bogus'], {}, /'--bogus'.*\nRun npm start -- --help for a list of options/]
])('%j with %j reports the offending setting', (args, env, problem) => {
  expect(() => settings(args, env)).toThrow(problem);
});

test('the server receives the flags behind its variables, both given and unset', () => {
  const { flags } = settings(['--data-dir', 'x'], { QUARRY_PEERS: 'nowhere' });
  expect(flags).toMatchObject({ QUARRY_DATA_DIR: '--data-dir', QUARRY_LISTEN: '--listen' });
  expect(flags).not.toHaveProperty('QUARRY_PEERS');
});

test('a privileged port is not reported as in use', () => {
  expect(portProblem('free', '127.0.0.1', 80)).toBeUndefined();
  expect(portProblem('taken', '127.0.0.1', 80)).toMatch(/already in use/);
  expect(portProblem('forbidden', '127.0.0.1', 80)).toMatch(/no permission .*below 1024/);
  expect(portProblem('forbidden', '127.0.0.1', 5000)).not.toMatch(/in use|1024/);
});

test('npm runs as its script, including on Windows, where it is a batch file', () => {
  const exists = (path: string) => path.endsWith('npm-cli.js');
  const none = () => false;
  const windows = { platform: 'win32', execPath: 'C:\\Program Files\\nodejs\\node.exe' } as const;
  const linux = { platform: 'linux', execPath: '/usr/bin/node' } as const;
  expect(npmCommand({ ...windows, env: {}, exists })).toEqual([
    windows.execPath,
    'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js'
  ]);
  expect(npmCommand({ ...windows, env: { ComSpec: 'C:\\cmd.exe' }, exists: none })).toEqual([
    ...['C:\\cmd.exe', '/d', '/s', '/c', 'npm']
  ]);
  expect(npmCommand({ ...linux, env: { npm_execpath: '/lib/npm/bin/npm-cli.js' }, exists })).toEqual([
    linux.execPath,
    '/lib/npm/bin/npm-cli.js'
  ]);
  // Another package manager's script is not npm's.
  expect(npmCommand({ ...linux, env: { npm_execpath: '/lib/yarn.js' }, exists: none })).toEqual(['npm']);
});

test('on Windows, an interrupt has already reached the children', () => {
  expect([reachesChildren('win32'), reachesChildren('linux'), reachesChildren('darwin')]).toEqual([true, false, false]);
});

test('the downloaded Node must have the known hash', () => {
  const bytes = new TextEncoder().encode('node');
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  expect(() => requireIntegrity(bytes, integrity, 'node')).not.toThrow();
  expect(() => requireIntegrity(bytes.slice(1), integrity, 'node@24')).toThrow(
    /node@24 does not match its pinned hash/
  );
  const known = ['linux-x64', 'linux-arm64', 'win32-x64'].map((name) => name.split('-') as [string, string]);
  const hashes = known.map(([platform, arch]) => pinnedNode(platform, arch)?.integrity);
  expect(new Set(hashes).size).toBe(known.length);
  for (const hash of hashes) expect(hash).toMatch(/^sha512-[\w+/]{86}==$/);
  expect(pinnedNode('darwin', 'arm64')).toBeUndefined();
});

test.each([
  ['', true],
  ['\u001b[32m✓ 3 modules transformed.\u001b[39m', true],
  ['Generated an empty chunk: "chunks/env.js".', true],
  ['"node:sqlite" is imported by "x.js", but could not be resolved – treating it as an external dependency.', true],
  ['"left-pad" is imported by "x.js", but could not be resolved – treating it as an external dependency.', false],
  ['src/lib/a.ts (3:1): "b" is not exported by "c"', false],
  ['Error: x', false]
])('in build output, the line %j is left out: %s', (line, isLeftOut) => {
  expect(isBuildNoise(line)).toBe(isLeftOut);
});

test.each(['#', '?'])('a folder with %s in its path is refused before Vite fails on it', async (character) => {
  const folder = join(temporaryFolder('build'), `a${character}b`);
  mkdirSync(join(folder, 'src'), { recursive: true });
  await expect(buildApp(folder, process.execPath, process.env)).rejects.toThrow(
    `Quarry cannot be built in a folder with # or ? in its path: ${folder}`
  );
});

test('a build whose sources changed meanwhile fails, and the next start builds again', async () => {
  const folder = temporaryFolder('build');
  const bin = join(folder, 'node_modules', 'vite', 'bin');
  for (const path of [bin, join(folder, 'build'), join(folder, 'src')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, 'src', 'page.ts'), '1');
  writeFileSync(
    join(bin, 'vite.js'),
    `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'src', 'page.ts'))}, '2')`
  );
  await expect(buildApp(folder, process.execPath, process.env)).rejects.toThrow(
    'files of Quarry changed during the build; run this again'
  );
  expect(existsSync(join(folder, 'build', '.sources'))).toBe(false);
});

test.each(['DAEMON_URL', 'WALLET_URL'])(
  'a flag of the embedded node beside %s, which turns it off, is refused',
  (url) => {
    const env = { [url]: 'http://127.0.0.1:9980' };
    const problem = `--network is for the embedded node, which ${url} turns off; leave out one of the two`;
    expect(() => settings(['--network', 'zen'], env)).toThrow(problem);
    expect(() => settings(['--network', 'zen'], {}, env)).toThrow(problem);
    expect(settings(['--port', '5000'], { ...env, QUARRY_NETWORK: 'zen' }).port).toBe(5000);
  }
);

test.each([
  [undefined, '3'],
  ['', '3'],
  ['9', '9']
])('a shutdown timeout of %j becomes %s seconds', (SHUTDOWN_TIMEOUT, expected) => {
  expect(serverEnvironment({ SHUTDOWN_TIMEOUT }, settings([]), 5000)).toMatchObject({ SHUTDOWN_TIMEOUT: expected });
});

test('npm says why Node could not be downloaded', () => {
  const script = pathToFileURL(resolve('scripts/run/node24.mjs')).href;
  const fetching = `const { fetchNode, npmCommand } = await import('${script}');
    const { platform, execPath, env } = process;
    fetchNode(env.ROOT, npmCommand({ platform, execPath, env, exists: (await import('node:fs')).existsSync }));`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', fetching], {
    env: {
      ...process.env,
      ROOT: temporaryFolder('start'),
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_fetch_retries: '0'
    },
    encoding: 'utf8'
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain('ECONNREFUSED');
});
