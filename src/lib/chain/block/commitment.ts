import { concatBytes, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { decode, encode, type Layout } from '$lib/codec/layout';
import { addressHash, type Address } from '../address';
import type { Block, BlockHeader } from './block';
import { v1CoinOutput, type CoinOutput } from '../element/elements';
import { merkleLeaf, merkleLeafEncoded, merkleRoot } from '../merkle';
import { distinguisher, hashEncoded } from '../taggedHash';
import type { Hash256 } from '../ids';
import { memoize } from '../memoize';
import type { ChainState } from './state';
import { chainState } from './stateLayout';
import { transaction, type Transaction } from '../transaction/transaction';
import { encodeV2Transaction, v2Transaction, type V2Transaction } from '../transaction/v2Transaction';

/** Leaf hash of a V1 transaction in the commitment of either generation of blocks. Memoized, as those of V2 are. */
export const v1CommitmentLeaf = memoize((txn: Transaction): Uint8Array =>
  merkleLeafEncoded((w) => transaction.write(w, txn))
);

/** Leaf hashes of a V1 commitment in order: payouts, then transactions. */
export const v1CommitmentLeaves = (
  payouts: readonly CoinOutput[],
  transactions: readonly Transaction[]
): Uint8Array[] => [
  ...payouts.map((payout) => merkleLeafEncoded((w) => v1CoinOutput.write(w, payout))),
  ...transactions.map(v1CommitmentLeaf)
];

/** Commitment of a V1 block. */
export const v1Commitment = (payouts: readonly CoinOutput[], transactions: readonly Transaction[]): Hash256 =>
  encodeHex(merkleRoot(v1CommitmentLeaves(payouts, transactions))) as Hash256;

/** Leaf hash of a V2 transaction. Memoized: shared by a template and the block made from it. */
export const v2CommitmentLeaf = memoize((txn: V2Transaction): Uint8Array => merkleLeaf(encodeV2Transaction(txn)));

const COMMITMENT_DOMAIN = distinguisher('commitment');
const V2_REPLAY_PREFIX = Uint8Array.of(2);

/** First leaf hash of a V2 commitment: the parent state and the miner's address. */
export function v2StateLeaf(parentState: ChainState, minerAddress: Address): Uint8Array {
  const stateHash = hashEncoded((w) => chainState.write(w, parentState));
  return merkleLeaf(concatBytes(COMMITMENT_DOMAIN, V2_REPLAY_PREFIX, stateHash, addressHash(minerAddress)));
}

/**
 * Leaf hashes of a V2 commitment in order: the parent state with the miner's address, then every transaction in full,
 * Merkle proofs included. The timestamp and the payout value are not committed to.
 */
export function v2CommitmentLeaves(
  parentState: ChainState,
  minerAddress: Address,
  transactions: readonly Transaction[],
  v2transactions: readonly V2Transaction[]
): Uint8Array[] {
  return [
    v2StateLeaf(parentState, minerAddress),
    ...transactions.map(v1CommitmentLeaf),
    ...v2transactions.map(v2CommitmentLeaf)
  ];
}

/** Commitment of a V2 block on top of a state. */
export const v2Commitment = (
  parentState: ChainState,
  minerAddress: Address,
  transactions: readonly Transaction[],
  v2transactions: readonly V2Transaction[]
): Hash256 =>
  encodeHex(merkleRoot(v2CommitmentLeaves(parentState, minerAddress, transactions, v2transactions))) as Hash256;

/**
 * Whether the commitment may also be that of a block with other transactions: it covers their bytes, but not which
 * generation they are of, and bytes can be crafted to decode as either.
 */
export const isAmbiguous = ({ transactions, v2 }: Block): boolean =>
  v2 !== undefined &&
  (transactions.some((txn) => isEncodingOf(v2Transaction, encode(transaction, txn))) ||
    v2.transactions.some((txn) => isEncodingOf(transaction, encodeV2Transaction(txn))));

function isEncodingOf(layout: Layout<unknown>, bytes: Uint8Array): boolean {
  try {
    decode(layout, bytes);
    return true;
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
}

/** The block header. A V1 block's commitment is computed from its content; a V2 block contains it. */
export const blockHeaderOf = ({ parentId, nonce, timestamp, minerPayouts, transactions, v2 }: Block): BlockHeader => ({
  parentId,
  nonce,
  timestamp,
  commitment: v2?.commitment ?? v1Commitment(minerPayouts, transactions)
});
