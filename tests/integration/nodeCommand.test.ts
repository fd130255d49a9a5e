import { spawn, type ChildProcess } from 'node:child_process';
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
  const child = spawn(process.execPath, args, { stdio: 'pipe' });
  children.push(child);
  return child;
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
  ['--peer=nowhere', /QUARRY_PEERS must be a list of host:port/],
  ['--checkpoint=high', /QUARRY_CHECKPOINT must be/]
])('the flag %s is rejected with a reason', { timeout: limitMs(60_000) }, async (flag, reason) => {
  const child = start('refused', flag);
  const [message, status] = await Promise.all([text(child.stderr!), ended(child)]);
  expect(message).toMatch(reason);
  expect(status).toBe(1);
});
