import { block as blockSchema } from '$lib/api/schemas/blocks';
import { encodeJson, type JsonCodec } from '$lib/api/schemas/codec';
import { transaction } from '$lib/api/schemas/transactions';
import { v2Transaction } from '$lib/api/schemas/v2transactions';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { hastings } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID, ZERO_HASH } from '$lib/chain/ids';
import { memoize } from '$lib/chain/memoize';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { unixSeconds } from '$lib/chain/time';
import { encodeUtf8 } from '$lib/codec/bytes';
import { stringifyJson } from '$lib/codec/json';
import type { SizeLimit } from '$lib/mining/work/selectTransactions';

/** Size of a value as sent, in bytes. Dialects differ in letters, not in lengths. */
const printedBytes = <T>(schema: JsonCodec<T>, value: T): number =>
  encodeUtf8(stringifyJson(encodeJson(schema, value))).length;

export const blockBytes = (block: Block): number => printedBytes(blockSchema, block);

const MAX_U64 = 2n ** 64n - 1n;
const MAX_U128 = 2n ** 128n - 1n;

/** With every field at its longest: nonce and payout are unknown until the transactions are selected. */
const emptyBlockBytes = (): number =>
  blockBytes({
    parentId: ZERO_BLOCK_ID,
    nonce: MAX_U64,
    timestamp: unixSeconds(9_999_999_999),
    minerPayouts: [{ value: hastings(MAX_U128), address: VOID_ADDRESS }],
    transactions: [],
    v2: { height: 999_999_999, commitment: ZERO_HASH, transactions: [] }
  });

const transactionBytes = memoize((txn: Transaction) => printedBytes(transaction, txn));
const v2TransactionBytes = memoize((txn: V2Transaction) => printedBytes(v2Transaction, txn));

/** Limits blocks to this many bytes of JSON. */
export const sizeLimit = (maxBytes: number): SizeLimit => ({
  maxBytes,
  emptyBlockBytes: emptyBlockBytes(),
  transactionBytes,
  v2TransactionBytes
});
