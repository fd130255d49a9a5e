import { describe, expect, test } from 'vitest';
import { blockHeader, blockId, v1Block, type Block } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { blockHeaderOf, v2Commitment } from '$lib/chain/block/commitment';
import {
  chainIndexElementHash,
  coinElementHash,
  elementLeafHash,
  fundElementHash,
  v2FileContractElementHash
} from '$lib/chain/element/elementHash';
import { UNASSIGNED_LEAF_INDEX, type StateElement } from '$lib/chain/element/elements';
import { merkleNode } from '$lib/chain/merkle';
import type { Hash256 } from '$lib/chain/ids';
import { transactionsWithMultiproof } from '$lib/chain/block/multiproof';
import type { ChainState } from '$lib/chain/block/state';
import { chainState } from '$lib/chain/block/stateLayout';
import { transaction } from '$lib/chain/transaction/transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, v2Transaction, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { blockWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { fromHex, loadVectors, toHex } from '../../support/vectors';

interface BlockVector {
  header: string;
  id: string;
  v1hex?: string;
  v2hex?: string;
}
interface Step {
  block: BlockVector;
  state: { hex: string };
  tracked: {
    elementHash: string;
    leafHash: string;
    leafIndex: string;
    spent: boolean;
    merkleProof: Hash256[] | null;
  }[];
}
const chain = loadVectors<{ genesisState: { hex: string }; blocks: Step[] }>('accumulator');
const later = loadVectors<{ blocks: Step[] }>('accumulator2');
const reorg = loadVectors<{ applied: Step[]; reverted: Step[] }>('accumulator-reorg');
const invalid = loadVectors<{
  blocks: {
    name: string;
    block?: BlockVector;
    // Values too long to write out are given by their parts.
    zeroArbitraryData?: string;
    commitment?: Hash256;
    nonce?: string;
    id?: string;
  }[];
  v2transactions: { name: string; hex?: string; id?: string; zeroArbitraryData?: string }[];
  v1transactions: { name: string; hex: string }[];
  states: Record<string, { state: { hex: string } }>;
}>('invalid');
const difficulty = loadVectors<{ runs: Record<string, { startState?: { hex: string } }> }>('difficulty');

const tip = fromHex(chainState, invalid.states.tip!.state.hex);

const line = [...chain.blocks, ...later.blocks];
const steps = [...line, ...reorg.reverted, ...reorg.applied];

/** Decodes and encodes a block in whichever form the vector has. */
function roundTrip({ v1hex, v2hex }: BlockVector): Block {
  const layout = v2hex === undefined ? v1Block : v2Block;
  const hex = (v2hex ?? v1hex)!;
  const block = fromHex(layout, hex);
  expect(toHex(layout, block)).toBe(hex);
  return block;
}

test.each(steps.map(({ block }) => block))('block $id', (vector) => {
  const block = roundTrip(vector);
  expect(toHex(blockHeader, blockHeaderOf(block))).toBe(vector.header);
  expect(blockId(blockHeaderOf(block))).toBe(vector.id);
});

test('commitments of the V2 blocks match their parent states', () => {
  const committed = line.flatMap(({ block: vector }, i) => {
    const block = roundTrip(vector);
    if (block.v2 === undefined) return [];
    const parent = fromHex(chainState, line[i - 1]!.state.hex);
    const payee = block.minerPayouts[0]!.address;
    expect(v2Commitment(parent, payee, block.transactions, block.v2.transactions)).toBe(block.v2.commitment);
    return [block];
  });
  expect(committed.length).toBeGreaterThan(20);
});

const states = [
  chain.genesisState,
  ...steps.map(({ state }) => state),
  ...Object.values(invalid.states).map(({ state }) => state),
  ...Object.values(difficulty.runs).flatMap(({ startState }) => (startState === undefined ? [] : [startState]))
];
test.each(states.map(({ hex }, i) => ({ hex, i })))('state $i', ({ hex }) => {
  expect(toHex(chainState, fromHex(chainState, hex))).toBe(hex);
});

test('leaf hashes of every tracked element after every block', () => {
  const tracked = steps.flatMap((step) => step.tracked);
  for (const { elementHash, leafHash, leafIndex, spent } of tracked) {
    expect(encodeHex(elementLeafHash(decodeHex(elementHash), BigInt(leafIndex), spent))).toBe(leafHash);
  }
  expect(tracked.length).toBeGreaterThan(1000);
});

/** The root computed from a leaf and its proof. */
function proofRoot(leaf: Uint8Array, { leafIndex, merkleProof }: StateElement): string {
  const root = merkleProof.reduce(
    (hash, sibling, height) =>
      (leafIndex >> BigInt(height)) & 1n ? merkleNode(decodeHex(sibling), hash) : merkleNode(hash, decodeHex(sibling)),
    leaf
  );
  return encodeHex(root);
}

