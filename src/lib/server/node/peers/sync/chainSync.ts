import { systemScheduler } from '$lib/async/scheduler';
import type { BlockId } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { ConsensusError } from '$lib/consensus/errors';
import { isPeerError, PeerError } from '$lib/peers/errors';
import { fetchBlocks } from './blockFetch';
import type { ChainAnswerParts } from '../chainAnswers';
import { fetchHeaders } from './headerSync';
import type { NetworkWatch } from '../networkWatch';
import { DiskFullError } from '../../store/sqliteError';
import { Misbehaviour, type Direction, type Peer } from '../peer';
import type { BlockRelay } from '../relay/blockRelay';

export interface ChainSyncParts extends ChainAnswerParts {
  readonly relay: BlockRelay;
  readonly watch: NetworkWatch;
  readonly peers: () => readonly Peer[];
  readonly ban: (peer: Peer, reason: string) => void;
  /** The peer wasted our work, which may be no fault of its own: its host is refused for a while. */
  readonly pause: (peer: Peer) => void;
  /** Headers that a connection may send without the work of our chain. */
  readonly maxUnproven?: number;
  /** A peer's branch was dealt with: others may have more. */
  readonly onProgress: () => void;
  readonly signal: AbortSignal;
}

/**
 * Peers at the same time. Each may hold its branch's headers in memory, and a peer that answers slowly holds up no other.
 * Those that dialed us, which anybody can, take no place of those that we chose.
 */
const MAX_AT_ONCE: Readonly<Record<Direction, number>> = { outbound: 4, inbound: 2 };
/** After a fault of ours, a full disk for one: the same would be fetched for nothing. */
const REST_MS = 60_000;

/** How far the headers of a heavier chain reach whose blocks are fetched. Each of them is valid, work included. */
export interface HeaderProgress {
  /** Of the last header. */
  readonly height: Height;
  /** Of the last header. */
  readonly timestamp: UnixSeconds;
  /** Whether the peer has none beyond it. */
  readonly isComplete: boolean;
}

/** Takes over the chains of peers that have more work than ours. */
export class ChainSync {
  readonly #parts: ChainSyncParts;
  readonly #atWork = new Map<Peer, Promise<void>>();
  /** The branches whose blocks are fetched, by their last block: how a peer that has the same one joins in. */
  readonly #branches = new Map<BlockId, (peer: Peer) => void>();

  readonly #headers = new Map<Peer, HeaderProgress>();
  #paused = new AbortController();
  #isResting = false;

  constructor(parts: ChainSyncParts) {
    this.#parts = parts;
  }

