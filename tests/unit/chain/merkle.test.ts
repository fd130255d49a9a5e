import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { blockHeader, blockId, v1Block } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { blockHeaderOf, v1Commitment, v2Commitment, v2CommitmentLeaves } from '$lib/chain/block/commitment';
import { v1CoinOutput } from '$lib/chain/element/elements';
import { merkleLeaf, merkleNode, merkleRoot } from '$lib/chain/merkle';
import type { BlockId, FileContractId, FundOutputId } from '$lib/chain/ids';
import { blockReward, foundationSubsidy, maturityHeight, nonceFactorAt } from '$lib/chain/network/rewards';
import { chainState } from '$lib/chain/block/stateLayout';
import { storageProofLeafIndex } from '$lib/chain/element/storageProofLeafIndex';
import { transaction } from '$lib/chain/transaction/transaction';
import {
  claimOutputId,
  contractPayoutId,
  foundationOutputId,
  minerOutputId
} from '$lib/chain/transaction/transactionIds';
import { v2ClaimOutputId, v2ContractOutputId, v2RenewalId } from '$lib/chain/transaction/v2TransactionIds';
import { VOID_ADDRESS } from '$lib/chain/address';
import { encodeHex } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { MAINNET } from '../../support/networks';
import { fromHex, loadVectors, toHex } from '../../support/vectors';

interface Vectors {
  ids: {
    contract: Record<string, string> & { id: FileContractId };
    foundation: { blockID: BlockId; id: string };
    miner: { blockID: BlockId; index: number; minerOutputID: string }[];
    siafundClaim: { parent: FundOutputId; v1: string; v2: string };
  };
  rewards: {
    blockReward: string;
    childHeight: string;
    foundationSubsidy: string;
    foundationSubsidyExists: boolean;
    maturityHeight: string;
    nonceFactor: string;
  }[];
  state: { hex: string };
  storageProofLeafIndex: { contractID: FileContractId; filesize: string; leafIndex: string; windowID: BlockId }[];
  v1: { hex: string; id: string; leaves: string[] | null; root: string }[];
  v2: {
    commitment: string;
    foundationOutputID: string;
    header: { hex: string };
    hex: string;
    id: BlockId;
    leaves: string[];
    minerAddress: Address;
    minerOutputID: string;
  }[];
}
const vectors = loadVectors<Vectors>('merkle');
const state = fromHex(chainState, vectors.state.hex);

test('the state in commitments has one encoding', () => {
  expect(toHex(chainState, state)).toBe(vectors.state.hex);
});

describe('V1 blocks', () => {
  test.each(vectors.v1)('$id', ({ hex, id, leaves, root }) => {
    const block = fromHex(v1Block, hex);
    expect(toHex(v1Block, block)).toBe(hex);
    const leafHashes = [
      ...block.minerPayouts.map((payout) => encode(v1CoinOutput, payout)),
      ...block.transactions.map((txn) => encode(transaction, txn))
    ].map(merkleLeaf);
    expect(leafHashes.map(encodeHex)).toEqual(leaves ?? []);
    expect(v1Commitment(block.minerPayouts, block.transactions)).toBe(root);
    expect(blockId(blockHeaderOf(block))).toBe(id);
  });
});

describe('V2 blocks', () => {
  test.each(vectors.v2)('$id', (row) => {
    const block = fromHex(v2Block, row.hex);
    expect(toHex(v2Block, block)).toBe(row.hex);
    const parts = [state, row.minerAddress, block.transactions, block.v2!.transactions] as const;
    expect(v2CommitmentLeaves(...parts).map(encodeHex)).toEqual(row.leaves);
    expect(v2Commitment(...parts)).toBe(row.commitment);
    expect(block.v2!.commitment).toBe(row.commitment);
    expect(toHex(blockHeader, blockHeaderOf(block))).toBe(row.header.hex);
    expect(blockId(blockHeaderOf(block))).toBe(row.id);
    expect(minerOutputId(row.id, 0)).toBe(row.minerOutputID);
    expect(foundationOutputId(row.id)).toBe(row.foundationOutputID);
  });
});