function elementsOf(txn: V2Transaction): { hash: Uint8Array; place: StateElement }[] {
  return [
    ...txn.coinInputs.map(({ parent }) => ({ hash: coinElementHash(parent), place: parent.stateElement })),
    ...txn.fundInputs.map(({ parent }) => ({ hash: fundElementHash(parent), place: parent.stateElement })),
    ...[...txn.fileContractRevisions, ...txn.fileContractResolutions].map(({ parent }) => ({
      hash: v2FileContractElementHash(parent),
      place: parent.stateElement
    })),
    ...txn.fileContractResolutions.flatMap(({ resolution }) => {
      if (resolution.type !== 'storageProof') return [];
      const { proofIndex } = resolution.storageProof;
      return [{ hash: chainIndexElementHash(proofIndex), place: proofIndex.stateElement }];
    })
  ];
}

const inTree = (state: ChainState, hash: Uint8Array, place: StateElement): boolean =>
  proofRoot(elementLeafHash(hash, place.leafIndex, false), place) === state.elements.trees[place.merkleProof.length];

describe('multiproofs', () => {
  test('rebuild the proofs of every element spent in the chain', () => {
    let proofs = 0;
    for (const [i, { block: vector }] of line.entries()) {
      const transactions = roundTrip(vector).v2?.transactions ?? [];
      for (const { hash, place } of transactions.flatMap(elementsOf)) {
        if (place.leafIndex === UNASSIGNED_LEAF_INDEX) {
          expect(place.merkleProof).toEqual([]);
          continue;
        }
        expect(inTree(fromHex(chainState, line[i - 1]!.state.hex), hash, place)).toBe(true);
        proofs++;
      }
    }
    expect(proofs).toBeGreaterThan(20);
  });

  test('every proof survives a multiproof round trip, including a leaf used twice', () => {
    const shared = line
      .map(({ block }) => roundTrip(block).v2?.transactions ?? [])
      .find((transactions) => transactions.flatMap(elementsOf).length > 1)!;
    const twice = [...shared, ...shared];
    const bytes = toHex(transactionsWithMultiproof, twice);
    expect(fromHex(transactionsWithMultiproof, bytes)).toEqual(twice);
  });

  test('a leaf beyond the stated leaf count is malformed', () => {
    const spending = line.find(({ block }) =>
      (roundTrip(block).v2?.transactions ?? []).some((txn) => txn.coinInputs[0]?.parent.stateElement.merkleProof.length)
    )!;
    const [first] = roundTrip(spending.block).v2!.transactions;
    const hex = toHex(transactionsWithMultiproof, [first!]);
    const bare = {
      ...first!,
      coinInputs: first!.coinInputs.map((input) => ({
        ...input,
        parent: { ...input.parent, stateElement: { ...input.parent.stateElement, merkleProof: [] } }
      }))
    };
    const start = 2 * 8 + toHex(v2Transaction, bare).length;
    const zeroLeaves = hex.slice(0, start) + '00'.repeat(8) + hex.slice(start + 16);
    expect(() => fromHex(transactionsWithMultiproof, zeroLeaves)).toThrow(CodecError);
  });
});

const zeros = (count: string): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  arbitraryData: new Uint8Array(Number(count))
});

describe('a valid transaction has exactly one encoding', () => {
  const encoded = invalid.blocks.filter((row) => row.block !== undefined);

  test.each(encoded)('block: $name', ({ block }) => {
    roundTrip(block!);
  });

  test.each(invalid.blocks.filter((row) => row.block === undefined))('$name', (row) => {
    // The valid block from which it was made, except for the nonce.
    const control = roundTrip(encoded.find(({ name }) => name === 'insufficient work')!.block!);
    const transactions = [...control.v2!.transactions, zeros(row.zeroArbitraryData!)];
    const commitment = row.commitment!;
    const heavy = { ...control, nonce: BigInt(row.nonce!), v2: { ...control.v2!, transactions, commitment } };
    expect(v2Commitment(tip, heavy.minerPayouts[0]!.address, [], transactions)).toBe(commitment);
    expect(blockId(blockHeaderOf(heavy))).toBe(row.id);
    expect(blockWeight(heavy)).toBe(2_000_314);
    expect(toHex(v2Block, fromHex(v2Block, toHex(v2Block, heavy)))).toBe(toHex(v2Block, heavy));
  });

  test.each(invalid.v2transactions)('V2: $name', ({ hex, id, zeroArbitraryData }) => {
    const txn = hex === undefined ? zeros(zeroArbitraryData!) : fromHex(v2Transaction, hex);
    if (hex !== undefined) expect(toHex(v2Transaction, txn)).toBe(hex);
    if (id !== undefined) expect(v2TransactionId(txn)).toBe(id);
    if (zeroArbitraryData !== undefined) expect(v2TransactionWeight(txn)).toBe(Number(zeroArbitraryData));
  });

  test.each(invalid.v1transactions)('V1: $name', ({ hex }) => {
    expect(toHex(transaction, fromHex(transaction, hex))).toBe(hex);
  });
});
