import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { v1Block } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { coinElementHash, elementLeafHash } from '$lib/chain/element/elementHash';
import type { CoinElement } from '$lib/chain/element/elements';
import { merkleNode } from '$lib/chain/merkle';
import type { Hash256 } from '$lib/chain/ids';
import { transactionsWithMultiproof } from '$lib/chain/block/multiproof';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { satisfiedPolicy, satisfiedPolicyLength, spendPolicy } from '$lib/chain/policy/policyLayout';
import { formatPolicy, parsePolicy } from '$lib/chain/policy/policyText';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { transaction } from '$lib/chain/transaction/transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, v2Transaction, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionWeight } from '$lib/chain/block/weight';
import { encodeHex } from '$lib/codec/bytes';
import { runAtOnce } from '$lib/async/stepQueue';
import { decodeStartInSteps } from '$lib/codec/decodeInSteps';
import { CodecError } from '$lib/codec/errors';
import { decode, decodeStart, encode, type Layout } from '$lib/codec/layout';
import { anyPolicy, anySatisfiedPolicy, anyTransaction, anyV1Block, anyV2Transaction } from '../../support/arbitraries';

function expectRoundTrip<T>(layout: Layout<T>, any: fc.Arbitrary<T>): void {
  fc.assert(
    fc.property(any, fc.nat(), (value, cut) => {
      const bytes = encode(layout, value);
      expect(decode(layout, bytes)).toEqual(value);
      expect(runAtOnce(decodeStartInSteps(layout, bytes))).toEqual({ value, length: bytes.length });
      const truncated = bytes.subarray(0, cut % bytes.length);
      expect(() => decode(layout, truncated)).toThrow(CodecError);
      expect(runAtOnce(decodeStartInSteps(layout, truncated))).toEqual(decodeStart(layout, truncated));
    })
  );
}

describe('encodings decode to the same value, and no prefix of them decodes', () => {
  test('V1 transactions', () => expectRoundTrip(transaction, anyTransaction));
  test('V2 transactions', () => expectRoundTrip(v2Transaction, anyV2Transaction));
  test('V1 blocks', () => expectRoundTrip(v1Block, anyV1Block));
  test('V1 blocks in V2 encoding', () => expectRoundTrip(v2Block, anyV1Block));
  test('policies', () => expectRoundTrip(spendPolicy, anyPolicy));
});

test('random bytes either decode or throw a CodecError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const layout of [transaction, v2Transaction, v2Block, spendPolicy, transactionsWithMultiproof]) {
        try {
          decode<unknown>(layout as Layout<unknown>, bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(CodecError);
        }
      }
    }),
    { numRuns: 500 }
  );
});

test('a transaction with a corrupted byte either decodes or throws a CodecError', () => {
  fc.assert(
    fc.property(anyV2Transaction, fc.nat(), fc.nat(255), (txn, at, byte) => {
      const bytes = encode(v2Transaction, txn);
      bytes[at % bytes.length] = byte;
      try {
        decode(v2Transaction, bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(CodecError);
      }
    })
  );
});

test('the length of a satisfied policy is that of its encoding', () => {
  fc.assert(
    fc.property(anySatisfiedPolicy, (satisfied) => {
      expect(satisfiedPolicyLength(satisfied)).toBe(encode(satisfiedPolicy, satisfied).length);
    })
  );
});

test('policy text round-trips', () => {
  fc.assert(
    fc.property(anyPolicy, (policy) => {
      expect(parsePolicy(formatPolicy(policy))).toEqual(policy);
    })
  );
});

test('hiding any children of any threshold preserves its address', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyPolicy, fc.boolean()), { maxLength: 5 }), fc.nat(255), (children, n) => {
      const open: SpendPolicy = { type: 'thresh', n, of: children.map(([policy]) => policy) };
      const hidden: SpendPolicy = {
        type: 'thresh',
        n,
        of: children.map(([policy, isHidden]) =>
          isHidden && policy.type !== 'opaque' ? { type: 'opaque', address: policyAddress(policy) } : policy
        )
      };
      expect(policyAddress(hidden)).toBe(policyAddress(open));
    })
  );
});

const withoutProofs = (txn: V2Transaction): V2Transaction => ({
  ...txn,
  coinInputs: txn.coinInputs.map((input) => ({
    ...input,
    parent: { ...input.parent, stateElement: { leafIndex: 0n, merkleProof: [] } }
  }))
});

test('V2 ids, signature hashes and weights do not depend on the leaf indexes of inputs', () => {
  fc.assert(
    fc.property(anyV2Transaction, (txn) => {
      const moved = withoutProofs(txn);
      expect(v2TransactionId(moved)).toBe(v2TransactionId(txn));
      expect(inputSigHash(moved)).toEqual(inputSigHash(txn));
      expect(v2TransactionWeight(moved)).toBe(v2TransactionWeight(txn));
    })
  );
});

/** A forest over the elements, and each element with its proof. */
function place(elements: readonly CoinElement[]): CoinElement[] {
  const placed: CoinElement[] = [];
  let first = 0;
  for (let height = 31; height >= 0; height--) {
    if (((elements.length >> height) & 1) === 0) continue;
    const members = elements.slice(first, first + 2 ** height);
    const proofs: Hash256[][] = members.map(() => []);
    let row = members.map((element, i) => elementLeafHash(coinElementHash(element), BigInt(first + i), false));
    for (let level = 0; level < height; level++) {
      proofs.forEach((proof, i) => proof.push(encodeHex(row[(i >> level) ^ 1]!) as Hash256));
      row = Array.from({ length: row.length / 2 }, (_, i) => merkleNode(row[2 * i]!, row[2 * i + 1]!));
    }
    members.forEach((element, i) =>
      placed.push({ ...element, stateElement: { leafIndex: BigInt(first + i), merkleProof: proofs[i]! } })
    );
    first += members.length;
  }
  return placed;
}

test('a multiproof restores every proof, whichever leaves are spent', () => {
  const sample = fc.sample(anyV2Transaction, { numRuns: 60, seed: 1 }).flatMap((txn) => txn.coinInputs);
  const forest = place(sample.map(({ parent }) => parent).slice(0, 45));
  expect(forest.length).toBe(45);
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(44), { maxLength: 6 }), { maxLength: 4 }), (spends) => {
      const transactions = spends.map((indices) => ({
        ...EMPTY_V2_TRANSACTION,
        coinInputs: indices.map((i) => ({ ...sample[0]!, parent: forest[i]! }))
      }));
      const bytes = encode(transactionsWithMultiproof, transactions);
      expect(decode(transactionsWithMultiproof, bytes)).toEqual(transactions);
    })
  );
});
