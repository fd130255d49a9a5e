import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeWithoutProofs, MultiproofSize, transactionsWithMultiproof } from '$lib/chain/block/multiproof';
import type { StateElement } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import { proofLength } from '$lib/chain/proof/merkleProof';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { encodedLength } from '$lib/codec/layout';
import { ALICE, TestChain, testNetwork, v2InputOf } from '../../consensus/testChain';

const chain = new TestChain(testNetwork(1));
chain.growTo(2);
const input = v2InputOf(chain.coins[0]!, ALICE);

/** Number of transactions and of leaves. */
const COUNTS = 8 + 8;
const NUM_LEAVES = 1_000;
const placeOf = (leaf: number): StateElement => ({
  leafIndex: BigInt(leaf),
  merkleProof: Array.from({ length: proofLength(BigInt(leaf), BigInt(NUM_LEAVES)) }, () => 'ab'.repeat(32) as Hash256)
});
const spending = (leaves: readonly number[]): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  coinInputs: leaves.map((leaf) => ({ ...input, parent: { ...input.parent, stateElement: placeOf(leaf) } }))
});

test('the size of a growing multiproof is that of the encoding', () => {
  const lists = fc.array(fc.array(fc.nat(NUM_LEAVES - 1), { maxLength: 5 }), { maxLength: 20 });
  fc.assert(
    fc.property(lists, (leaves) => {
      const size = new MultiproofSize();
      const transactions = leaves.map(spending);
      let bytes = 0;
      for (const txn of transactions) {
        const extended = size.with(txn);
        bytes += extended.bytes;
        extended.add();
      }
      const withoutHashes = transactions.reduce((sum, txn) => sum + encodeWithoutProofs(txn).length, COUNTS);
      expect(withoutHashes + bytes).toBe(encodedLength(transactionsWithMultiproof, transactions));
    })
  );
});
