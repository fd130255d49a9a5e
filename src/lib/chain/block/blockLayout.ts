import { encode, mapped, pointer, struct, type Layout } from '$lib/codec/layout';
import { v1Block, type Block, type V2BlockData } from './block';
import { hash256 } from '../ids';
import { v2TransactionsWithCache, type CheckTransactions, type ReadCached } from './multiproof';
import { height64 } from '../timeLayouts';

/**
 * V2 block encoding: the V1 encoding (which keeps payouts as V1 currency), a bool, then the V2 data if the bool is set.
 * @param readCached see {@link v2TransactionsWithCache}
 * @param check for blocks from others, which may have no work
 * @param v1 the layout of its V1 part
 */
export const v2BlockWithCache = (readCached: ReadCached, check?: CheckTransactions, v1 = v1Block): Layout<Block> => {
  const transactions = v2TransactionsWithCache(readCached, check);
  const v2BlockData: Layout<V2BlockData> = struct({ height: height64, commitment: hash256, transactions });
  return mapped(
    struct({ v1, v2: pointer(v2BlockData) }),
    ({ v1: block, v2 }): Block => (v2 === undefined ? block : { ...block, v2 }),
    (block) => ({ v1: block, v2: block.v2 })
  );
};

/** V2 block encoding without a transaction cache. */
export const v2Block = v2BlockWithCache(() => undefined);

/** Original encoding of decoded blocks; blocks are immutable. */
const encodings = new WeakMap<Block, Uint8Array>();

/** {@link encodeBlock} will return these bytes, which must be the V2 encoding of the block and never change. */
export function rememberEncoding(block: Block, bytes: Uint8Array): void {
  encodings.set(block, bytes);
}

/**
 * V2 encoding of the block.
 * @throws {CodecError} a value does not fit the layout
 */
export const encodeBlock = (block: Block): Uint8Array => encodings.get(block) ?? encode(v2Block, block);
