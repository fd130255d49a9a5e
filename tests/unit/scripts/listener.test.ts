import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary';

/* src/listener.js beside a SvelteKit listener that only prints the variables it would read. */
const folder = temporaryFolder('listener');
copyFileSync(join(import.meta.dirname, '../../../src/listener.js'), join(folder, 'index.js'));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
writeFileSync(
  join(folder, 'sveltekit.js'),
  `globalThis[Symbol.for('quarry.listenerHooks')] = {
    limitConnections: (of) => (of.maxConnections = 7),
    listening() {}
  };
  const listener = { listening: true, off() {}, on() {} };
  export const server = { server: listener };
  process.on('exit', () => console.log(JSON.stringify({ ...process.env, maxConnections: listener.maxConnections })));`
);

async function variablesWith(env: Record<string, string>): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'index.js')], { env });
  return JSON.parse(stdout) as Record<string, string>;
}

test('empty timeouts count as unset', async () => {
  const variables = await variablesWith({ KEEP_ALIVE_TIMEOUT: '', HEADERS_TIMEOUT: '', SHUTDOWN_TIMEOUT: '' });
  expect(variables).toMatchObject({ KEEP_ALIVE_TIMEOUT: '65' });
  expect(variables).not.toHaveProperty('HEADERS_TIMEOUT');
  expect(variables).not.toHaveProperty('SHUTDOWN_TIMEOUT');
});

test.each([
  ['no number', { HEADERS_TIMEOUT: '5s' }],
  ['longer than a timer', { SHUTDOWN_TIMEOUT: '2147484' }]
])('a timeout that is %s ends the start', async (_, env) => {
  const [[name, value]] = Object.entries(env) as [[string, string]];
  await expect(variablesWith(env)).rejects.toMatchObject({
    code: 1,
    stderr: `Quarry cannot start: ${name} must be a number of seconds up to 2147483, not "${value}".\n`
  });
});

test('an older Node ends the start with the version that is needed', async () => {
  const older = `data:text/javascript,${encodeURIComponent(
    `Object.defineProperties(process, { version: { value: 'v22.23.3' }, versions: { value: { node: '22.23.3' } } })`
  )}`;
  await expect(variablesWith({ NODE_OPTIONS: `--import ${older}` })).rejects.toMatchObject({
    code: 1,
    stderr: 'Quarry cannot start: it needs Node 24 or newer, and this is v22.23.3. `npm start` downloads it.\n'
  });
});

test('the longest timeout is passed on', async () => {
  expect(await variablesWith({ SHUTDOWN_TIMEOUT: '2147483' })).toMatchObject({ SHUTDOWN_TIMEOUT: '2147483' });
});

test('sockets that the system passed to the parent process are ignored', async () => {
  const variables = await variablesWith({ LISTEN_PID: '1', LISTEN_FDS: '1' });
  expect(variables).not.toHaveProperty('LISTEN_PID');
  expect(variables).not.toHaveProperty('LISTEN_FDS');
});

test('the listener accepts as many connections as the app says', async () => {
  expect(await variablesWith({})).toMatchObject({ maxConnections: 7 });
});
