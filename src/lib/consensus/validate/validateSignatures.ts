import { CodecError } from '$lib/codec/errors';
import { ED25519_ALGORITHM, ENTROPY_ALGORITHM, type UnlockConditions, type UnlockKey } from '$lib/chain/policy/policy';
import { signatureSigHash } from '$lib/chain/transaction/sigHash';
import type { Transaction, TransactionSignature } from '$lib/chain/transaction/transaction';
import { acceptSignature, paddedKey } from '$lib/chain/policy/verifyPolicy';
import { reject } from '../errors';
import type { ValidationContext } from './validationContext';

/** Unlock conditions of a parent and the signatures still needed. */
interface Lock {
  needed: bigint;
  readonly keys: readonly UnlockKey[];
  readonly used: Set<bigint>;
}

/** The locks of all parents of the transaction; duplicate parents are rejected. */
function locksOf(txn: Transaction): Map<string, Lock> {
  const locks = new Map<string, Lock>();
  const add = (id: string, { publicKeys, signaturesRequired }: UnlockConditions, what: string): void => {
    if (locks.has(id)) reject('txn/repeated-parent', `transaction ${what} ${id} more than once`);
    locks.set(id, { needed: signaturesRequired, keys: publicKeys, used: new Set() });
  };
  for (const { parentId, unlockConditions } of txn.coinInputs) add(parentId, unlockConditions, 'spends coin input');
  for (const { parentId, unlockConditions } of txn.fundInputs) add(parentId, unlockConditions, 'spends fund input');
  for (const { parentId, unlockConditions } of txn.fileContractRevisions) {
    add(parentId, unlockConditions, 'revises file contract');
  }
  return locks;
}

/** A V1 signature of another length is truncated or zero-padded to 64 bytes, as in the reference implementation. */
export function paddedSignature(signature: Uint8Array): Uint8Array {
  if (signature.length === 64) return signature;
  const padded = new Uint8Array(64);
  padded.set(signature.subarray(0, 64));
  return padded;
}

function sigHashOf({ effects }: ValidationContext, txn: Transaction, signature: TransactionSignature, i: number) {
  try {
    return signatureSigHash(effects.network, effects.state.index.height, txn, signature);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return reject('txn/signature-covers-nothing', `signature ${i} covers a field that does not exist`, {
      cause: error
    });
  }
}

/** Whether it covers the whole transaction and no other signatures, so that no index of a covered field can be wrong. */
export const coversNoIndices = ({ coveredFields: { wholeTransaction, signatures } }: TransactionSignature): boolean =>
  wholeTransaction && signatures.length === 0;

/** Validates the signatures of a V1 transaction: each belongs to a key of a parent; none is missing or redundant. */
export function validateSignatures(context: ValidationContext, txn: Transaction): void {
  const locks = locksOf(txn);
  txn.signatures.forEach((signature, i) => {
    const lock = locks.get(signature.parentId);
    if (lock === undefined) {
      return reject('txn/signature-without-parent', `signature ${i} references parent not present in transaction`);
    }
    const { publicKeyIndex, timelock } = signature;
    const key = publicKeyIndex < BigInt(lock.keys.length) ? lock.keys[Number(publicKeyIndex)] : undefined;
    if (key === undefined) {
      return reject('txn/signature-without-key', `signature ${i} points to a nonexistent public key`);
    }
    if (lock.needed === 0n || lock.used.has(publicKeyIndex)) {
      reject('txn/signature-redundant', `signature ${i} is redundant`);
    }
    if (timelock > BigInt(context.effects.height)) {
      reject('txn/signature-timelocked', `timelock of signature ${i} has not expired`);
    }
    lock.used.add(publicKeyIndex);
    lock.needed--;
    if (key.algorithm === ENTROPY_ALGORITHM) {
      reject('txn/signature-entropy', `signature ${i} uses an entropy public key`);
    }
    // Signatures with unknown algorithms count as valid, so that a soft fork can define them.
    if (key.algorithm !== ED25519_ALGORITHM) return;
    if (context.verifySignature === acceptSignature && coversNoIndices(signature)) return;
    const sigHash = sigHashOf(context, txn, signature, i);
    if (!context.verifySignature(paddedKey(key.key), sigHash, paddedSignature(signature.signature))) {
      reject('txn/signature-invalid', `signature ${i} is invalid`);
    }
  });
  for (const [id, { needed }] of locks) {
    if (needed > 0n) reject('txn/signature-missing', `parent ${id} has missing signatures`);
  }
}
