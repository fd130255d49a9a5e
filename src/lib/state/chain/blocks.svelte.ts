import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { toAppError, UnexpectedError, type AppError } from '$lib/errors';
import { transactionCount, type ChainReader, type KnownBlock } from '$lib/explorer/blockReader';
import { Live } from '../reactive/live.svelte';

/** A line of the list: what is worth keeping of a block that may be megabytes. */
export interface BlockLine {
  readonly id: BlockId;
  readonly parentId: BlockId;
  readonly height: Height;
  readonly timestamp: UnixSeconds;
  readonly transactions: number;
  /** Whether V2 transactions are among them. */
  readonly isWhole: boolean;
  readonly payee: Address | undefined;
  readonly reward: Hastings;
  readonly childDifficulty: bigint | undefined;
}

export const lineOf = (known: KnownBlock): BlockLine => ({
  id: known.id,
  parentId: known.block.parentId,
  height: known.height,
  timestamp: known.block.timestamp,
  transactions: transactionCount(known),
  isWhole: known.isWhole,
  payee: known.block.minerPayouts[0]?.address,
  reward: hastings(known.block.minerPayouts.reduce((sum, { value }) => sum + value, 0n)),
  childDifficulty: known.childDifficulty
});

const PAGE = 40;
/** Further behind, the list starts anew at the tip instead of reading every block in between. */
const MOST_NEW = 60;
/** Where scrolling ends; older blocks are reached by their height. */
const MOST_LINES = 20_000;

interface BlocksDeps {
  readonly reader: Pick<ChainReader, 'byId' | 'byHeight'>;
  /** The node's status, freshly read or not long ago. */
  readonly readTip: (signal: AbortSignal) => Promise<Pick<ConsensusStatus, 'height' | 'currentBlock'>>;
}

/** The chain's blocks, newest first, without a gap: grows at the top as blocks arrive, at the bottom as one scrolls. */
export class ChainBlocks {
  readonly lines: Live<readonly BlockLine[]>;
  /** Blocks that the last look found replaced by others. */
  replaced = $state.raw<readonly BlockLine[]>([]);
  /** Ids of what arrived since the list was first read: they appear with a little motion. */
  fresh = $state.raw<ReadonlySet<BlockId>>(new Set());
  olderProblem = $state.raw<AppError>();
  readingOlder = $state(false);
  readonly ended: boolean = $derived.by(() => {
    const lines = this.lines.value ?? [];
    return lines.at(-1)?.height === 0 || lines.length >= MOST_LINES;
  });

  readonly #deps: BlocksDeps;

  constructor(deps: BlocksDeps) {
    this.#deps = deps;
    this.lines = new Live((signal) => this.#follow(signal));
  }

  /** Reads the next page below what is shown. */
  async older(): Promise<void> {
    if (this.readingOlder || this.ended || this.lines.value === undefined) return;
    this.readingOlder = true;
    try {
      const lowest = this.lines.value.at(-1)!;
      const page = await this.#below(lowest);
      // The list may have started anew while the page was read.
      const lines = this.lines.value;
      if (lines.at(-1)?.id === lowest.id) {
        this.lines.good = { value: [...lines, ...page], atMs: this.lines.atMs! };
      }
      this.olderProblem = undefined;
    } catch (error) {
      this.olderProblem = toAppError(error);
    } finally {
      this.readingOlder = false;
    }
  }

  async #follow(signal: AbortSignal): Promise<readonly BlockLine[]> {
    const { currentBlock, height } = await this.#deps.readTip(signal);
    const known = this.lines.value ?? [];
    const [newest] = known;
    if (newest?.id === currentBlock) return known;
    const near = newest !== undefined && height - newest.height <= MOST_NEW;
    const joined = near ? await this.#joined(known, currentBlock, signal) : undefined;
    if (joined) return joined;
    this.replaced = [];
    this.fresh = new Set();
    const tip = lineOf(await this.#block(currentBlock, signal));
    return [tip, ...(await this.#below(tip, signal))];
  }

  /** The list with what came on top of it, found from parent to parent; undefined when they share no block. */
  async #joined(known: readonly BlockLine[], tip: BlockId, signal: AbortSignal) {
    const place = new Map(known.map(({ id }, i) => [id, i]));
    const arrived: BlockLine[] = [];
    let next = tip;
    while (!place.has(next)) {
      const line = lineOf(await this.#block(next, signal));
      if (line.height <= known.at(-1)!.height) return undefined;
      arrived.push(line);
      next = line.parentId;
    }
    const joint = place.get(next)!;
    this.fresh = new Set(arrived.map(({ id }) => id));
    this.replaced = known.slice(0, joint);
    // What was added below while this ran stays.
    return [...arrived, ...(this.lines.value ?? known).slice(joint)];
  }

  async #block(id: BlockId, signal: AbortSignal): Promise<KnownBlock> {
    const known = await this.#deps.reader.byId(id, signal);
    if (!known) throw new UnexpectedError('the node does not know the parent of its own block');
    return known;
  }

  /** A page of blocks below one, each the parent of the one before. */
  async #below({ height, parentId }: BlockLine, signal?: AbortSignal): Promise<BlockLine[]> {
    const heights = Array.from({ length: Math.min(PAGE, height) }, (_, i) => height - 1 - i);
    const read = await Promise.all(heights.map((at) => this.#deps.reader.byHeight(at, signal)));
    const page: BlockLine[] = [];
    let expected = parentId;
    for (const known of read) {
      // Where a reorganisation came between, the rest is read when asked for again.
      if (known?.id !== expected) break;
      page.push(lineOf(known));
      expected = known.block.parentId;
    }
    if (page.length > 0) return page;
    const parent = height === 0 ? undefined : await this.#deps.reader.byId(parentId, signal);
    return parent ? [lineOf(parent)] : [];
  }
}
