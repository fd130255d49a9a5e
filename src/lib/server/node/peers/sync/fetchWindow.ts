import type { Block } from '$lib/chain/block/block';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import type { Peer } from '../peer';

/** Maximum blocks per call. */
const STRETCH = 25;
/** The same in bytes: even a response that is no longer wanted is received in full. */
const CALL_BYTES = 1_000_000;
/** Weight of the newest block in the moving average of block sizes. */
const NEWEST_WEIGHT = 1 / 8;
/** Maximum blocks in memory or in flight. */
const AHEAD = 6 * STRETCH;
/** Maximum blocks, and bytes, to add at once: the rest of the node waits meanwhile. */
const RUN = { blocks: 64, bytes: 2 * 1024 * 1024 };

/** A range of positions in the list of blocks to fetch, without `to`. */
export interface Places {
  readonly from: number;
  readonly to: number;
}

/** Blocks in order, and the peer that sent them. */
export interface FetchedRun {
  readonly blocks: readonly Block[];
  readonly from: Peer;
}

interface Arrived {
  readonly block: Block;
  readonly from: Peer;
  readonly bytes: number;
}

/** Tracks which blocks are requested and which have arrived, until they are taken in order. */
export class FetchWindow {
  readonly #total: number;
  readonly #maxHeldBytes: number;
  readonly #arrived = new Map<number, Arrived>();
  readonly #underWay = new Set<number>();
  /** The first position not taken yet. */
  #next = 0;
  /** The run taken last; still in memory until {@link done}. */
  #taken = { blocks: 0, bytes: 0 };
  /** Bytes of the blocks that have arrived, including that run. */
  #heldBytes = 0;
  /** Moving average over the blocks that have arrived. */
  #meanBytes = 0;
  #arrivals = 0;

  /** @param maxHeldBytes with more in memory, only the block needed next is requested */
  constructor(total: number, maxHeldBytes: number) {
    this.#total = total;
    this.#maxHeldBytes = maxHeldBytes;
  }

  /** Whether all were taken. */
  get isEmpty(): boolean {
    return this.#next === this.#total;
  }

  /** The position of the missing block that {@link take} waits for; undefined if there is none. */
  get awaited(): number | undefined {
    const run = this.#run();
    const isTakeable = this.isEmpty || (run.length > 0 && !this.#isGrowing(run));
    return isTakeable ? undefined : this.#next + run.length;
  }

  /** Blocks to request in one call: as many as fit by recent block sizes, and at least one. */
  get callSize(): number {
    return Math.min(STRETCH, Math.max(1, Math.floor(CALL_BYTES / this.#meanBytes)));
  }

  /** Whether to receive no more for now. */
  get isFull(): boolean {
    return this.#heldBytes > this.#maxHeldBytes && (this.isEmpty || this.#arrived.has(this.#next));
  }

  /**
   * The positions to request from a peer next; undefined if there are none for now. When all are requested, returns the
   * oldest missing ones again: the peer then races the one that is slow or does not respond.
   */
  claim(): Places | undefined {
    if (this.isFull) return undefined;
    const ahead = this.#heldBytes > this.#maxHeldBytes ? 1 : AHEAD - this.#taken.blocks;
    const end = Math.min(this.#next + ahead, this.#total);
    const isMissing = (place: number): boolean => !this.#arrived.has(place);
    const isFree = (place: number): boolean => isMissing(place) && !this.#underWay.has(place);
    const places = this.#firstOf(isFree, end) ?? this.#firstOf(isMissing, end);
    for (let place = places?.from ?? 0; place < (places?.to ?? 0); place++) this.#underWay.add(place);
    return places;
  }

  /** The first consecutive positions that match, enough for one call. */
  #firstOf(isWanted: (place: number) => boolean, end: number): Places | undefined {
    let from = this.#next;
    while (from < end && !isWanted(from)) from++;
    let to = from;
    while (to < Math.min(end, from + this.callSize) && isWanted(to)) to++;
    return from < to ? { from, to } : undefined;
  }

  /** Makes positions that have not arrived available to other peers. */
  release({ from, to }: Places): void {
    for (let place = from; place < to; place++) this.#underWay.delete(place);
  }

  put(place: number, block: Block, from: Peer): void {
    if (place < this.#next || this.#arrived.has(place)) return;
    const bytes = encodeBlock(block).length;
    this.#arrived.set(place, { block, from, bytes });
    this.#heldBytes += bytes;
    this.#meanBytes += (bytes - this.#meanBytes) * Math.max(NEWEST_WEIGHT, 1 / ++this.#arrivals);
  }

  /** The next blocks, all from one peer; undefined while the run may still grow. Call {@link done} before the next. */
  take(): FetchedRun | undefined {
    const run = this.#run();
    const [first] = run;
    if (first === undefined || this.#isGrowing(run)) return undefined;
    for (const { bytes } of run) {
      this.#arrived.delete(this.#next++);
      this.#taken.blocks++;
      this.#taken.bytes += bytes;
    }
    return { blocks: run.map(({ block }) => block), from: first.from };
  }

  /** Reports that the blocks taken are no longer in memory. */
  done(): void {
    this.#heldBytes -= this.#taken.bytes;
    this.#taken = { blocks: 0, bytes: 0 };
  }

  /** The blocks of the next run that have arrived. */
  get upcoming(): readonly Block[] {
    return this.#run().map(({ block }) => block);
  }

  #run(): Arrived[] {
    const run: Arrived[] = [];
    let bytes = 0;
    for (let place = this.#next; run.length < RUN.blocks; place++) {
      const arrived = this.#arrived.get(place);
      if (arrived === undefined || arrived.from !== (run[0] ?? arrived).from) break;
      bytes += arrived.bytes;
      if (run.length > 0 && bytes > RUN.bytes) break;
      run.push(arrived);
    }
    return run;
  }

  /** Whether a missing block would make the run longer: each run rewrites the pages that all blocks change. */
  #isGrowing(run: readonly Arrived[]): boolean {
    const end = this.#next + run.length;
    return run.length < RUN.blocks && end < this.#total && !this.#arrived.has(end) && !this.isFull;
  }
}
