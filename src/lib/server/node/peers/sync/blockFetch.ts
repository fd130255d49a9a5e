import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { BlockId } from '$lib/chain/ids';
import type { Scheduler } from '$lib/async/scheduler';
import { callForBlocks } from '$lib/peers/calls/caller';
import { ConsensusError } from '$lib/consensus/errors';
import { isPeerError, PeerError } from '$lib/peers/errors';
import type { Peer } from '../peer';
import { FetchWindow, type FetchedRun, type Places } from './fetchWindow';

const MAX_HELD_BYTES = 32_000_000;
/** Peers to fetch from at the same time. */
const MAX_WORKERS = 4;
/**
 * The limit while blocks arrive slowly, which peers may do on purpose. If our own line is slow, more would not help.
 */
const MAX_HELPED_WORKERS = 8;
/** If fewer blocks than one call's arrive in this time, one more peer is used. */
const PATIENCE_MS = 10_000;
/** Consecutive timeouts without a block after which a peer is not used again: one may be a short network outage. */
const MAX_SILENCES = 2;

/** Arguments of {@link fetchBlocks}. */
export interface BlockFetch {
  /** In the order in which they are used; each counts once. */
  readonly peers: readonly Peer[];
  /** The block before the first. */
  readonly base: BlockId;
  readonly ids: readonly BlockId[];
  readonly clock: Pick<Scheduler, 'now' | 'sleep'>;
  /** Ends the fetch early, without an error. */
  readonly signal: AbortSignal;
  /** Receives a function that adds a peer to the fetch. */
  readonly onReady?: (join: (peer: Peer) => void) => void;
  /** Called if a peer sends a block that no chain can have. */
  readonly ban?: (peer: Peer, reason: string) => void;
  /** With more bytes of blocks in memory, only the block needed next is fetched; 32 MB by default. */
  readonly maxHeldBytes?: number;
}

/** A run, and the blocks of the next run that have arrived. */
export interface RunInOrder extends FetchedRun {
  readonly next: readonly Block[];
}

/**
 * Fetches blocks by id from several peers at once, and yields them in order, in runs. A peer that fails is replaced by
 * another and not used again; one that times out goes to the end of the queue. When all blocks are requested, idle
 * peers request those that others have not sent yet.
 * @throws {PeerError} no peer is left to send the rest
 */
export async function* fetchBlocks({
  peers,
  base,
  ids,
  clock,
  signal,
  onReady = () => undefined,
  ban = () => undefined,
  maxHeldBytes = MAX_HELD_BYTES
}: BlockFetch): AsyncGenerator<RunInOrder, void> {
  const window = new FetchWindow(ids.length, maxHeldBytes);
  const over = new AbortController();
  const atWork = new Set<Peer>();
  /** Further peers, in the order in which they will be used. */
  const waiting: Peer[] = [];
  /** Consecutive timeouts without a block. */
  const silences = new Map<Peer, number>();
  let lastFailure: unknown;
  let wake: () => void = () => undefined;
  let changed = new Promise<void>((resolve) => (wake = resolve));
  const notify = (): void => {
    wake();
    changed = new Promise((resolve) => (wake = resolve));
  };

  /** Stops early if there are too many bytes in memory. */
  const fetchPlaces = async (peer: Peer, { from, to }: Places): Promise<void> => {
    const request = { history: [ids[from - 1] ?? base], max: BigInt(to - from) };
    let place = from;
    for await (const block of callForBlocks(peer.mux, request, { clock, signal: over.signal })) {
      if (blockId(blockHeaderOf(block)) !== ids[place]) {
        throw new PeerError('peers/wrong-block', `block ${place - from} of the answer is not the one asked for`);
      }
      window.put(place++, block, peer);
      silences.delete(peer);
      notify();
      if (window.isFull) return;
    }
    if (place < to) {
      throw new PeerError('peers/wrong-block', `${place - from} blocks were sent, ${request.max} asked for`);
    }
  };

  const work = async (peer: Peer): Promise<void> => {
    while (!over.signal.aborted) {
      const places = window.claim();
      if (places === undefined) {
        await changed;
        continue;
      }
      peer.fetches++;
      try {
        await fetchPlaces(peer, places);
      } catch (error) {
        lastFailure = error;
        if (error instanceof ConsensusError) ban(peer, `an invalid block: ${error.message}`);
        if (!isPeerError(error, 'peers/timeout')) return;
        const count = (silences.get(peer) ?? 0) + 1;
        silences.set(peer, count);
        if (count < MAX_SILENCES) waiting.push(peer);
        return;
      } finally {
        peer.fetches--;
        window.release(places);
      }
    }
  };

  /** Puts waiting peers to work, up to `room` in total. */
  const hire = (room = MAX_WORKERS): void => {
    while (!over.signal.aborted && atWork.size < room) {
      const peer = waiting.shift();
      if (peer === undefined) return;
      atWork.add(peer);
      void work(peer).finally(() => {
        atWork.delete(peer);
        hire();
        notify();
      });
    }
  };
  const join = (peer: Peer): void => {
    if (atWork.has(peer) || waiting.includes(peer)) return;
    waiting.push(peer);
    hire();
  };
  const helpTheSlow = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const before = window.awaited;
      await clock.sleep(PATIENCE_MS, over.signal);
      const now = window.awaited;
      const isSlow = before !== undefined && now !== undefined && now - before < window.callSize;
      if (isSlow) hire(Math.min(atWork.size + 1, MAX_HELPED_WORKERS));
    }
  };

  signal.addEventListener('abort', notify);
  peers.forEach(join);
  void helpTheSlow();
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
  }
}
