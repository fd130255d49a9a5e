import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { transactionsWithMultiproof } from '$lib/chain/block/multiproof';
import type { ElementAccumulator } from '$lib/chain/block/state';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement } from '$lib/chain/element/elements';
import type { CoinOutputId } from '$lib/chain/ids';
import { coinLeafHash } from '$lib/chain/proof/elementLeaf';
import {
  EMPTY_V2_TRANSACTION,
  encodeV2Transaction,
  v2Transaction,
  type V2Transaction
} from '$lib/chain/transaction/v2Transaction';
import { CodecError } from '$lib/codec/errors';
import { decode, encode } from '$lib/codec/layout';
import { applyLeaves } from '$lib/consensus/accumulator/accumulator';
import { ProofCache } from '$lib/consensus/accumulator/proofCache';

const LEAVES = 45;
const EMPTY: ElementAccumulator = { numLeaves: 0n, trees: [] };
const coinOf = (i: number): CoinElement => ({
  stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
  id: i.toString(16).padStart(64, '0') as CoinOutputId,
  output: { value: hastings(BigInt(i + 1)), address: VOID_ADDRESS },
  maturityHeight: 0n
});
const coins = Array.from({ length: LEAVES }, (_, i) => coinOf(i));
const { accumulator, stateElements } = applyLeaves(
  EMPTY,
  coins.map((coin) => ({
    stateElement: coin.stateElement,
    leafHash: (leafIndex) => coinLeafHash(coin, false, leafIndex)
  }))
);
const placed = coins.map((coin, i) => ({ ...coin, stateElement: stateElements[i]! }));

const satisfiedPolicy = { policy: { type: 'thresh' as const, n: 0, of: [] }, signatures: [], preimages: [] };
const spending = (parents: readonly CoinElement[]): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  coinInputs: parents.map((parent) => ({ parent, satisfiedPolicy }))
});
const parentsOf = (transactions: readonly V2Transaction[]) =>
  transactions.flatMap(({ coinInputs }) => coinInputs.map(({ parent }) => parent));
const sent = (transactions: readonly V2Transaction[]): V2Transaction[] =>
  decode(transactionsWithMultiproof, encode(transactionsWithMultiproof, transactions));
const isContained = (parent: CoinElement) => new ProofCache(accumulator).containsUnspent(parent, coinLeafHash);

const picks = fc.array(fc.uniqueArray(fc.nat(LEAVES - 1), { maxLength: 6 }), { minLength: 1, maxLength: 3 });

test('hashes computed while decoding a multiproof are not computed again', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(LEAVES - 1), { maxLength: 12 }), (chosen) => {
      const leafHash = vi.fn(coinLeafHash);
      const parents = parentsOf(sent([spending(chosen.map((i) => placed[i]!))]));
      const proven = new ProofCache(accumulator);
      expect(parents.every((parent) => proven.containsUnspent(parent, leafHash))).toBe(true);
      expect(leafHash).not.toHaveBeenCalled();
    })
  );
});

test('for any bytes, a decoded element is contained exactly if its copy is, which has no cached hashes', () => {
  fc.assert(
    fc.property(picks, fc.nat(), fc.nat(7), (spends, at, bit) => {
      const bytes = encode(
        transactionsWithMultiproof,
        spends.map((chosen) => spending(chosen.map((i) => placed[i]!)))
      );
      bytes[at % bytes.length]! ^= 1 << bit;
      let transactions: V2Transaction[];
      try {
        transactions = decode(transactionsWithMultiproof, bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(CodecError);
        return;
      }
      for (const parent of parentsOf(transactions)) {
        expect(isContained(parent)).toBe(isContained(structuredClone(parent)));
      }
      for (const txn of transactions) {
        expect(encodeV2Transaction(txn)).toEqual(encode(v2Transaction, structuredClone(txn)));
      }
    }),
    { numRuns: 300 }
  );
});

test('of two elements that claim one leaf, only the real one is contained', () => {
  const real = placed[7]!;
  const forged = { ...real, output: { ...real.output, value: hastings(10n ** 30n) } };
  for (const claims of [
    [real, forged],
    [forged, real]
  ]) {
    const [first, second] = parentsOf(sent([spending(claims)]));
    expect(isContained(first!)).toBe(first!.output.value === real.output.value);
    expect(isContained(second!)).toBe(second!.output.value === real.output.value);
  }
});

test('a changed copy of a decoded element is not contained', () => {
  const [parent] = parentsOf(sent([spending([placed[3]!])]));
  expect(isContained(parent!)).toBe(true);
  expect(isContained({ ...parent! })).toBe(true);
  expect(isContained({ ...parent!, maturityHeight: 1n })).toBe(false);
  expect(isContained({ ...parent!, output: { ...parent!.output, value: hastings(1n) } })).toBe(false);
});
