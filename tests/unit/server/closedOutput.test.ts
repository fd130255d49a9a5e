import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

/** Reports uncaught exceptions like the server; prints when told to, and then sends how many there were. */
const PROGRAM = `
  import { ignoreClosedOutput } from '$lib/server/closedOutput';
  ignoreClosedOutput();
  let count = 0;
  process.on('uncaughtException', (error) => {
    count++;
    process.stderr.write(error.stack + '\\n');
  });
  process.on('message', () => {
    process.stdout.write('a line\\n');
    process.stderr.write('a line\\n');
    setTimeout(() => process.send({ count }), 50);
  });
  process.send('ready');
`;

test('printing after the output was closed causes no exceptions', async () => {
  const loader = new URL('../../../scripts/ts.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', loader, '--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  });
  try {
    await once(child, 'message');
    child.stdout!.destroy();
    child.stderr!.destroy();
    child.send('print');
    const [answer] = (await once(child, 'message')) as [unknown];
    expect(answer).toEqual({ count: 0 });
  } finally {
    child.kill('SIGKILL');
  }
});
