/**
 * A new node syncing from another over loopback, each in its own process, also V1 blocks alone; propagation of a block
 * along a line of three nodes; and a start from a checkpoint. QUARRY_BENCH_BLOCKS shortens the chains, which take minutes
 * to generate once.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Generation } from '$lib/chain/transaction/generation';
import { chainDirectory, chainFile } from '$lib/server/node/dataFolder';
import { ChainStore } from '$lib/server/node/store/store';
import { figureOf, type Figure, type Measurement } from './figures.ts';
import { generateChain } from './sync/generateChain.ts';
import { presetOf } from './sync/presetOf.ts';
import { relayFigures } from './sync/relay.ts';

/** Task of the syncing process. */
export interface FollowTask {
  readonly address: string;
  readonly tip: ChainIndex;
  readonly generation: Generation;
  readonly isAssumedValid: boolean;
  readonly checkpoint?: ChainIndex;
}

/** Resources used. */
export interface FollowReport {
  readonly seconds: number;
  /** All threads. */
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  /** CPU seconds at every thousandth block. */
  readonly marks: readonly (readonly [height: number, cpuSeconds: number])[];
}

const BLOCKS = Number(process.env.QUARRY_BENCH_BLOCKS ?? 20_000);
const V1_BLOCKS = Math.floor(BLOCKS / 4);
const SEED = 1;
/** Blocks between the checkpoint and the peer's tip. */
const LEAD = 2_000;
const PART = 1_000;
const root = join(import.meta.dirname, '..');

export const measure: Measurement = async ({ runs }) => {
  const [checked, assumed, instant] = await following('v2', BLOCKS, async (follow, { checkpoint }) => [
    await follow({ isAssumedValid: false }),
    await follow({ isAssumedValid: true }),
    await follow({ isAssumedValid: false, checkpoint })
  ]);
  const [v1] = await following('v1', V1_BLOCKS, async (follow) => [await follow({ isAssumedValid: true })]);
  return [...syncFigures(checked!, assumed!, instant!), ...v1Figures(v1!), ...(await relayFigures(runs))];
};

type Follow = (task: Pick<FollowTask, 'isAssumedValid' | 'checkpoint'>) => Promise<FollowReport>;

/** Starts a node with a chain, for nodes that sync from it. */
async function following(
  generation: Generation,
  blocks: number,
  work: (follow: Follow, at: { readonly checkpoint: ChainIndex }) => Promise<FollowReport[]>
): Promise<FollowReport[]> {
  const dataDir = join(root, '.cache', 'bench', `sync-${generation}-${blocks}-${SEED}`);
  const path = chainFile(chainDirectory(dataDir, presetOf(generation)));
  if (!existsSync(path)) await generateWhole(path, blocks, generation);
  const { tip, checkpoint } = indices(path);
  const server = start('serve.ts', dataDir, generation);
  try {
    const address = await firstLine(server);
    const follow: Follow = async (task) => {
      const whole: FollowTask = { address, tip, generation, ...task };
      return JSON.parse(await firstLine(start('follow.ts', JSON.stringify(whole)))) as FollowReport;
    };
    return await work(follow, { checkpoint });
  } finally {
    server.kill();
  }
}

/** Generates into a temporary file: a partial chain must not be mistaken for the complete one. */
async function generateWhole(path: string, blocks: number, generation: Generation): Promise<void> {
  const part = `${path}.part`;
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${part}${suffix}`, { force: true });
  await generateChain(part, blocks, SEED, generation);
  renameSync(part, path);
}

function indices(path: string): { readonly tip: ChainIndex; readonly checkpoint: ChainIndex } {
  const store = new ChainStore(path);
  const tip = store.blocks.tip()!;
  const height = Math.max(2, tip.height - LEAD);
  const checkpoint = { height, id: store.blocks.bestAt(height)! };
  store.close();
  return { tip, checkpoint };
}

function start(script: string, ...given: readonly string[]): ChildProcess {
  // The flags that the server is started with.
  const flags = ['--max-semi-space-size=16', '--heap-growing-percent=100'];
  const args = [...flags, '--import', './scripts/ts.mjs', join('bench', 'sync', script), ...given];
  return spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) return line;
  throw new Error('the process ended without a word');
}

function syncFigures(checked: FollowReport, assumed: FollowReport, instant: FollowReport): Figure[] {
  const chain = `${BLOCKS} generated blocks of 0 to 30 payments and contracts, from one process to another over loopback`;
  const figure = (name: string, value: number, unit: string, how: string): Figure =>
    figureOf(name, [value], { unit, how });
  return [
    figure('sync_checked_blocks_per_s', BLOCKS / checked.seconds, 'blocks/s', chain),
    figure('sync_assumed_blocks_per_s', BLOCKS / assumed.seconds, 'blocks/s', chain),
    figure(
      'sync_checked_blocks_per_cpu_s',
      BLOCKS / checked.cpuSeconds,
      'blocks/cpu-s',
      `${chain}; by CPU time of the syncing node, all threads, unaffected by other load on the machine`
    ),
    figure(
      'sync_assumed_blocks_per_cpu_s',
      BLOCKS / assumed.cpuSeconds,
      'blocks/cpu-s',
      `${chain}; by CPU time of the syncing node, all threads`
    ),
    figure('sync_memory_mb', checked.peakMegabytes, 'MB', `${chain}; peak resident memory of the syncing node`),
    figure(
      'sync_last_thousand_vs_first',
      growthOf(checked),
      'ratio',
      'CPU time of the last thousand blocks relative to the second thousand; the first thousand is warm-up'
    ),
    figure(
      'sync_instant_s',
      instant.seconds,
      's',
      `a node started from a checkpoint, until the tip ${LEAD} blocks later, including node startup`
    )
  ];
}

function v1Figures(assumed: FollowReport): Figure[] {
  const how = `${V1_BLOCKS} generated V1 blocks of 0 to 30 payments and contracts; their signatures are assumed valid`;
  const figure = (name: string, seconds: number, unit: string): Figure =>
    figureOf(name, [V1_BLOCKS / seconds], { unit, how });
  return [
    figure('sync_v1_assumed_blocks_per_s', assumed.seconds, 'blocks/s'),
    figure('sync_v1_assumed_blocks_per_cpu_s', assumed.cpuSeconds, 'blocks/cpu-s')
  ];
}

function growthOf({ marks }: FollowReport): number {
  const at = new Map(marks);
  const last = Math.floor(BLOCKS / PART) * PART;
  const took = (height: number): number => at.get(height)! - at.get(height - PART)!;
  return took(last) / took(2 * PART);
}
