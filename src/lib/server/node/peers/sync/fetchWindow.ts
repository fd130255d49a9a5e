import type { Block } from '$lib/chain/block/block';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import type { Peer } from '../peer';

/** Blocks asked for in one call, at most. */
const STRETCH = 25;
/** The same in bytes: an answer that is no longer wanted is received all the same. */
const CALL_BYTES = 1_000_000;
/** Weight of the newest block in the mean of their sizes. */
const NEWEST_WEIGHT = 1 / 8;
/** Blocks that may be in memory or under way. */
const AHEAD = 6 * STRETCH;
/** Blocks that are added at once, and their bytes: what else the node does waits for them. */
const RUN = { blocks: 64, bytes: 2 * 1024 * 1024 };

/** Places of blocks in the order that they are wanted in: from the first to before the last. */
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

/** The blocks on their way: which of them a peer is asked for, and which have arrived, until they are taken in order. */
export class FetchWindow {
  readonly #total: number;
  readonly #maxHeldBytes: number;
  readonly #arrived = new Map<number, Arrived>();
  readonly #underWay = new Set<number>();
  /** The first that was not taken. */
  #next = 0;
  /** The run that was taken last, which is still in memory. */
  #taken = { blocks: 0, bytes: 0 };
  /** Of what has arrived, that run included. */
  #heldBytes = 0;
  /** Of the blocks that arrived last. */
  #meanBytes = 0;
  #arrivals = 0;

  /** @param maxHeldBytes with more in memory, only a block that is waited for is asked for */
  constructor(total: number, maxHeldBytes: number) {
    this.#total = total;
    this.#maxHeldBytes = maxHeldBytes;
  }

  /** Whether all were taken. */
  get isEmpty(): boolean {
    return this.#next === this.#total;
  }

  /** Whether all have arrived. */
  get isComplete(): boolean {
    return this.#next + this.#arrived.size === this.#total;
  }

  /** The place of the block without which nothing can be taken; undefined if something can. */
  get awaited(): number | undefined {
    const run = this.#run();
    const isTakeable = this.isEmpty || (run.length > 0 && !this.#isGrowing(run));
    return isTakeable ? undefined : this.#next + run.length;
  }

  /** Blocks to ask for in one call: as many as fit, by the size of those that arrived last, and at least one. */
  get callSize(): number {
    return Math.min(STRETCH, Math.max(1, Math.floor(CALL_BYTES / this.#meanBytes)));
  }

  /** Whether no more should be received for now. */
  get isFull(): boolean {
    return this.#heldBytes > this.#maxHeldBytes && (this.isEmpty || this.#arrived.has(this.#next));
  }

  /**
   * What to ask a peer for next; undefined if there is nothing for now. A peer that is slow, or never answers, holds up
   * nobody: where all are asked for, another one races it for the oldest.
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

  /** The first places of a kind, side by side. */
  #firstOf(isWanted: (place: number) => boolean, end: number): Places | undefined {
    let from = this.#next;
    while (from < end && !isWanted(from)) from++;
    let to = from;
    while (to < Math.min(end, from + this.callSize) && isWanted(to)) to++;
    return from < to ? { from, to } : undefined;
  }

  /** What has not arrived of the places may be asked for by others. */
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

  /** The next blocks, of one peer, once those taken before are done; undefined while more are expected to make a run. */
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

  /** The blocks that were taken are no longer in memory. */
  done(): void {
    this.#heldBytes -= this.#taken.bytes;
    this.#taken = { blocks: 0, bytes: 0 };
  }

  /** The blocks after those taken, as far as they have arrived. */
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

  /** Whether a block is missing that would make the run longer: each run writes the pages that all change once more. */
  #isGrowing(run: readonly Arrived[]): boolean {
    const end = this.#next + run.length;
    return run.length < RUN.blocks && end < this.#total && !this.#arrived.has(end) && !this.isFull;
  }
}
