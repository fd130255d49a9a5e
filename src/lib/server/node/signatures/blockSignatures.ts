import type { Block } from '$lib/chain/block/block';
import { PolicyError } from '$lib/chain/errors';
import type { V2FileContract } from '$lib/chain/element/fileContract';
import { publicKeyBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import type { Network } from '$lib/chain/network/network';
import { ED25519_ALGORITHM } from '$lib/chain/policy/policy';
import { paddedKey, verifyPolicy } from '$lib/chain/policy/verifyPolicy';
import type { Height } from '$lib/chain/time';
import {
  attestationSigHash,
  contractSigHash,
  inputSigHash,
  renewalSigHash,
  wholeSigHash
} from '$lib/chain/transaction/sigHash';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { decodeHex } from '$lib/codec/bytes';
import type { SignatureCheck } from '$lib/consensus/validate/signatureCache';
import { coversNoIndices, paddedSignature } from '$lib/consensus/validate/validateSignatures';

/**
 * The signatures of a block's transactions, as far as they can be found without the state before it: time locks count
 * as expired, contract keys are those in the transaction, and errors are left to validation. So are V1 signatures that
 * cover parts of a transaction: hashing those can take long.
 * @param parentHeight height of the block before
 * @param max stops after this many: the block may be entirely unvalidated
 */
export function blockSignatures(
  network: Network,
  parentHeight: Height,
  { transactions, v2 }: Pick<Block, 'transactions' | 'v2'>,
  max: number
): readonly SignatureCheck[] {
  const found: SignatureCheck[] = [];
  const take = (checks: Iterable<SignatureCheck>): void => {
    for (const check of checks) {
      if (found.length === max) return;
      found.push(check);
    }
  };
  for (const txn of transactions) take(v1Signatures(network, parentHeight, txn));
  for (const txn of v2?.transactions ?? []) take(transactionSignatures(txn));
  return found;
}

function* v1Signatures(network: Network, parentHeight: Height, txn: Transaction): Generator<SignatureCheck> {
  const parents = [...txn.coinInputs, ...txn.fundInputs, ...txn.fileContractRevisions];
  const keys = new Map(
    parents.map(({ parentId, unlockConditions }) => [parentId as string, unlockConditions.publicKeys])
  );
  for (const signature of txn.signatures) {
    const { parentId, publicKeyIndex } = signature;
    const key = keys.get(parentId)?.[Number(publicKeyIndex)];
    if (key?.algorithm !== ED25519_ALGORITHM || !coversNoIndices(signature)) continue;
    yield {
      publicKey: paddedKey(key.key),
      message: wholeSigHash(network, parentHeight, txn, signature),
      signature: paddedSignature(signature.signature)
    };
  }
}

function* transactionSignatures(txn: V2Transaction): Generator<SignatureCheck> {
  yield* inputSignatures(txn);
  for (const contract of txn.fileContracts) yield* contractSignatures(contractSigHash(contract), contract, contract);
  for (const { parent, revision } of txn.fileContractRevisions) {
    yield* contractSignatures(contractSigHash(revision), revision, parent.fileContract);
  }
  for (const { parent, resolution } of txn.fileContractResolutions) {
    if (resolution.type !== 'renewal') continue;
    const { renewal } = resolution;
    yield* contractSignatures(contractSigHash(renewal.newContract), renewal.newContract, renewal.newContract);
    yield* contractSignatures(renewalSigHash(renewal), renewal, parent.fileContract);
  }
  for (const attestation of txn.attestations) {
    yield checkOf(attestation.publicKey, attestationSigHash(attestation), attestation.signature);
  }
}

function inputSignatures(txn: V2Transaction): readonly SignatureCheck[] {
  const found: SignatureCheck[] = [];
  const context = {
    height: Number.MAX_SAFE_INTEGER,
    medianTimestamp: Infinity,
    sigHash: inputSigHash(txn),
    verifySignature: (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) =>
      found.push({ publicKey, message, signature }) > 0
  };
  for (const { satisfiedPolicy } of [...txn.coinInputs, ...txn.fundInputs]) {
    try {
      verifyPolicy(satisfiedPolicy, context);
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error;
    }
  }
  return found;
}

const checkOf = (key: PublicKey, message: Uint8Array, signature: Signature): SignatureCheck => ({
  publicKey: publicKeyBytes(key),
  message,
  signature: decodeHex(signature)
});

/** @param keys the contract with both parties' keys: for a revision or renewal, the previous one */
const contractSignatures = (
  sigHash: Uint8Array,
  signed: { readonly renterSignature: Signature; readonly hostSignature: Signature },
  keys: V2FileContract
): readonly SignatureCheck[] => [
  checkOf(keys.renterPublicKey, sigHash, signed.renterSignature),
  checkOf(keys.hostPublicKey, sigHash, signed.hostSignature)
];
