import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import { publicKeyFromBytes } from '$lib/chain/keys/keys';
import type { Network } from '$lib/chain/network/network';
import { ED25519_ALGORITHM, type SatisfiedPolicy, type UnlockConditions } from '$lib/chain/policy/policy';
import { inputSigHash, signatureSigHash } from '$lib/chain/transaction/sigHash';
import type { ChainState } from '$lib/chain/block/state';
import type { Hash256 } from '$lib/chain/ids';
import type { Transaction, TransactionSignature } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { decodeHex } from '$lib/codec/bytes';
import { medianTimestamp } from '$lib/consensus/state';
import { signPolicy } from './signPolicy';

/** Keys for signing. */
export interface SigningKeys {
  has(publicKey: PublicKey): boolean;
  sign(publicKey: PublicKey, hash: Uint8Array): Signature;
}

/** A transaction with the signatures that could be added. */
export interface Signed<T> {
  readonly transaction: T;
  readonly fullySigned: boolean;
}

/** Fills in the missing signatures of a V1 transaction for known keys. */
export function signTransaction(
  txn: Transaction,
  network: Network,
  state: ChainState,
  keys: SigningKeys
): Signed<Transaction> {
  const conditions = new Map<string, UnlockConditions>(
    [...txn.coinInputs, ...txn.fundInputs].map(({ parentId, unlockConditions }) => [parentId, unlockConditions])
  );
  const signatures = txn.signatures.map((entry): TransactionSignature => {
    const key = conditions.get(entry.parentId)?.publicKeys[Number(entry.publicKeyIndex)];
    if (entry.signature.length > 0 || key?.algorithm !== ED25519_ALGORITHM || key.key.length !== 32) return entry;
    const publicKey = publicKeyFromBytes(key.key);
    if (!keys.has(publicKey)) return entry;
    const hash = signatureSigHash(network, state.index.height, txn, entry);
    return { ...entry, signature: decodeHex(keys.sign(publicKey, hash)) };
  });
  const listed = (parentId: string) => signatures.filter((entry) => entry.parentId === (parentId as Hash256)).length;
  const fullySigned =
    signatures.every(({ signature }) => signature.length > 0) &&
    [...conditions].every(([id, { signaturesRequired }]) => BigInt(listed(id)) >= signaturesRequired);
  return { transaction: { ...txn, signatures }, fullySigned };
}

/** Adds the signatures that a V2 transaction's policies require for known keys. */
export function signV2Transaction(
  txn: V2Transaction,
  state: ChainState,
  keys: SigningKeys,
  verifySignature: VerifySignature
): Signed<V2Transaction> {
  const sigHash = inputSigHash(txn);
  const context = { height: state.index.height, medianTimestamp: medianTimestamp(state), sigHash, verifySignature };
  let fullySigned = true;
  const signWith = (publicKey: PublicKey) => {
    return keys.has(publicKey) ? keys.sign(publicKey, sigHash) : undefined;
  };
  const signed = <I extends { readonly satisfiedPolicy: SatisfiedPolicy }>(input: I): I => {
    const { isComplete, ...satisfiedPolicy } = signPolicy(input.satisfiedPolicy, context, signWith);
    fullySigned &&= isComplete;
    return { ...input, satisfiedPolicy };
  };
  const transaction = { ...txn, coinInputs: txn.coinInputs.map(signed), fundInputs: txn.fundInputs.map(signed) };
  return { transaction, fullySigned };
}
