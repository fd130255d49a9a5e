import {
  attestationElementHash,
  chainIndexElementHash,
  coinElementHash,
  elementLeafHash,
  fileContractElementHash,
  fundElementHash,
  v2FileContractElementHash
} from '../element/elementHash';
import type { ChainIndexElement, CoinElement, FundElement } from '../element/elements';
import type { FileContractElement, V2FileContractElement } from '../element/fileContract';
import type { FileContractElementDiff, V2FileContractElementDiff } from './update';
import type { AttestationElement } from '../element/attestation';

/** Leaf hash of a coin element, at its own leaf index unless another is given. 32 bytes, like all leaf hashes here. */
export const coinLeafHash = (
  element: CoinElement,
  spent: boolean,
  leafIndex = element.stateElement.leafIndex
): Uint8Array => elementLeafHash(coinElementHash(element), leafIndex, spent);

/** The same for a fund element. */
export const fundLeafHash = (
  element: FundElement,
  spent: boolean,
  leafIndex = element.stateElement.leafIndex
): Uint8Array => elementLeafHash(fundElementHash(element), leafIndex, spent);

/** Resolving a contract spends its element. */
export const fileContractLeafHash = (element: FileContractElement, resolved: boolean): Uint8Array =>
  elementLeafHash(fileContractElementHash(element), element.stateElement.leafIndex, resolved);

/** Resolving a contract spends its element. */
export const v2FileContractLeafHash = (element: V2FileContractElement, resolved: boolean): Uint8Array =>
  elementLeafHash(v2FileContractElementHash(element), element.stateElement.leafIndex, resolved);

/** Attestations are never spent. */
export const attestationLeafHash = (element: AttestationElement): Uint8Array =>
  elementLeafHash(attestationElementHash(element), element.stateElement.leafIndex, false);

/** Chain indices are never spent. */
export const chainIndexLeafHash = (element: ChainIndexElement): Uint8Array =>
  elementLeafHash(chainIndexElementHash(element), element.stateElement.leafIndex, false);

/** Leaf of a V1 contract after the diff's block: its latest revision, spent if resolved. */
export const fileContractDiffLeafHash = ({ fileContractElement, revision, resolved }: FileContractElementDiff) =>
  fileContractLeafHash(
    { ...fileContractElement, fileContract: revision ?? fileContractElement.fileContract },
    resolved
  );

/** Leaf of a V2 contract after the diff's block: its latest revision, spent if resolved. */
export const v2FileContractDiffLeafHash = ({
  v2FileContractElement,
  revision,
  resolution
}: V2FileContractElementDiff) =>
  v2FileContractLeafHash(
    { ...v2FileContractElement, fileContract: revision ?? v2FileContractElement.fileContract },
    resolution !== undefined
  );
