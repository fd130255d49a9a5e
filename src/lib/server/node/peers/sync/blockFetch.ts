import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { BlockId } from '$lib/chain/ids';
import type { Scheduler } from '$lib/async/scheduler';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import { callForBlocks, type CallOptions } from '$lib/peers/calls/caller';
import { PeerError } from '$lib/peers/errors';
import type { Peer } from '../peer';

/** Blocks asked for at once. Small, as each may have 2 MB. */
const STRETCH = 25;
/** Stretches that may be in memory or under way. */
const AHEAD = 6;
const MAX_HELD_BYTES = 32_000_000;
/** Peers that are asked at the same time. */
const MAX_WORKERS = 4;

/** Blocks that are added at once, and their bytes: what else the node does waits for them. */
const RUN = { blocks: 16, bytes: 512 * 1024 };

/** Blocks in order, and the peer that sent them. */
export interface FetchedRun {
  readonly blocks: readonly Block[];
  readonly from: Peer;
}

/** What is to be fetched. */
export interface BlockFetch {
  readonly peers: readonly Peer[];
  /** The block before the first. */
  readonly base: BlockId;
  readonly ids: readonly BlockId[];
  readonly clock: Scheduler;
  /** Ends the fetch early, without an error. */
  readonly signal: AbortSignal;
  /** Is given a function by which further peers join. */
  readonly onReady?: (join: (peer: Peer) => void) => void;
  /** With more bytes of blocks in memory, only those that are waited for are fetched; 32 MB by default. */
  readonly maxHeldBytes?: number;
}

/** With the blocks that follow, if they have arrived. */
export interface RunInOrder extends FetchedRun {
  readonly next: readonly Block[];
}

/**
 * Fetches the blocks of these ids from several peers at once, and yields them in order, a run of some at a time. A peer
 * that fails is not asked again; one that has nothing else to ask for asks for what another has not sent yet.
 * @throws {PeerError} no peer is left that could send the rest
 */
export async function* fetchBlocks({
  peers,
  base,
  ids,
  clock,
  signal,
  onReady = () => undefined,
  maxHeldBytes = MAX_HELD_BYTES
}: BlockFetch): AsyncGenerator<RunInOrder, void> {
  const stretches: (readonly FetchedRun[] | undefined)[] = new Array(Math.ceil(ids.length / STRETCH)).fill(undefined);
  const isTaken = stretches.map(() => false);
  let yielded = 0;
  let heldBytes = 0;
  let isOver = false;
  const over = new AbortController();
  let lastFailure: unknown;
  let wake: () => void = () => undefined;
  let changed = new Promise<void>((resolve) => (wake = resolve));
  const notify = (): void => {
    wake();
    changed = new Promise((resolve) => (wake = resolve));
  };

  const nextStretch = (): number | undefined => {
    const end = Math.min(yielded + (heldBytes > maxHeldBytes ? 1 : AHEAD), stretches.length);
    for (let i = yielded; i < end; i++) if (!isTaken[i]) return i;
    // A peer that is slow, or never answers, holds up nobody: another one races it for the oldest.
    for (let i = yielded; i < end; i++) if (stretches[i] === undefined) return i;
    return undefined;
  };

  const work = async (peer: Peer): Promise<void> => {
    const asked = new Set<number>();
    while (!isOver) {
      const i = nextStretch();
      if (i === undefined || asked.has(i)) {
        if (stretches.every((stretch, at) => at < yielded || stretch !== undefined)) return;
        await changed;
        continue;
      }
      asked.add(i);
      isTaken[i] = true;
      const wanted = ids.slice(i * STRETCH, (i + 1) * STRETCH);
      try {
        const blocks = await fetchStretch(peer, ids[i * STRETCH - 1] ?? base, wanted, { clock, signal: over.signal });
        if (stretches[i] === undefined) {
          heldBytes += bytesOf(blocks);
          stretches[i] = runsOf(blocks).map((run) => ({ blocks: run, from: peer }));
        }
        asked.delete(i);
      } catch (error) {
        if (stretches[i] === undefined) isTaken[i] = false;
        lastFailure = error;
        return;
      } finally {
        notify();
      }
    }
  };

  signal.addEventListener('abort', notify);
  const atWork = new Set<Peer>();
  const join = (peer: Peer): void => {
    if (isOver || atWork.has(peer) || atWork.size >= MAX_WORKERS) return;
    atWork.add(peer);
    void work(peer).finally(() => {
      atWork.delete(peer);
      notify();
    });
  };
  peers.forEach(join);
  onReady(join);
  try {
    while (yielded < stretches.length && !signal.aborted) {
      const stretch = stretches[yielded];
      if (stretch === undefined) {
        if (atWork.size === 0) throw lastFailure ?? new PeerError('peers/closed', 'no peer is left to ask');
        await changed;
        continue;
      }
      for (const [i, run] of stretch.entries()) {
        yield { ...run, next: (stretch[i + 1] ?? stretches[yielded + 1]?.[0])?.blocks ?? [] };
      }
      // Its memory is given back.
      heldBytes -= bytesOf(stretch.flatMap(({ blocks }) => blocks));
      stretches[yielded] = [];
      yielded++;
      notify();
    }
  } finally {
    isOver = true;
    signal.removeEventListener('abort', notify);
    over.abort();
    notify();
  }
}

/** Exactly the wanted blocks. */
async function fetchStretch(
  peer: Peer,
  base: BlockId,
  wanted: readonly BlockId[],
  options: CallOptions
): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for await (const block of callForBlocks(peer.mux, { history: [base], max: BigInt(wanted.length) }, options)) {
    if (blockId(blockHeaderOf(block)) !== wanted[blocks.length]) {
      throw new PeerError('peers/wrong-block', `block ${blocks.length} of the answer is not the one asked for`);
    }
    blocks.push(block);
  }
  if (blocks.length < wanted.length) {
    throw new PeerError('peers/wrong-block', `${blocks.length} blocks were sent, ${wanted.length} asked for`);
  }
  return blocks;
}

const bytesOf = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + encodeBlock(block).length, 0);

function runsOf(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [];
  let bytes = 0;
  for (const block of blocks) {
    const size = encodeBlock(block).length;
    const run = runs.at(-1);
    if (run === undefined || run.length === RUN.blocks || bytes + size > RUN.bytes) {
      runs.push([block]);
      bytes = size;
    } else {
      run.push(block);
      bytes += size;
    }
  }
  return runs;
}
