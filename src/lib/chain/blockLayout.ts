import { mapped, pointer, struct, type Layout } from '../codec/layout';
import { v1Block, type Block, type V2BlockData } from './block';
import { hash256 } from './ids';
import { transactionsWithMultiproof } from './multiproof';
import { height64 } from './time';

const v2BlockData: Layout<V2BlockData> = struct({
  height: height64,
  commitment: hash256,
  transactions: transactionsWithMultiproof
});

/** V2 block encoding: the V1 encoding (payouts as V1 currency even here), a bool, then the V2 data if it is set. */
export const v2Block: Layout<Block> = mapped(
  struct({ v1: v1Block, v2: pointer(v2BlockData) }),
  ({ v1, v2 }): Block => (v2 === undefined ? v1 : { ...v1, v2 }),
  (block) => ({ v1: block, v2: block.v2 })
);
