import { decodePrefix, encode, mapped, pointer, struct, type Layout } from '$lib/codec/layout';
import { v1Block, type Block, type V2BlockData } from './block';
import { CodecError } from '$lib/codec/errors';
import { hash256 } from '../ids';
import { transactionsKnowing, type ReadKnown } from './multiproof';
import { height64 } from '../time';

/**
 * V2 block encoding: the V1 encoding (payouts as V1 currency even here), a bool, then the V2 data if it is set.
 * @param readKnown see {@link transactionsKnowing}
 */
export const v2BlockKnowing = (readKnown: ReadKnown): Layout<Block> => {
  const transactions = transactionsKnowing(readKnown);
  const v2BlockData: Layout<V2BlockData> = struct({ height: height64, commitment: hash256, transactions });
  return mapped(
    struct({ v1: v1Block, v2: pointer(v2BlockData) }),
    ({ v1, v2 }): Block => (v2 === undefined ? v1 : { ...v1, v2 }),
    (block) => ({ v1: block, v2: block.v2 })
  );
};

/** The same, every transaction read anew. */
export const v2Block = v2BlockKnowing(() => undefined);

/** Blocks that came in an encoding: they are kept in it, and a block never changes. */
const encodings = new WeakMap<Block, Uint8Array>();

/**
 * The block at the start of the bytes, in either generation's layout. {@link encodeBlock} gives V2 bytes back.
 * @throws {CodecError} none is there
 */
export function decodeBlock(bytes: Uint8Array, layout: Layout<Block>): Block {
  const found = decodePrefix(layout, bytes);
  if (found === undefined) throw new CodecError('the block ends too soon');
  if (layout !== v1Block) encodings.set(found.value, bytes.slice(0, found.length));
  return found.value;
}

/**
 * V2 bytes that decode to the block.
 * @throws {CodecError} a block that has none
 */
export const encodeBlock = (block: Block): Uint8Array => encodings.get(block) ?? encode(v2Block, block);
