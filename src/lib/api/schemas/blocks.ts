import * as z from 'zod/mini';
import type { Block, V2BlockData } from '../../chain/block';
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

/** A block of either generation, as update feeds and submissions carry it. */
export const block: JsonCodec<Block> = converted(
  z.object({
    parentID: scalars.blockId,
    nonce: scalars.u64,
    timestamp: scalars.timestamp,
    minerPayouts: listOf(coinOutput, '[]'),
    transactions: listOf(transaction, '[]'),
    v2: optional(v2BlockData)
  }),
  ({ parentID, v2, ...rest }): Block => ({ parentId: parentID, ...rest, ...(v2 && { v2 }) }),
  ({ parentId, nonce, timestamp, minerPayouts, transactions, v2 }) => ({
    parentID: parentId,
    nonce,
    timestamp,
    minerPayouts: [...minerPayouts],
    transactions: [...transactions],
    v2
  })
);
