import { describe, expect, test } from 'vitest';
import { v1Block, type Block } from '$lib/chain/block/block';
import { encodeBlock, rememberEncoding, v2Block, v2BlockWithCache } from '$lib/chain/block/blockLayout';
import { transactionsWithMultiproof } from '$lib/chain/block/multiproof';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { chainState } from '$lib/chain/block/stateLayout';
import { TransactionCache } from '$lib/chain/block/transactionCache';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement } from '$lib/chain/element/elements';
import { ZERO_HASH, type Hash256 } from '$lib/chain/ids';
import { PRE_GENESIS_HEIGHT } from '$lib/chain/time';
import { height64 } from '$lib/chain/timeLayouts';
import { EMPTY_TRANSACTION, transaction } from '$lib/chain/transaction/transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, v2Transaction, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { concatBytes, encodeU64le } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { decode, encode, encodedLength } from '$lib/codec/layout';
import {
  ALICE,
  BOB,
  signV2Transaction,
  TestChain,
  testNetwork,
  v2AddressOf,
  v2InputOf
} from '../../consensus/testChain';
import { decodeBlock } from '../../../support/decodeBlock';

const chain = new TestChain(testNetwork(1));
chain.growTo(6);
const spending = (parent: CoinElement, key = ALICE): V2Transaction =>
  signV2Transaction(
    {
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [v2InputOf(parent, key)],
      coinOutputs: [{ value: parent.output.value, address: v2AddressOf(BOB) }]
    },
    key
  );
const payment = spending(chain.coinOf(v2AddressOf(ALICE)));
/** Spends an output of the payment, so it has no proof. */
const onward = spending(
  {
    stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
    id: v2CoinOutputId(v2TransactionId(payment), 0),
    output: payment.coinOutputs[0]!,
    maturityHeight: 0n
  },
  BOB
);
/** Spends a coin at this leaf of some accumulator, whose other hashes are zeros. */
function spendingAt(leafIndex: bigint, proofLength: number): V2Transaction {
  const stateElement = { leafIndex, merkleProof: new Array<Hash256>(proofLength).fill(ZERO_HASH) };
  const parent = { ...chain.coinOf(v2AddressOf(ALICE)), stateElement };
  return { ...EMPTY_V2_TRANSACTION, coinInputs: [v2InputOf(parent, ALICE)] };
}
const note: V2Transaction = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(100) };
const block = chain.child({ v2transactions: [payment, onward, note] });
const bytes = encode(v2Block, block);

describe('the encoding of a block', () => {
  test('is the bytes that it was decoded from, without what followed', () => {
    const read = concatBytes(bytes, Uint8Array.of(1, 2, 3));
    const decoded = decodeBlock(read, v2Block);
    expect(decoded).toEqual(block);
    read.fill(0);
    expect(encodeBlock(decoded)).toEqual(bytes);
    // Cached, not recomputed.
    expect(encodeBlock(decoded)).toBe(encodeBlock(decoded));
    expect(encodeBlock(block)).toEqual(bytes);
  });

  test('is the cached one', () => {
    const known = { ...block };
    const remembered = Uint8Array.of(1);
    rememberEncoding(known, remembered);
    expect(encodeBlock(known)).toBe(remembered);
  });

  test('of V1 differs from the one of V2, which ends in an extra byte', () => {
    const v1 = new TestChain().child();
    const decoded = decodeBlock(encode(v1Block, v1), v1Block);
    expect(decoded).toStrictEqual(v1);
    expect(encodeBlock(decoded)).toEqual(concatBytes(encode(v1Block, v1), Uint8Array.of(0)));
    expect(decodeBlock(encodeBlock(decoded), v2Block)).toStrictEqual(v1);
  });

  test('is malformed if truncated', () => {
    expect(() => decodeBlock(bytes.subarray(0, bytes.length - 1), v2Block)).toThrow(
      new CodecError('the block is truncated')
    );
  });
});

describe('decoding with known transactions, a block', () => {
  const read = (known: readonly V2Transaction[], from = bytes): readonly V2Transaction[] => {
    const cache = new TransactionCache(known);
    const decoded = decode(
      v2BlockWithCache((r) => cache.read(r)),
      from
    );
    expect(decoded).toEqual(decode(v2Block, from));
    return decoded.v2!.transactions;
  };

  test('reuses them if all with proofs are known', () => {
    const [first, second, third] = read([payment]);
    expect(first).toBe(payment);
    expect([second, third]).toEqual([onward, note]);
    expect(read([payment, onward])[1]).toBe(onward);
  });

  test('is decoded again if one with a proof is not', () => {
    const reward = chain.coins.find(({ maturityHeight }) => maturityHeight > 0n)!;
    const other = { ...payment, coinInputs: [v2InputOf(reward, BOB)] };
    const both: Block = { ...block, v2: { ...block.v2!, transactions: [payment, other] } };
    const [first] = read([payment], encode(v2Block, both));
    expect(first).toEqual(payment);
    expect(first).not.toBe(payment);
  });

  test('is decoded again even if the known ones alone have the same leaf count', () => {
    // Of nine leaves, the last is a tree of its own; the second is in the tree of eight.
    const [last, other] = [spendingAt(8n, 0), spendingAt(1n, 3)];
    const both: Block = { ...block, v2: { ...block.v2!, transactions: [last, other] } };
    expect(read([last], encode(v2Block, both))).toEqual([last, other]);
  });

  test('is decoded again if its proofs differ', () => {
    const { parent } = payment.coinInputs[0]!;
    const merkleProof = parent.stateElement.merkleProof.with(0, ZERO_HASH);
    const moved = { ...parent, stateElement: { ...parent.stateElement, merkleProof } };
    const known = { ...payment, coinInputs: [{ ...payment.coinInputs[0]!, parent: moved }] };
    expect(read([known])[0]).toEqual(payment);
  });
});

