import { concatBytes, encodeU64le } from '../codec/bytes';
import { byteString, encode, list, pointer, type Layout } from '../codec/layout';
import { address32 } from './address';
import { v2Currency } from './currency';
import { coinOutput, fundOutput } from './elements';
import {
  v2FileContract,
  v2FileContractRenewal,
  v2StorageProof,
  type V2FileContract,
  type V2FileContractRenewal
} from './fileContract';
import { coinOutputId32, fileContractId32, fundOutputId32 } from './ids';
import { ZERO_SIGNATURE } from './keys';
import { attestation, type Attestation, type V2Resolution, type V2Transaction } from './v2transaction';

/** The contract as its signatures see it. */
export const unsignedContract = (contract: V2FileContract): V2FileContract => ({
  ...contract,
  renterSignature: ZERO_SIGNATURE,
  hostSignature: ZERO_SIGNATURE
});

/** The renewal as its signatures see it: its own two and the new contract's two are zero. */
export const unsignedRenewal = (renewal: V2FileContractRenewal): V2FileContractRenewal => ({
  ...renewal,
  newContract: unsignedContract(renewal.newContract),
  renterSignature: ZERO_SIGNATURE,
  hostSignature: ZERO_SIGNATURE
});

/** The attestation as its signature sees it. */
export const unsignedAttestation = (signed: Attestation): Attestation => ({ ...signed, signature: ZERO_SIGNATURE });

/** No type byte here; a storage proof drops the Merkle proof of its index, which changes with every block. */
function resolutionBytes(resolution: V2Resolution): Uint8Array {
  switch (resolution.type) {
    case 'renewal':
      return encode(v2FileContractRenewal, unsignedRenewal(resolution.renewal));
    case 'storageProof': {
      const { proofIndex } = resolution.storageProof;
      const stateElement = { ...proofIndex.stateElement, merkleProof: [] };
      return encode(v2StorageProof, { ...resolution.storageProof, proofIndex: { ...proofIndex, stateElement } });
    }
    case 'expiration':
      return new Uint8Array(0);
  }
}

const counted = <T>(items: readonly T[], bytes: (item: T) => Uint8Array): Uint8Array =>
  concatBytes(encodeU64le(BigInt(items.length)), ...items.map(bytes));

const countedBy = <T>(layout: Layout<T>, items: readonly T[]): Uint8Array => encode(list(layout), [...items]);

/** Ids and signature hashes ask for the same bytes again and again, and a transaction never changes. */
const encoded = new WeakMap<V2Transaction, Uint8Array<ArrayBuffer>>();

/**
 * What ids and input signatures of a V2 transaction cover: parents by id alone, contracts without signatures, no
 * version and no bit field. Values, policies and claim addresses of the parents are not covered, so proofs can be
 * refreshed without signing again.
 */
export function encodeSemantics(txn: V2Transaction): Uint8Array<ArrayBuffer> {
  let bytes = encoded.get(txn);
  if (bytes === undefined) encoded.set(txn, (bytes = semanticBytes(txn)));
  return bytes;
}

function semanticBytes(txn: V2Transaction): Uint8Array<ArrayBuffer> {
  return concatBytes(
    countedBy(
      coinOutputId32,
      txn.coinInputs.map(({ parent }) => parent.id)
    ),
    countedBy(coinOutput, txn.coinOutputs),
    countedBy(
      fundOutputId32,
      txn.fundInputs.map(({ parent }) => parent.id)
    ),
    countedBy(fundOutput, txn.fundOutputs),
    countedBy(v2FileContract, txn.fileContracts.map(unsignedContract)),
    counted(txn.fileContractRevisions, ({ parent, revision }) =>
      concatBytes(encode(fileContractId32, parent.id), encode(v2FileContract, unsignedContract(revision)))
    ),
    counted(txn.fileContractResolutions, ({ parent, resolution }) =>
      concatBytes(encode(fileContractId32, parent.id), resolutionBytes(resolution))
    ),
    countedBy(attestation, txn.attestations),
    encode(byteString, txn.arbitraryData),
    encode(pointer(address32), txn.newFoundationAddress),
    encode(v2Currency, txn.minerFee)
  );
}
