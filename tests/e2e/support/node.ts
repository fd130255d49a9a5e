import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { agentName, OUR_DIALECT, passwordVariable, type Dialect } from '$lib/api/dialect';
import { temporaryFolder } from '../../support/temporary';

const ROOT = join(import.meta.dirname, '../../..');
export const PASSWORD = 'a password for tests';

const dialect = (process.env.QUARRY_DIALECT as Dialect | undefined) ?? OUR_DIALECT;
/** The User-Agent that the node requires. */
export const AGENT = agentName(dialect);

/** A node in its own process. */
export interface RunningNode {
  readonly origin: string;
  /** Stops it and starts it again on the same chain and port. */
  restart(): Promise<void>;
  /** Adds a rival block to its chain. */
  mine(): Promise<void>;
  height(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a healthy node on the network where every hash is a solution. @param flags more flags of `npm run node` */
export async function startNode(flags: readonly string[] = []): Promise<RunningNode> {
  const dataDir = temporaryFolder('daemon');
  const started = await spawnNode(dataDir, '0', flags);
  const { origin } = started;
  let { end } = started;
  const headers = { 'User-Agent': agentName(dialect), Authorization: `Basic ${btoa(`:${PASSWORD}`)}` };
  return {
    origin,
    async restart() {
      await end();
      ({ end } = await spawnNode(dataDir, new URL(origin).port, flags));
    },
    async mine() {
      // On that network the header as served is already a solution.
      const unit = new Uint8Array(await (await fetch(`${origin}/miner/header`, { headers })).arrayBuffer());
      await fetch(`${origin}/miner/header`, { method: 'POST', headers, body: unit.slice(32) });
    },
    async height() {
      const answer = await fetch(`${origin}/consensus`, { headers });
      return ((await answer.json()) as { height: number }).height;
    },
    async stop() {
      await end();
      await rm(dataDir, { recursive: true, force: true });
    }
  };
}

async function spawnNode(
  dataDir: string,
  port: string,
  flags: readonly string[]
): Promise<{ origin: string; end: () => Promise<void> }> {
  const args = ['--import', './scripts/ts.mjs', 'scripts/node.ts', '--port', port, '--network', 'test'];
  const node: ChildProcess = spawn(process.execPath, [...args, '--data-dir', dataDir, ...flags], {
    cwd: ROOT,
    env: { ...process.env, [passwordVariable(dialect)]: PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit']
  });
  const exited = once(node, 'exit');
  let output = '';
  for await (const chunk of node.stdout!) {
    output += String(chunk);
    if (output.includes('Payout')) break;
  }
  const origin = output.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0];
  if (!origin) throw new Error(`the node did not start: ${output}`);
  const end = async () => {
    node.kill('SIGTERM');
    await exited;
  };
  return { origin, end };
}
