import { concatBytes, decodeHex, encodeU64le } from '../codec/bytes';
import { encode } from '../codec/layout';
import {
  chainIndex,
  coinOutput,
  fundOutput,
  type ChainIndexElement,
  type CoinElement,
  type FundElement
} from './elements';
import { fileContract, v2FileContract, type FileContractElement, type V2FileContractElement } from './fileContract';
import { v2Currency } from './currency';
import { blake2b256, distinguisher, merkleLeaf } from './hash';
import { attestation, type AttestationElement } from './v2transaction';

const COIN = distinguisher('leaf/siacoin');
const FUND = distinguisher('leaf/siafund');
const CHAIN_INDEX = distinguisher('leaf/chainindex');
const FILE_CONTRACT = distinguisher('leaf/filecontract');
const V2_FILE_CONTRACT = distinguisher('leaf/v2filecontract');
const ATTESTATION = distinguisher('leaf/attestation');

const elementHash = (domain: Uint8Array, id: string, ...fields: Uint8Array[]): Uint8Array =>
  blake2b256(concatBytes(domain, decodeHex(id), ...fields));

// What an element is, as the accumulator commits to it: its place and proof are no part of it. 32 bytes each.

export const coinElementHash = ({ id, output, maturityHeight }: CoinElement): Uint8Array =>
  elementHash(COIN, id, encode(coinOutput, output), encodeU64le(maturityHeight));

export const fundElementHash = ({ id, output, claimStart }: FundElement): Uint8Array =>
  elementHash(FUND, id, encode(fundOutput, output), encode(v2Currency, claimStart));

export const chainIndexElementHash = (element: ChainIndexElement): Uint8Array =>
  elementHash(CHAIN_INDEX, element.id, encode(chainIndex, element.chainIndex));

export const fileContractElementHash = (element: FileContractElement): Uint8Array =>
  elementHash(FILE_CONTRACT, element.id, encode(fileContract, element.fileContract));

/** Signatures are part of it. */
export const v2FileContractElementHash = (element: V2FileContractElement): Uint8Array =>
  elementHash(V2_FILE_CONTRACT, element.id, encode(v2FileContract, element.fileContract));

export const attestationElementHash = (element: AttestationElement): Uint8Array =>
  elementHash(ATTESTATION, element.id, encode(attestation, element.attestation));

/** Leaf of the accumulator: H(00 ‖ element hash ‖ u64 leaf index ‖ u8 spent). 32 bytes. */
export const elementLeafHash = (hash: Uint8Array, leafIndex: bigint, spent: boolean): Uint8Array =>
  merkleLeaf(concatBytes(hash, encodeU64le(leafIndex), Uint8Array.of(spent ? 1 : 0)));
