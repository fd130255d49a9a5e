import * as z from 'zod/mini';
import { blockId, type Block, type V2BlockData } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { converted, listOf, optional, type JsonCodec } from './codec';
import { coinOutput } from './elements';
import * as scalars from './scalars';
import { transaction } from './transactions';
import { v2Transaction } from './v2transactions';

const v2BlockData: JsonCodec<V2BlockData> = z.object({
  height: scalars.height,
  commitment: scalars.hash256,
  transactions: listOf(v2Transaction, '[]')
}) as unknown as JsonCodec<V2BlockData>;

const blockFields = {
  parentID: scalars.blockId,
  nonce: scalars.u64,
  timestamp: scalars.timestamp,
  minerPayouts: listOf(coinOutput, '[]'),
  transactions: listOf(transaction, '[]'),
  v2: optional(v2BlockData)
};
type BlockJson = z.output<z.ZodMiniObject<typeof blockFields>>;

const toBlock = ({ parentID, nonce, timestamp, minerPayouts, transactions, v2 }: BlockJson): Block => ({
  parentId: parentID,
  nonce,
  timestamp,
  minerPayouts,
  transactions,
  ...(v2 && { v2 })
});
const fromBlock = ({ parentId, nonce, timestamp, minerPayouts, transactions, v2 }: Block): BlockJson => ({
  parentID: parentId,
  nonce,
  timestamp,
  minerPayouts: [...minerPayouts],
  transactions: [...transactions],
  v2
});

/** A block of either version, as in update feeds and submissions. */
export const block: JsonCodec<Block> = converted(z.object(blockFields), toBlock, fromBlock);

/** A single block. Encoded with its id, which is ignored when decoding. */
export const blockWithId: JsonCodec<Block> = converted(
  z.object({ id: z.optional(z.unknown()), ...blockFields }),
  toBlock,
  (block) => ({ id: blockId(blockHeaderOf(block)), ...fromBlock(block) })
);
