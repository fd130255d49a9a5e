import { systemScheduler } from '$lib/async/scheduler';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { BlockId } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { ConsensusError } from '$lib/consensus/errors';
import { isPeerError, PeerError } from '$lib/peers/errors';
import { fetchBlocks } from './blockFetch';
import type { ChainAnswerParts } from '../chainAnswers';
import { HeaderBudget } from '../hosts/headerBudget';
import { fetchHeaders, type HeaderSyncParts } from './headerSync';
import type { NetworkWatch } from '../networkWatch';
import { NotStoredError } from '../../store/sqliteError';
import { Misbehavior, type Direction, type Peer } from '../peer';
import { ForeignBodyError, type BlockRelay } from '../relay/blockRelay';

export interface ChainSyncParts extends ChainAnswerParts {
  readonly relay: BlockRelay;
  readonly watch: NetworkWatch;
  readonly peers: () => readonly Peer[];
  readonly ban: (peer: Peer, reason: string) => void;
  /** Refuses the host of a peer that wasted our work, perhaps through no fault of its own, for a while. */
  readonly pause: (peer: Peer) => void;
  /** Headers that a host may send in branches without more work than our chain; see {@link HeaderBudget}. */
  readonly maxUnproven?: number;
  /** Called when a peer's branch is done: other peers may have more. */
  readonly onProgress: (peer: Peer) => void;
  readonly signal: AbortSignal;
}

/**
 * Peers to sync from at the same time, so that a slow one does not hold up others; the headers of each one's branch are
 * held in memory. Inbound peers, which anyone can be, take no slots from the outbound ones that we chose.
 */
const MAX_AT_ONCE: Readonly<Record<Direction, number>> = { outbound: 4, inbound: 2 };
/** Pause after a local failure such as a full disk, when an immediate retry would be futile. */
const REST_MS = 60_000;

/** A fetch in progress. */
interface Fetch {
  readonly ids: ReadonlySet<BlockId>;
  /** Peers that joined it, and the last of its blocks that they have. */
  readonly helpers: WeakMap<Peer, BlockId>;
  /** Adds a peer that has some of the blocks. */
  join: (peer: Peer) => void;
}

/** The validated headers, work included, of a heavier chain whose blocks are being fetched. */
export interface HeaderProgress {
  /** Of the last header. */
  readonly height: Height;
  /** Of the last header. */
  readonly timestamp: UnixSeconds;
  /** Whether the peer has no further headers. */
  readonly isComplete: boolean;
}

/** Adopts peers' chains that have more work than ours. */
export class ChainSync {
  readonly #parts: ChainSyncParts;
  readonly #atWork = new Map<Peer, Promise<void>>();
  readonly #fetches = new Set<Fetch>();
  readonly #headers = new Map<Peer, HeaderProgress>();
  readonly #headerSync: HeaderSyncParts;
  /** When each peer was last asked, or began to wait: the number of such events before. */
  readonly #turns = new WeakMap<Peer, number>();
  #turn = 0;
  #paused = new AbortController();
  #isResting = false;

  constructor(parts: ChainSyncParts) {
    this.#parts = parts;
    const { chain, store, maxUnproven } = parts;
    this.#headerSync = { chain, store, budget: new HeaderBudget(systemScheduler, maxUnproven), proven: new Set() };
  }

