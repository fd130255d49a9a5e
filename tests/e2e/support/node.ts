import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUR_DIALECT, passwordVariable, type Dialect } from '../../../src/lib/api/dialect';

const ROOT = join(import.meta.dirname, '../../..');
export const PASSWORD = 'a password for tests';

const dialect = (process.env.QUARRY_DIALECT as Dialect | undefined) ?? OUR_DIALECT;

/** A healthy node on a port, on the network whose every hash wins. */
export async function startNode(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quarry-daemon-'));
  const args = ['--import', './scripts/ts.mjs', 'scripts/devnode.ts', '--port', '0', '--network', 'test'];
  const node: ChildProcess = spawn(process.execPath, [...args, '--data-dir', dataDir], {
    cwd: ROOT,
    env: { ...process.env, [passwordVariable(dialect)]: PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit']
  });
  const exited = once(node, 'exit');
  let output = '';
  for await (const chunk of node.stdout!) {
    output += String(chunk);
    if (output.includes('Mined to')) break;
  }
  const origin = output.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0];
  if (!origin) throw new Error(`the node did not start: ${output}`);
  const stop = async () => {
    node.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  return { origin, stop };
}
