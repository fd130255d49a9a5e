import { fixedBytes, mapped, struct, u64, type Decoded, type Layout } from '$lib/codec/layout';
import { address32 } from '../address';
import { hastings } from '../currency/currency';
import { v1Currency, v1FundUnits, v2Currency, v2FundUnits } from '../currency/layouts';
import { blockId32, coinOutputId32, fundOutputId32 } from '../ids';
import { height64 } from '../timeLayouts';
import { merkleProof } from './decodedProof';

/** V1 wire form of a coin output: V1 currency, address. */
export const v1CoinOutput = struct({ value: v1Currency, address: address32 });
/** V2 wire form of a coin output, 48 bytes. */
export const coinOutput = struct({ value: v2Currency, address: address32 });
/** An amount and the address that can spend it; the same value in both wire forms. */
export type CoinOutput = Decoded<typeof coinOutput>;

const v1FundOutputWire = struct({ value: v1FundUnits, address: address32, claimStart: v1Currency });
/**
 * V1 wire form of a fund output: value as V1 currency, address, and a V1 currency that is written as zero and ignored
 * when decoding.
 */
export const v1FundOutput: Layout<FundOutput> = mapped(
  v1FundOutputWire,
  ({ value, address }) => ({ value, address }),
  (output) => ({ ...output, claimStart: hastings(0n) })
);
/** V2 wire form of a fund output, 40 bytes. */
export const fundOutput = struct({ value: v2FundUnits, address: address32 });
export type FundOutput = Decoded<typeof fundOutput>;

/**
 * Leaf index in the accumulator, and its Merkle proof. Element layouts start with it, although in JSON the id is first.
 */
export const stateElement = struct({ leafIndex: u64, merkleProof });
export type StateElement = Decoded<typeof stateElement>;

/** Leaf index of an ephemeral element: created in the same block, not in the accumulator yet. */
export const UNASSIGNED_LEAF_INDEX = 10101010101010101010n;

export const chainIndex = struct({ height: height64, id: blockId32 });
/** A block by height and id. */
export type ChainIndex = Decoded<typeof chainIndex>;

export const coinElement = struct({
  stateElement,
  id: coinOutputId32,
  output: coinOutput,
  maturityHeight: u64
});
export type CoinElement = Decoded<typeof coinElement>;

export const fundElement = struct({
  stateElement,
  id: fundOutputId32,
  output: fundOutput,
  claimStart: v2Currency
});
export type FundElement = Decoded<typeof fundElement>;

/** The chain index in a leaf. A storage proof can contain any height: validation, not decoding, rejects a wrong one. */
export const chainIndexLeaf = struct({ height: u64, id: blockId32 });
export const chainIndexElement = struct({ stateElement, id: blockId32, chainIndex: chainIndexLeaf });
export type ChainIndexElement = Decoded<typeof chainIndexElement>;

/** One 64-byte segment of a file; its Merkle proof is separate. */
export const storageProofLeaf = fixedBytes(64);
