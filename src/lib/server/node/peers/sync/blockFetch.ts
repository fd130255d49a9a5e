import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { BlockId } from '$lib/chain/ids';
import type { Scheduler } from '$lib/async/scheduler';
import { callForBlocks } from '$lib/peers/calls/caller';
import { PeerError } from '$lib/peers/errors';
import type { Peer } from '../peer';
import { FetchWindow, type FetchedRun, type Places } from './fetchWindow';

const MAX_HELD_BYTES = 32_000_000;
/** Peers that are asked at the same time. */
const MAX_WORKERS = 4;

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
  const window = new FetchWindow(ids.length, maxHeldBytes);
  const over = new AbortController();
  let lastFailure: unknown;
  let wake: () => void = () => undefined;
  let changed = new Promise<void>((resolve) => (wake = resolve));
  const notify = (): void => {
    wake();
    changed = new Promise((resolve) => (wake = resolve));
  };

  /** Ends before the last place if there are too many bytes in memory. */
  const fetchPlaces = async (peer: Peer, { from, to }: Places): Promise<void> => {
    const request = { history: [ids[from - 1] ?? base], max: BigInt(to - from) };
    let place = from;
    for await (const block of callForBlocks(peer.mux, request, { clock, signal: over.signal })) {
      if (blockId(blockHeaderOf(block)) !== ids[place]) {
        throw new PeerError('peers/wrong-block', `block ${place - from} of the answer is not the one asked for`);
      }
      window.put(place++, block, peer);
      notify();
      if (window.isFull) return;
    }
    if (place < to) {
      throw new PeerError('peers/wrong-block', `${place - from} blocks were sent, ${to - from} asked for`);
    }
  };

  const work = async (peer: Peer): Promise<void> => {
    while (!over.signal.aborted) {
      const places = window.claim();
      if (places === undefined) {
        if (window.isComplete) return;
        await changed;
        continue;
      }
      try {
        await fetchPlaces(peer, places);
      } catch (error) {
        lastFailure = error;
        return;
      } finally {
        window.release(places);
        notify();
      }
    }
  };

  signal.addEventListener('abort', notify);
  const atWork = new Set<Peer>();
  const join = (peer: Peer): void => {
    if (over.signal.aborted || atWork.has(peer) || atWork.size >= MAX_WORKERS) return;
    atWork.add(peer);
    void work(peer).finally(() => {
      atWork.delete(peer);
      notify();
    });
  };
  peers.forEach(join);
  onReady(join);
  try {
    while (!window.isEmpty && !signal.aborted) {
      const run = window.take();
      if (run === undefined) {
        if (atWork.size === 0) throw lastFailure ?? new PeerError('peers/closed', 'no peer is left to ask');
        await changed;
        continue;
      }
      yield { ...run, next: window.upcoming };
      window.done();
      notify();
    }
  } finally {
    signal.removeEventListener('abort', notify);
    over.abort();
    notify();
  }
}
