import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { UnexpectedError } from '$lib/errors';
import { transactionCount, type ChainReader, type KnownBlock } from './blockReader';

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

type Blocks = Pick<ChainReader, 'byId' | 'byHeight'>;

const PAGE = 40;

/** The newest page of the list: the tip and the blocks below it. */
export async function linesFrom(reader: Blocks, tip: BlockId, signal: AbortSignal): Promise<BlockLine[]> {
  const line = lineOf(await requireBlock(reader, tip, signal));
  return [line, ...(await linesBelow(reader, line, signal))];
}

/** Lines that came on top of a list, and where the list goes on below them. */
export interface ArrivedLines {
  readonly arrived: readonly BlockLine[];
  /** How many lines at the top of the list were replaced. */
  readonly replaced: number;
}

/** What came on top of a list, found from parent to parent; undefined when the tip and the list share no block. */
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
    if (line.height <= known.at(-1)!.height) return undefined;
    arrived.push(line);
    next = line.parentId;
  }
  return { arrived, replaced: place.get(next)! };
}

/** A page of blocks below one, each the parent of the one before. */
export async function linesBelow(
  reader: Blocks,
  { height, parentId }: BlockLine,
  signal?: AbortSignal
): Promise<BlockLine[]> {
  const heights = Array.from({ length: Math.min(PAGE, height) }, (_, i) => height - 1 - i);
  const read = await Promise.all(heights.map((at) => reader.byHeight(at, signal)));
  const page: BlockLine[] = [];
  let expected = parentId;
  for (const known of read) {
    // Where a reorganisation came between, the rest is read when asked for again.
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
  if (!known) throw new UnexpectedError('the node does not know the parent of its own block');
  return known;
}
