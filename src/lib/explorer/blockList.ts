import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { UnexpectedError } from '$lib/errors';
import { transactionCount, type ChainReader, type KnownBlock } from './blockReader';

/** A row of the list: the summary of a block that may be megabytes. */
export interface BlockLine {
  readonly id: BlockId;
  readonly parentId: BlockId;
  readonly height: Height;
  readonly timestamp: UnixSeconds;
  readonly transactions: number;
  /** Whether it contains V2 transactions. */
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

type Blocks = Pick<ChainReader, 'byId' | 'byHeight'>;

const PAGE = 40;
/**
 * Blocks of a page read at the same time. Browsers open six connections per server: over a slow one, the node's status
 * would wait for all requests of a page.
 */
const AT_ONCE = 4;
/** A list that is further behind is reloaded. Also bounds a node that reports parents endlessly. */
const MAX_ARRIVED = 100;

/** The newest page of the list: the tip and the blocks below it. */
export async function linesFrom(reader: Blocks, tip: BlockId, signal: AbortSignal): Promise<BlockLine[]> {
  const line = lineOf(await requireBlock(reader, tip, signal));
  return [line, ...(await linesBelow(reader, line, signal))];
}

/** New rows at the top of a list, and where they join it. */
export interface ArrivedLines {
  readonly arrived: readonly BlockLine[];
  /** Number of replaced rows at the top of the list. */
  readonly replaced: number;
}

/**
 * New rows above a list, found by parent ids; undefined if the tip and the list share no block, or there are too many.
 */
export async function linesArrived(
  reader: Blocks,
  known: readonly BlockLine[],
  tip: BlockId,
  signal: AbortSignal
): Promise<ArrivedLines | undefined> {
  const place = new Map(known.map(({ id }, i) => [id, i]));
  const arrived: BlockLine[] = [];
  let next = tip;
  while (!place.has(next)) {
    const line = lineOf(await requireBlock(reader, next, signal));
    if (line.height <= known.at(-1)!.height || arrived.length === MAX_ARRIVED) return undefined;
    arrived.push(line);
    next = line.parentId;
  }
  return { arrived, replaced: place.get(next)! };
}

/** A page of blocks below a block, each the parent of the previous one. */
export async function linesBelow(
  reader: Blocks,
  { height, parentId }: BlockLine,
  signal?: AbortSignal
): Promise<BlockLine[]> {
  const read: (KnownBlock | undefined)[] = [];
  const count = Math.min(PAGE, height);
  let begun = 0;
  const readOn = async () => {
    while (begun < count) {
      const i = begun++;
      read[i] = await reader.byHeight(height - 1 - i, signal);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  } finally {
    // After a failure, the others read no further.
    begun = count;
  }
  const page: BlockLine[] = [];
  let expected = parentId;
  for (const known of read) {
    // After a reorganization the rest is read with the next request.
    if (known?.id !== expected) break;
    page.push(lineOf(known));
    expected = known.block.parentId;
  }
  if (page.length > 0) return page;
  const parent = height === 0 ? undefined : await reader.byId(parentId, signal);
  return parent ? [lineOf(parent)] : [];
}

async function requireBlock(reader: Blocks, id: BlockId, signal: AbortSignal): Promise<KnownBlock> {
  const known = await reader.byId(id, signal);
  if (!known) throw new UnexpectedError('the node does not have the parent of its own block');
  return known;
}