  /** Of the chain whose headers reach highest; undefined if no blocks are being fetched. */
  get headers(): HeaderProgress | undefined {
    return [...this.#headers.values()].toSorted((a, b) => b.height - a.height)[0];
  }

  /** Ends what is under way, and begins nothing new. Blocks that are stored stay. */
  pause(): void {
    this.#paused.abort();
  }

  /** Lets {@link begin} begin again. */
  resume(): void {
    if (this.#paused.signal.aborted) this.#paused = new AbortController();
  }

  /** Begins with the peers that may have more, as far as there is room. */
  begin(): void {
    if (this.#isResting) return;
    const signal = AbortSignal.any([this.#parts.signal, this.#paused.signal]);
    for (const direction of ['outbound', 'inbound'] as const) {
      const peers = this.#parts.peers().filter((peer) => peer.direction === direction);
      const room = MAX_AT_ONCE[direction] - peers.filter((peer) => this.#atWork.has(peer)).length;
      const waiting = peers.filter((peer) => (!peer.isSynced || peer.isDue) && !this.#atWork.has(peer));
      for (const peer of waiting.slice(0, Math.max(0, room))) this.#begin(peer, signal);
    }
  }

  #begin(peer: Peer, signal: AbortSignal): void {
    if (signal.aborted) return;
    const work = this.#sync(peer, signal);
    this.#atWork.set(peer, work);
    void work.finally(() => {
      this.#atWork.delete(peer);
      this.#headers.delete(peer);
    });
  }

  /** Once nothing is under way any more. */
  async ended(): Promise<void> {
    await Promise.all(this.#atWork.values());
  }

  async #sync(peer: Peer, signal: AbortSignal): Promise<void> {
    const { ban, pause, onProgress } = this.#parts;
    try {
      const isDone = await this.#takeOver(peer, signal);
      // Another peer's blocks are those of this one: it is asked again in the next round.
      if (!isDone) return;
    } catch (error) {
      if (error instanceof Misbehaviour) ban(peer, error.message);
      else if (isPeerError(error, 'peers/low-work', 'peers/fork-too-deep')) pause(peer);
      // Once paused, the failed calls are those that we ended.
      else if (!signal.aborted) {
        if (!(error instanceof PeerError || error instanceof ConsensusError)) {
          // A fault of ours, not of the peer: the node goes on, and tries again later.
          console.error(error instanceof DiskFullError ? error.message : error);
          void this.#rest();
          return;
        }
        peer.close();
      }
    }
    // After the peer was removed from those at work.
    queueMicrotask(onProgress);
  }

  async #rest(): Promise<void> {
    this.#isResting = true;
    await systemScheduler.sleep(REST_MS, this.#parts.signal);
    this.#isResting = false;
  }

  /** Takes over the peer's chain as far as it is heavier than ours. @returns false if another peer's is the same */
  async #takeOver(peer: Peer, signal: AbortSignal): Promise<boolean> {
    const { chain, store, relay, watch, maxUnproven } = this.#parts;
    while (!signal.aborted) {
      const { resyncs } = peer;
      peer.isDue = false;
      const branch = await fetchHeaders(peer, chain, store, signal, maxUnproven);
      if (branch === undefined) {
        peer.isSynced = peer.resyncs === resyncs;
        return true;
      }
      const { base, headers, remaining } = branch;
      // The first of them may be ours: not each height was asked for.
      const ours = headers.findIndex(({ id }, i) => store.blocks.bestAt(base.height + 1 + i) !== id);
      if (base.height + 1 + ours < store.firstBody) {
        watch.onForkTooDeep(peer.host);
        throw new PeerError('peers/fork-too-deep', `the chain leaves ours at height ${base.height + ours}`);
      }
      const { timestamp } = headers.at(-1)!.header;
      this.#headers.set(peer, { height: base.height + headers.length, timestamp, isComplete: remaining === 0n });
      if (headers.some(({ id }) => store.blocks.place(id)?.status === 'invalid')) {
        watch.onRefusedChain(peer.host);
        throw new Misbehaviour('a chain with an invalid block');
      }
      const last = headers.at(-1)!;
      const join = this.#branches.get(last.id);
      if (join !== undefined) {
        join(peer);
        return false;
      }
      const first = headers.findIndex(({ id }) => store.blocks.place(id) === undefined);
      const future = headers.findIndex(({ header }) => chain.isInFuture(header));
      // With the work of a chain, they are more likely a sign of a slow clock than of peers who lie.
      if (future >= 0) watch.onFreshBlock(timestamp);
      const wanted = first < 0 ? [] : headers.slice(first, future < 0 ? undefined : future);
      const ids = wanted.map(({ id }) => id);
      try {
        const isComplete = await this.#fetch(peer, first > 0 ? headers[first - 1]!.id : base.id, ids, last.id, signal);
        // Blocks from the future were left out: they will be asked for later.
        const isNew = ids.length > 0 && store.blocks.place(last.id) !== undefined;
        if (!isComplete || (remaining > 0n && isNew)) continue;
      } finally {
        this.#branches.delete(last.id);
      }
      peer.isSynced = peer.resyncs === resyncs;
      if (chain.tip.id === last.id) relay.passOnTip(last.header, peer);
      return true;
    }
    return true;
  }

  /**
   * Fetches and adds blocks of the peer's branch, with the help of the other peers.
   * @returns false if another peer sent an invalid block, which ends here
   */
  async #fetch(
    peer: Peer,
    base: BlockId,
    ids: readonly BlockId[],
    last: BlockId,
    signal: AbortSignal
  ): Promise<boolean> {
    const { chain, peers, relay, watch, ban } = this.#parts;
    for (const id of ids) relay.noteFromPeer(id);
    const others = peers().filter((other) => other !== peer);
    const [dialed, accepted] = (['outbound', 'inbound'] as const).map((direction) =>
      others.filter((other) => other.direction === direction)
    );
    const runs = fetchBlocks({
      peers: [peer, ...dialed!, ...accepted!],
      base,
      ids,
      clock: systemScheduler,
      signal,
      onReady: (join) => void this.#branches.set(last, join)
    });
    for await (const { blocks, from, next } of runs) {
      if (signal.aborted) return false;
      for (const block of next) void chain.verifyAhead(block);
      try {
        await relay.addBlocks(blocks);
        from.newsMs = systemScheduler.now();
      } catch (error) {
        if (error instanceof Misbehaviour) watch.onRefusedChain(from.host);
        if (!(error instanceof Misbehaviour) || from === peer) throw error;
        ban(from, error.message);
        return false;
      }
    }
    return !signal.aborted;
  }
}
