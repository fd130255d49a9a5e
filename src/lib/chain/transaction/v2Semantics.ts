import { byteString, list, pointer, encodeWith, type Writer } from '$lib/codec/layout';
import { address32 } from '../address';
import { v2Currency } from '../currency/layouts';
import { coinOutput, fundOutput } from '../element/elements';
import {
  v2FileContract,
  v2FileContractRenewal,
  v2StorageProof,
  type V2FileContract,
  type V2FileContractRenewal
} from '../element/fileContract';
import { coinOutputId32, fileContractId32, fundOutputId32 } from '../ids';
import { memoize } from '../memoize';
import { ZERO_SIGNATURE } from '../keys/keys';
import type { V2Resolution, V2Transaction } from './v2Transaction';
import { attestation, type Attestation } from '../element/attestation';

/** The contract as signed: signatures zeroed. */
export const unsignedContract = (contract: V2FileContract): V2FileContract => ({
  ...contract,
  renterSignature: ZERO_SIGNATURE,
  hostSignature: ZERO_SIGNATURE
});

/** The renewal as signed: its own two signatures and the new contract's zeroed. */
export const unsignedRenewal = (renewal: V2FileContractRenewal): V2FileContractRenewal => ({
  ...renewal,
  newContract: unsignedContract(renewal.newContract),
  renterSignature: ZERO_SIGNATURE,
  hostSignature: ZERO_SIGNATURE
});

/** The attestation as signed: signature zeroed. */
export const unsignedAttestation = (signed: Attestation): Attestation => ({ ...signed, signature: ZERO_SIGNATURE });

/** Omits the type byte, and the Merkle proof of a storage proof's chain index, which changes with every block. */
function writeResolution(w: Writer, resolution: V2Resolution): void {
  switch (resolution.type) {
    case 'renewal':
      return v2FileContractRenewal.write(w, unsignedRenewal(resolution.renewal));
    case 'storageProof': {
      const { proofIndex } = resolution.storageProof;
      const stateElement = { ...proofIndex.stateElement, merkleProof: [] };
      return v2StorageProof.write(w, { ...resolution.storageProof, proofIndex: { ...proofIndex, stateElement } });
    }
    case 'expiration':
      return;
  }
}

function writeCounted<T>(w: Writer, items: readonly T[], write: (item: T) => void): void {
  w.count(items.length);
  for (const item of items) write(item);
}

const coinOutputs = list(coinOutput);
const fundOutputs = list(fundOutput);
const attestations = list(attestation);
const foundationAddress = pointer(address32);

/**
 * Preimage of ids and input signatures of a V2 transaction: parents by id only, contracts without signatures, no
 * version and no bit field. The parents' values, policies and proofs, and the claim addresses, are not covered, so
 * proofs can be updated without signing again. Memoized, because ids and signature hashes share it.
 */
export const encodeSemantics = memoize((txn: V2Transaction) => encodeWith((w) => writeSemantics(w, txn)));

function writeSemantics(w: Writer, txn: V2Transaction): void {
  writeCounted(w, txn.coinInputs, ({ parent }) => coinOutputId32.write(w, parent.id));
  coinOutputs.write(w, txn.coinOutputs);
  writeCounted(w, txn.fundInputs, ({ parent }) => fundOutputId32.write(w, parent.id));
  fundOutputs.write(w, txn.fundOutputs);
  writeCounted(w, txn.fileContracts, (contract) => v2FileContract.write(w, unsignedContract(contract)));
  writeCounted(w, txn.fileContractRevisions, ({ parent, revision }) => {
    fileContractId32.write(w, parent.id);
    v2FileContract.write(w, unsignedContract(revision));
  });
  writeCounted(w, txn.fileContractResolutions, ({ parent, resolution }) => {
    fileContractId32.write(w, parent.id);
    writeResolution(w, resolution);
  });
  attestations.write(w, txn.attestations);
  byteString.write(w, txn.arbitraryData);
  foundationAddress.write(w, txn.newFoundationAddress);
  v2Currency.write(w, txn.minerFee);
}
