import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { limitMs } from '../support/limits';
import { bundledProgram } from '../support/program';
import { temporaryFolder } from '../support/temporary';

/* `npm run node`, as a process. */
const program = await bundledProgram('scripts/node.ts');
const directory = temporaryFolder('node');
const children: ChildProcess[] = [];
const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(child.exitCode)));

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null) continue;
    const end = ended(child);
    child.kill('SIGTERM');
    await end;
  }
});

function start(name: string, ...flags: string[]): ChildProcess {
  const args = [program, '--port', '0', '--data-dir', join(directory, name), '--no-bootstrap', ...flags];
  const child = spawn(process.execPath, args, { stdio: 'pipe', env: { ...process.env, SVC_API_PASSWORD: '' } });
  children.push(child);
  return child;
}

/** The error message, without a stack trace, of a process that ends with status 1. */
async function refusal(child: ChildProcess): Promise<string> {
  const [message, status] = await Promise.all([text(child.stderr!), ended(child)]);
  expect(message).not.toContain('    at ');
  expect(status).toBe(1);
  return message;
}

/** The rest of the line that starts with this word. */
async function printed(child: ChildProcess, word: string): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const [first, value] = line.split(/ +/);
    if (first === word) return value!;
  }
  throw new Error(`it ended without a line ${word}: ${await text(child.stderr!)}`);
}

test(
  'nodes listen for peers and dial them according to their flags; a new development chain uses the peer’s genesis',
  { timeout: limitMs(60_000) },
  async () => {
    const peer = await printed(start('one', '--listen', '127.0.0.1:0'), 'Peers');
    await printed(start('two', '--peer', peer), 'Node');
    // Without a response, there is no genesis to adopt.
    const three = start('three', '--peer', '127.0.0.1:1');
    const [said, status] = await Promise.all([text(three.stderr!), ended(three)]);
    expect(status).toBe(1);
    // The reason, without a stack trace.
    expect(said).toMatch(/^cannot connect to 127\.0\.0\.1:1: /m);
    expect(said).not.toContain('    at ');
    await printed(start('four', '--peer', '127.0.0.1:1', '--no-peers'), 'Node');
  }
);

test.each([
  ['--bogus', /Run npm run node -- --help for a list of options/],
  ['--peer=nowhere', /^--peer must be a list of host:port/],
  ['--checkpoint=high', /^--checkpoint must be/],
  ['--port=abc', /^--port must be a number from 1 to 65535, or 0 for a free port, not "abc"/],
  ['--port=65536', /^--port must be a number/],
  ['--network=missing.json', /missing\.json cannot be read: ENOENT/],
  ['--check', /^there is no chain to check: .*chain\.sqlite does not exist/]
])('the flag %s is rejected with a reason', { timeout: limitMs(60_000) }, async (flag, reason) => {
  const child = start('refused', flag);
  expect(await refusal(child)).toMatch(reason);
});

test('flags that contradict each other are rejected', { timeout: limitMs(60_000) }, async () => {
  expect(await refusal(start('both', '--reset', '--repair'))).toMatch(/^--reset deletes the chain that --repair would/);
  expect(await refusal(start('both', '--check', '--reset'))).toMatch(/^--check changes nothing/);
});

test('a file in place of the data folder is reported with the flag', { timeout: limitMs(60_000) }, async () => {
  writeFileSync(join(directory, 'file'), '');
  expect(await refusal(start('file'))).toMatch(
    /^the data folder cannot be used .* Choose another one with --data-dir\.$/m
  );
});

test('a port and a folder in use are reported', { timeout: limitMs(60_000) }, async () => {
  const address = await printed(start('holder'), 'Node');
  const port = new URL(address).port;
  expect(await refusal(start('other', '--port', port))).toMatch(/^port \d+ on 127\.0\.0\.1 is already in use/);
  const inUse =
    /is in use by another instance of Quarry \(process \d+\)\. Stop it, or choose another folder with --data-dir\./;
  expect(await refusal(start('holder'))).toMatch(inUse);
  expect(await refusal(start('holder', '--check'))).toMatch(inUse);
});

test('an empty password variable does not open the node to everyone', { timeout: limitMs(60_000) }, async () => {
  const child = start('unset');
  expect(await printed(child, 'Node')).toBeTruthy();
  expect(readFileSync(join(directory, 'unset', 'apipassword'), 'utf8')).toMatch(/^[0-9a-f]{32}\n$/);
});