describe('ids', () => {
  test('of contract outputs', () => {
    const { id, ...expected } = vectors.ids.contract;
    expect({
      valid0: contractPayoutId(id, true, 0),
      valid1: contractPayoutId(id, true, 1),
      missed0: contractPayoutId(id, false, 0),
      missed1: contractPayoutId(id, false, 1),
      v2renter: v2ContractOutputId(id, 'renter'),
      v2host: v2ContractOutputId(id, 'host'),
      v2renewal: v2RenewalId(id)
    }).toEqual(expected);
  });

  test.each(vectors.ids.miner)('of miner payout $index', ({ blockID, index, minerOutputID }) => {
    expect(minerOutputId(blockID, index)).toBe(minerOutputID);
  });

  test('of the foundation subsidy', () => {
    expect(foundationOutputId(vectors.ids.foundation.blockID)).toBe(vectors.ids.foundation.id);
  });

  test('of claims', () => {
    const { parent, v1, v2 } = vectors.ids.siafundClaim;
    expect(claimOutputId(parent)).toBe(v1);
    expect(v2ClaimOutputId(parent)).toBe(v2);
  });
});

describe('rewards', () => {
  const subsidyAddress = MAINNET.hardforkFoundation.primaryAddress;

  test.each(vectors.rewards)('height $childHeight', (row) => {
    const height = Number(row.childHeight);
    expect(blockReward(MAINNET, height)).toBe(BigInt(row.blockReward));
    expect(nonceFactorAt(MAINNET, height)).toBe(BigInt(row.nonceFactor));
    expect(maturityHeight(MAINNET, height)).toBe(BigInt(row.maturityHeight));
    expect(foundationSubsidy(MAINNET, subsidyAddress, height)).toBe(
      row.foundationSubsidyExists ? BigInt(row.foundationSubsidy) : undefined
    );
  });

  test('the nonce factor begins with the fork', () => {
    const fork = 179_000;
    expect([fork - 1, fork].map((height) => nonceFactorAt(MAINNET, height))).toEqual([1n, 1009n]);
  });

  test('the foundation subsidy is monthly after the fork, and absent for the void address', () => {
    const month = 298_000 + 4380;
    expect(foundationSubsidy(MAINNET, subsidyAddress, month)).toBe(30_000n * 4380n * 10n ** 24n);
    expect(foundationSubsidy(MAINNET, subsidyAddress, month + 1)).toBeUndefined();
    expect(foundationSubsidy(MAINNET, VOID_ADDRESS, month)).toBeUndefined();
  });
});

test.each(vectors.storageProofLeafIndex)('storage proof leaf of $filesize bytes', (row) => {
  expect(storageProofLeafIndex(row.contractID, row.windowID, BigInt(row.filesize))).toBe(BigInt(row.leafIndex));
});

test('a storage proof of an empty file is for leaf 0', () => {
  const { contractID, windowID } = vectors.storageProofLeafIndex[0]!;
  expect(storageProofLeafIndex(contractID, windowID, 0n)).toBe(0n);
});

/** The recursive definition: the left tree holds the largest power of two below the number of leaves. */
function recursiveRoot(leaves: Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return leaves[0]!;
  const half = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return merkleNode(recursiveRoot(leaves.slice(0, half)), recursiveRoot(leaves.slice(half)));
}

test('the Merkle root of 1 to 40 leaves matches the recursive definition', () => {
  const leaves = Array.from({ length: 40 }, (_, i) => merkleLeaf(Uint8Array.of(i)));
  for (let count = 1; count <= leaves.length; count++) {
    expect(merkleRoot(leaves.slice(0, count))).toEqual(recursiveRoot(leaves.slice(0, count)));
  }
  expect(merkleRoot([])).toEqual(new Uint8Array(32));
});