describe('the proofs of transactions', () => {
  test('have 63 hashes at most', () => {
    const layout = transactionsWithMultiproof;
    expect(decode(layout, encode(layout, [spendingAt(0n, 63)]))).toEqual([spendingAt(0n, 63)]);
    expect(() => encode(layout, [spendingAt(0n, 64)])).toThrow(CodecError);
  });

  test('must be of leaves that the accumulator has', () => {
    const encoded = encode(transactionsWithMultiproof, [spendingAt(6n, 0)]);
    const withLeaves = (count: bigint) => concatBytes(encoded.subarray(0, -8), encodeU64le(count));
    expect(encoded).toEqual(withLeaves(7n));
    expect(decode(transactionsWithMultiproof, encoded)).toEqual([spendingAt(6n, 0)]);
    for (const count of [6n, 5n, 0n])
      expect(() => decode(transactionsWithMultiproof, withLeaves(count))).toThrow(
        new CodecError(`leaf index 6 exceeds the accumulator's ${count} leaves`)
      );
  });

  test('must be empty in the transactions: anyone could fill them without changing the block', () => {
    const txn = spendingAt(0n, 2);
    const bare = encode(transactionsWithMultiproof, [txn]);
    const hashes = bare.subarray(-8 - 2 * 32);
    const inflated = concatBytes(encodeU64le(1n), encode(v2Transaction, txn), hashes);
    expect(inflated).toHaveLength(bare.length + 2 * 32);
    expect(() => decode(transactionsWithMultiproof, inflated)).toThrow(
      new CodecError('leaf 0 has a proof beside the multiproof')
    );
  });

  test('are omitted for elements that the block creates', () => {
    const odd = spendingAt(UNASSIGNED_LEAF_INDEX, 1);
    const encoded = encode(transactionsWithMultiproof, [odd]);
    expect(encoded).toEqual(concatBytes(encodeU64le(1n), encode(v2Transaction, odd), encodeU64le(0n)));
    expect(decode(transactionsWithMultiproof, encoded)).toEqual([odd]);
  });
});

test('a state with more or fewer timestamps than its height requires has no encoding', () => {
  const { state } = chain;
  const [first, ...rest] = state.prevTimestamps;
  expect(decode(chainState, encode(chainState, state))).toEqual(state);
  for (const prevTimestamps of [rest, [first!, first!, ...rest]])
    expect(() => encode(chainState, { ...state, prevTimestamps })).toThrow(
      expect.objectContaining({ code: 'codec/malformed', path: 'prevTimestamps' })
    );
});

test('a height is a safe integer, or the one before genesis', () => {
  for (const height of [PRE_GENESIS_HEIGHT, 0, Number.MAX_SAFE_INTEGER])
    expect(decode(height64, encode(height64, height))).toBe(height);
  expect(decode(height64, encodeU64le((1n << 64n) - 1n))).toBe(PRE_GENESIS_HEIGHT);
  for (const wire of [1n << 53n, (1n << 64n) - 2n])
    expect(() => decode(height64, encodeU64le(wire))).toThrow(CodecError);
});

test('a zero fee is not encoded, and bits beyond the known fields are ignored', () => {
  const paid = { ...EMPTY_V2_TRANSACTION, minerFee: hastings(1n) };
  expect(decode(v2Transaction, encode(v2Transaction, paid))).toEqual(paid);
  const bits = (present: bigint) => concatBytes(Uint8Array.of(2), encodeU64le(present));
  expect(encode(v2Transaction, EMPTY_V2_TRANSACTION)).toEqual(bits(0n));
  expect(decode(v2Transaction, bits(1n << 11n))).toEqual(EMPTY_V2_TRANSACTION);
  expect(() => decode(v2Transaction, bits(1n << 10n))).toThrow(CodecError);
});

test('V1 transactions longer than those of any block are malformed: small fields take far more memory', () => {
  const data = (count: number): Block => ({
    ...chain.genesis,
    transactions: [{ ...EMPTY_TRANSACTION, arbitraryData: Array.from({ length: count }, () => new Uint8Array()) }]
  });
  const most = (MAX_BLOCK_WEIGHT - 8 - encodedLength(transaction, EMPTY_TRANSACTION)) / 8;
  expect(decode(v1Block, encode(v1Block, data(most))).transactions[0]!.arbitraryData.length).toBe(most);
  for (const layout of [v1Block, v2Block]) {
    const bytes = encode(layout, data(most + 1));
    expect(() => decode(layout, bytes)).toThrow('longer than 2000000 bytes');
  }
});
