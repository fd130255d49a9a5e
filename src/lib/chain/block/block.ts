import { encode, list, struct, u64, type Decoded, type Layout } from '$lib/codec/layout';
import { limited } from '$lib/codec/longLayout';
import { v1CoinOutput, type CoinOutput } from '../element/elements';
import { hashHex } from '../hash';
import { blockId32, hash256, type BlockId, type Hash256 } from '../ids';
import type { Height, UnixSeconds } from '../time';
import { timestamp64 } from '../timeLayouts';
import { transaction, type Transaction } from '../transaction/transaction';
import type { V2Transaction } from '../transaction/v2Transaction';
import { MAX_BLOCK_WEIGHT } from './maxWeight';

/** Bytes of an encoded {@link BlockHeader}. */
export const HEADER_BYTES = 80;
/** Offset of the u64le nonce in an encoded header, and therefore in an encoded block. */
export const NONCE_OFFSET = 32;

/** 80 bytes: parentId [0,32) · nonce u64le [32,40) · timestamp u64le seconds [40,48) · commitment [48,80). */
export const blockHeader = struct({ parentId: blockId32, nonce: u64, timestamp: timestamp64, commitment: hash256 });
export type BlockHeader = Decoded<typeof blockHeader>;

/**
 * Proof-of-work hash: BLAKE2b-256 of the 80 header bytes; compared to a target as a big-endian number.
 * @throws {CodecError} nonce outside u64
 */
export const blockId = (header: BlockHeader): BlockId => hashHex<BlockId>(encode(blockHeader, header));

/** The part of a block that exists from the V2 allow height on. */
export interface V2BlockData {
  readonly height: Height;
  readonly commitment: Hash256;
  readonly transactions: readonly V2Transaction[];
}

/** A block; `v2` is present from the V2 allow height on. */
export interface Block {
  readonly parentId: BlockId;
  readonly nonce: bigint;
  readonly timestamp: UnixSeconds;
  readonly minerPayouts: readonly CoinOutput[];
  readonly transactions: readonly Transaction[];
  readonly v2?: V2BlockData;
}

/**
 * The V1 transactions of a block, with the error for those that no block could have: fields of a few bytes each take
 * hundreds in memory, so they are not read.
 */
export const v1Transactions = (tooHeavy?: () => Error): Layout<Transaction[]> =>
  limited<Transaction[]>(MAX_BLOCK_WEIGHT, list(transaction), tooHeavy);

/** {@link v1Block}, with the error for transactions that no block could have. */
export const v1BlockWith = (tooHeavy?: () => Error): Layout<Block> =>
  struct({
    parentId: blockId32,
    nonce: u64,
    timestamp: timestamp64,
    minerPayouts: list(v1CoinOutput),
    transactions: v1Transactions(tooHeavy)
  });

/** V1 block encoding; a V2 block starts with the same bytes. */
export const v1Block = v1BlockWith();
