import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import type { BlockId } from '$lib/chain/ids';
import { toAppError, type AppError } from '$lib/errors';
import { linesArrived, linesBelow, linesFrom, type BlockLine } from '$lib/explorer/blockList';
import type { ChainReader } from '$lib/explorer/blockReader';
import { Live } from '../reactive/live.svelte';

/** When more blocks are missing than this, the list is reloaded from the tip. */
const MAX_NEW = 60;
/** Maximum length of the list; older blocks are found by height. */
const MAX_LINES = 20_000;

interface BlocksDeps {
  readonly reader: Pick<ChainReader, 'byId' | 'byHeight'>;
  /** The node's status from a recent read. */
  readonly readTip: (signal: AbortSignal) => Promise<Pick<ConsensusStatus, 'height' | 'currentBlock'>>;
}

/** The chain's blocks, newest first, without gaps: new blocks are added at the top, older ones while scrolling. */
export class ChainBlocks {
  readonly lines: Live<readonly BlockLine[]>;
  /** Blocks replaced by a reorganization at the last update. */
  replaced = $state.raw<readonly BlockLine[]>([]);
  /** Ids of blocks that arrived after the list was first read; these are animated. */
  fresh = $state.raw<ReadonlySet<BlockId>>(new Set());
  olderProblem = $state.raw<AppError>();
  readingOlder = $state(false);
  readonly ended: boolean = $derived.by(() => {
    const lines = this.lines.value ?? [];
    return lines.at(-1)?.height === 0 || lines.length >= MAX_LINES;
  });

  readonly #deps: BlocksDeps;

  constructor(deps: BlocksDeps) {
    this.#deps = deps;
    this.lines = new Live((signal) => this.#follow(signal));
  }

  /** Reads the next page of older blocks. */
  async older(): Promise<void> {
    if (this.readingOlder || this.ended || this.lines.value === undefined) return;
    this.readingOlder = true;
    try {
      const lowest = this.lines.value.at(-1)!;
      const page = await linesBelow(this.#deps.reader, lowest);
      // The list may have been reloaded in the meantime.
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
    const { reader, readTip } = this.#deps;
    const { currentBlock, height } = await readTip(signal);
    const known = this.lines.value ?? [];
    const [newest] = known;
    if (newest?.id === currentBlock) return known;
    const isNear = newest !== undefined && height - newest.height <= MAX_NEW;
    const found = isNear ? await linesArrived(reader, known, currentBlock, signal) : undefined;
    this.fresh = new Set(found?.arrived.map(({ id }) => id));
    this.replaced = known.slice(0, found?.replaced ?? 0);
    // Keep the blocks appended at the bottom in the meantime.
    if (found) return [...found.arrived, ...(this.lines.value ?? known).slice(found.replaced)];
    return linesFrom(reader, currentBlock, signal);
  }
}
