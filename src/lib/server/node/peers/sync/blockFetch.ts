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
export const fetchBlocks = (fetch: BlockFetch): AsyncGenerator<RunInOrder, void> => new BlockFetcher(fetch).run();

/** One fetch: the peers at work claim places in a window, from which runs are taken in order. */
class BlockFetcher {
  readonly #fetch: BlockFetch;
  readonly #window: FetchWindow;
  readonly #over = new AbortController();
  readonly #atWork = new Set<Peer>();
  /** Further peers, in the order in which they will be used. */
  readonly #waiting: Peer[] = [];
  /** Consecutive timeouts without a block. */
  readonly #silences = new Map<Peer, number>();
  #lastFailure: unknown;
  #wake: () => void = () => undefined;
  #changed = new Promise<void>((resolve) => (this.#wake = resolve));

  constructor(fetch: BlockFetch) {
    this.#fetch = fetch;
    this.#window = new FetchWindow(fetch.ids.length, fetch.maxHeldBytes ?? MAX_HELD_BYTES);
  }

  async *run(): AsyncGenerator<RunInOrder, void> {
    const { peers, signal, onReady } = this.#fetch;
    const window = this.#window;
    signal.addEventListener('abort', this.#notify);
    peers.forEach(this.#join);
    void this.#helpTheSlow();
    onReady?.(this.#join);
    try {
      while (!window.isEmpty && !signal.aborted) {
        const run = window.take();
        if (run === undefined) {
          if (this.#atWork.size === 0) {
            throw this.#lastFailure ?? new PeerError('peers/closed', 'no peer is left to ask');
          }
          await this.#changed;
          continue;
        }
        yield { ...run, next: window.upcoming };
        window.done();
        this.#notify();
      }
    } finally {
      signal.removeEventListener('abort', this.#notify);
      this.#over.abort();
    }
  }

  /** Adds a peer, once. */
  readonly #join = (peer: Peer): void => {
    if (this.#atWork.has(peer) || this.#waiting.includes(peer)) return;
    this.#waiting.push(peer);
    this.#hire();
  };

  /** Puts waiting peers to work, up to `room` in total. */
  #hire(room = MAX_WORKERS): void {
    while (!this.#over.signal.aborted && this.#atWork.size < room) {
      const peer = this.#waiting.shift();
      if (peer === undefined) return;
      this.#atWork.add(peer);
      void this.#work(peer).finally(() => {
        this.#atWork.delete(peer);
        this.#hire();
        this.#notify();
      });
    }
  }

  /** Hires one more peer whenever blocks have arrived slowly for a while. */
  async #helpTheSlow(): Promise<void> {
    const { clock } = this.#fetch;
    const window = this.#window;
    while (!this.#over.signal.aborted) {
      const before = window.awaited;
      await clock.sleep(PATIENCE_MS, this.#over.signal);
      const now = window.awaited;
      const isSlow = before !== undefined && now !== undefined && now - before < window.callSize;
      if (isSlow) this.#hire(Math.min(this.#atWork.size + 1, MAX_HELPED_WORKERS));
    }
  }

  /** Requests blocks from a peer until it fails or the fetch is over. */
  async #work(peer: Peer): Promise<void> {
    while (!this.#over.signal.aborted) {
      const places = this.#window.claim();
      if (places === undefined) {
        await this.#changed;
        continue;
      }
      peer.fetches++;
      try {
        await this.#fetchPlaces(peer, places);
      } catch (error) {
        this.#onFailure(peer, error);
        return;
      } finally {
        peer.fetches--;
        this.#window.release(places);
      }
    }
  }

  /** Stops early if there are too many bytes in memory. */
  async #fetchPlaces(peer: Peer, { from, to }: Places): Promise<void> {
    const { base, ids, clock } = this.#fetch;
    const request = { history: [ids[from - 1] ?? base], max: BigInt(to - from) };
    let place = from;
    for await (const block of callForBlocks(peer.mux, request, { clock, signal: this.#over.signal })) {
      if (blockId(blockHeaderOf(block)) !== ids[place]) {
        throw new PeerError('peers/wrong-block', `block ${place - from} of the answer is not the one asked for`);
      }
      this.#window.put(place++, block, peer);
      this.#silences.delete(peer);
      this.#notify();
      if (this.#window.isFull) return;
    }
    if (place < to) {
      throw new PeerError('peers/wrong-block', `${place - from} blocks were sent, ${request.max} asked for`);
    }
  }

  /** A peer that times out is used again, after the others; one that fails otherwise is not. */
  #onFailure(peer: Peer, error: unknown): void {
    this.#lastFailure = error;
    if (error instanceof ConsensusError) this.#fetch.ban?.(peer, `an invalid block: ${error.message}`);
    if (!isPeerError(error, 'peers/timeout')) return;
    const count = (this.#silences.get(peer) ?? 0) + 1;
    this.#silences.set(peer, count);
    if (count < MAX_SILENCES) this.#waiting.push(peer);
  }

  /** Wakes whoever waits for a change of the window or of the peers. */
  readonly #notify = (): void => {
    this.#wake();
    this.#changed = new Promise((resolve) => (this.#wake = resolve));
  };
}
