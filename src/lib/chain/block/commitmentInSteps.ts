import { encodeHex } from '$lib/codec/bytes';
import type { Address } from '../address';
import type { Hash256 } from '../ids';
import { merkleRootInSteps } from '../merkleInSteps';
import type { Transaction } from '../transaction/transaction';
import { encodeV2Transaction, type V2Transaction } from '../transaction/v2Transaction';
import { v1CommitmentLeaf, v2CommitmentLeaf, v2StateLeaf } from './commitment';
import type { ChainState } from './state';

/** Transactions hashed in one step. */
const STEP = 500;
/** Bytes of them: proofs, which have no weight, can make a transaction very long. */
const STEP_BYTES = 500_000;

/** Commitment to these leaf hashes. Yields between its steps: a block has room for hundreds of thousands. */
export function* commitmentInSteps(leaves: readonly Uint8Array[]): Generator<void, Hash256> {
  return encodeHex(yield* merkleRootInSteps(leaves)) as Hash256;
}

/** `v2Commitment` for very many transactions. Yields between its steps. */
export function* v2CommitmentInSteps(
  parentState: ChainState,
  minerAddress: Address,
  transactions: readonly Transaction[],
  v2transactions: readonly V2Transaction[]
): Generator<void, Hash256> {
  const leaves = [v2StateLeaf(parentState, minerAddress)];
  for (const txn of transactions) {
    if (leaves.length % STEP === 0) yield;
    leaves.push(v1CommitmentLeaf(txn));
  }
  let bytes = 0;
  for (const txn of v2transactions) {
    if (leaves.length % STEP === 0 || bytes >= STEP_BYTES) {
      yield;
      bytes = 0;
    }
    leaves.push(v2CommitmentLeaf(txn));
    bytes += encodeV2Transaction(txn).length;
  }
  return yield* commitmentInSteps(leaves);
}