  /** Progress of the chain with the highest header; undefined if no blocks are being fetched. */
  get headers(): HeaderProgress | undefined {
    return [...this.#headers.values()].toSorted((a, b) => b.height - a.height)[0];
  }

  /** Aborts running syncs and starts no new ones. Stored blocks stay. */
  pause(): void {
    this.#paused.abort();
  }

  /** Lets {@link begin} start syncs again. */
  resume(): void {
    if (this.#paused.signal.aborted) this.#paused = new AbortController();
  }

  /** Starts syncing from the peers that may have more, up to the limits. */
  begin(): void {
    if (this.#isResting) return;
    const signal = AbortSignal.any([this.#parts.signal, this.#paused.signal]);
    for (const direction of ['outbound', 'inbound'] as const) {
      const peers = this.#parts.peers().filter((peer) => peer.direction === direction);
      const room = MAX_AT_ONCE[direction] - peers.filter((peer) => this.#atWork.has(peer)).length;
      const waiting = peers.filter(
        (peer) => (!peer.isSynced || peer.isDue) && !this.#atWork.has(peer) && !this.#isHelping(peer)
      );
      for (const peer of this.#inTurn(waiting).slice(0, room)) this.#begin(peer, signal);
    }
  }

  /** The peers in the order of their turns: otherwise a few that always announce something would take all slots. */
  #inTurn(peers: readonly Peer[]): Peer[] {
    for (const peer of peers) if (!this.#turns.has(peer)) this.#turns.set(peer, this.#turn++);
    return peers.toSorted((a, b) => this.#turns.get(a)! - this.#turns.get(b)!);
  }

  #begin(peer: Peer, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#turns.set(peer, this.#turn++);
    const work = this.#sync(peer, signal);
    this.#atWork.set(peer, work);
    void work.finally(() => {
      this.#atWork.delete(peer);
      this.#headers.delete(peer);
    });
  }

  /** Resolves once all running syncs have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#atWork.values());
  }

  async #sync(peer: Peer, signal: AbortSignal): Promise<void> {
    const { ban, pause, onProgress } = this.#parts;
    try {
      const isDone = await this.#takeOver(peer, signal);
      // Its blocks are being fetched already: this peer gets its turn again once they are stored.
      if (!isDone) return;
    } catch (error) {
      if (error instanceof Misbehavior) ban(peer, error.message);
      else if (isPeerError(error, 'peers/low-work', 'peers/no-checkpoint', 'peers/fork-too-deep')) pause(peer);
      // After a pause, failed calls are those that we aborted.
      else if (!signal.aborted) {
        if (!(error instanceof PeerError || error instanceof ConsensusError)) {
          // A local failure, not the peer's: retry later.
          console.error(error instanceof NotStoredError ? error.message : error);
          void this.#rest();
          return;
        }
        peer.close();
      }
    }
    // Once the peer has been removed from #atWork.
    queueMicrotask(() => onProgress(peer));
  }

  async #rest(): Promise<void> {
    this.#isResting = true;
    await systemScheduler.sleep(REST_MS, this.#parts.signal);
    this.#isResting = false;
  }

  /** Adopts the peer's chain if it is heavier than ours. @returns false if it is already being fetched */
  async #takeOver(peer: Peer, signal: AbortSignal): Promise<boolean> {
    const { chain, store, relay, watch } = this.#parts;
    while (!signal.aborted) {
      const { resyncs } = peer;
      peer.isDue = false;
      const branch = await fetchHeaders(peer, this.#headerSync, signal);
      if (branch === undefined) {
        peer.isSynced = peer.resyncs === resyncs;
        return true;
      }
      const { base, headers, remaining } = branch;
      // The first headers may be on our chain: the locator does not contain every height.
      const onOurs = headers.findIndex(({ id }, i) => store.blocks.bestAt(base.height + 1 + i) !== id);
      const forkHeight = base.height + onOurs;
      if (forkHeight + 1 < store.firstBody) {
        watch.onForkTooDeep(peer.host);
        throw new PeerError('peers/fork-too-deep', `the chain leaves ours at height ${forkHeight}`);
      }
      const { timestamp } = headers.at(-1)!.header;
      this.#headers.set(peer, { height: base.height + headers.length, timestamp, isComplete: remaining === 0n });
      if (headers.some(({ id }) => this.#isInvalid(id))) {
        watch.onRefusedChain(peer.host);
        throw new Misbehavior('a chain with an invalid block');
      }
      const first = headers.findIndex(({ id }) => store.blocks.place(id) === undefined);
      const future = headers.findIndex(({ header }) => chain.isInFuture(header));
      // With a chain's work behind them, headers from the future suggest a slow local clock rather than lying peers.
      if (future >= 0) watch.onFreshBlock(timestamp);
      const wanted = first < 0 ? [] : headers.slice(first, future < 0 ? undefined : future);
      const ids = wanted.map(({ id }) => id);
      if (this.#joins(peer, ids)) {
        // It may have more than the fetch brings.
        peer.isDue = true;
        return false;
      }
      const isComplete = await this.#fetch(peer, first > 0 ? headers[first - 1]!.id : base.id, ids, signal);
      const last = headers.at(-1)!;
      // Blocks from the future were left out, to be fetched later.
      const isNew = ids.length > 0 && store.blocks.place(last.id) !== undefined;
      if (!isComplete || (remaining > 0n && isNew)) continue;
      peer.isSynced = peer.resyncs === resyncs;
      if (chain.tip.id === last.id) relay.passOnTip(last.header, peer);
      return true;
    }
    return true;
  }

  /**
   * Fetches and adds blocks of the peer's branch, with the help of the other peers.
   * @returns false if aborted, or if blocks are to be fetched again because a peer sent a wrong one
   */
  async #fetch(peer: Peer, base: BlockId, ids: readonly BlockId[], signal: AbortSignal): Promise<boolean> {
    const fetch: Fetch = { ids: new Set(ids), helpers: new WeakMap(), join: () => undefined };
    this.#fetches.add(fetch);
    try {
      const isComplete = await this.#addAll(fetch, peer, base, ids, signal);
      await this.#parts.chain.stored();
      return isComplete;
    } finally {
      this.#fetches.delete(fetch);
    }
  }

  async #addAll(
    fetch: Fetch,
    peer: Peer,
    base: BlockId,
    ids: readonly BlockId[],
    signal: AbortSignal
  ): Promise<boolean> {
    const { chain, store, peers, relay, watch, ban } = this.#parts;
    for (const id of ids) relay.noteFromPeer(id);
    const [dialed, accepted] = (['outbound', 'inbound'] as const).map((direction) =>
      peers().filter((other) => other.direction === direction)
    );
    const runs = fetchBlocks({
      peers: [peer, ...dialed!, ...accepted!],
      base,
      ids,
      clock: systemScheduler,
      signal,
      onReady: (join) => (fetch.join = join),
      ban
    });
    /** Who sent the blocks stored on a side branch: their transactions are validated only with a later block. */
    const senders = new Map<BlockId, Peer>();
    let { height } = store.blocks.place(base)!;
    for await (const { blocks, from, next } of runs) {
      height += blocks.length;
      void chain.verifyAhead(next, height);
      try {
        await relay.addBlocksAhead(blocks, (block) => senders.set(blockId(blockHeaderOf(block)), from));
        from.newsAtMs = systemScheduler.now();
      } catch (error) {
        if (error instanceof ForeignBodyError) {
          // Unknown if the block came with another fetch.
          const sender = senders.get(error.blockId);
          if (sender !== undefined) ban(sender, error.message);
          return false;
        }
        // Anyone can replace the body of a valid block: only a block whose own body is invalid proves an invalid chain.
        if (ids.some(this.#isInvalid)) watch.onRefusedChain(from.host);
        if (!(error instanceof Misbehavior) || from === peer) throw error;
        ban(from, error.message);
        return false;
      }
    }
    return !signal.aborted;
  }

  /** Lets the peer help with a fetch that includes the first of these blocks. @returns false if there is none */
  #joins(peer: Peer, ids: readonly BlockId[]): boolean {
    const [first] = ids;
    const fetch = first && [...this.#fetches].find((one) => one.ids.has(first));
    if (!fetch) return false;
    fetch.join(peer);
    fetch.helpers.set(
      peer,
      ids.findLast((id) => fetch.ids.has(id))!
    );
    return true;
  }

  /** Whether a fetch is still to bring blocks that the peer has, so that asking it now would be in vain. */
  #isHelping(peer: Peer): boolean {
    return [...this.#fetches].some(({ helpers }) => {
      const last = helpers.get(peer);
      return last !== undefined && this.#parts.store.blocks.place(last) === undefined;
    });
  }

  readonly #isInvalid = (id: BlockId): boolean => this.#parts.store.blocks.place(id)?.status === 'invalid';
}
