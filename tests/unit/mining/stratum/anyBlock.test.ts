import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { v1Commitment, v2Commitment, v2CommitmentLeaves } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import { v1CoinOutput } from '$lib/chain/element/elements';
import { merkleLeaf, merkleRoot } from '$lib/chain/merkle';
import { chainState } from '$lib/chain/block/stateLayout';
import { EMPTY_TRANSACTION, transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { decodeHex, encodeHex, encodeU64le } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { coinbaseOf, rootOf } from '$lib/mining/stratum/job';
import { fromHex, loadVectors } from '../../../support/vectors';

// More rows like those of the vectors: the rules determine their results.

describe('any block whose last leaf is the pool’s transaction', () => {
  /** Roots of the full trees left of the last leaf, nearest first: one for each bit of their number. */
  function branchesOf(leaves: Uint8Array[]): Uint8Array[] {
    const branches: Uint8Array[] = [];
    for (let size = 1, rest = leaves; rest.length > 0; size *= 2) {
      if (!(leaves.length & size)) continue;
      branches.push(merkleRoot(rest.slice(-size)));
      rest = rest.slice(0, -size);
    }
    return branches;
  }
  const data = fc.uint8Array({ maxLength: 80 });
  const extranonces = fc.record({
    first: fc.uint8Array({ minLength: 0, maxLength: 16 }),
    second: fc.uint8Array({ minLength: 0, maxLength: 16 })
  });

  test('has the Merkle root of its branches and the miner’s transaction', () => {
    fc.assert(
      fc.property(fc.array(data, { maxLength: 70 }), data, data, extranonces, (others, coinbase1, coinbase2, given) => {
        const leaves = others.map(merkleLeaf);
        const coinbase = coinbaseOf({ coinbase1, coinbase2 }, given);
        expect(encodeHex(coinbase)).toBe([coinbase1, given.first, given.second, coinbase2].map(encodeHex).join(''));
        expect(rootOf(coinbase, branchesOf(leaves))).toEqual(merkleRoot([...leaves, merkleLeaf(coinbase)]));
      })
    );
  });

  // The format fixes both ends of each transaction.
  test.each([1, 2, 3, 8, 33])('of V1 and V2 blocks, with %i transactions before it', (count) => {
    const minerPayouts = [{ value: hastings(1n), address: VOID_ADDRESS }];
    const given = { first: decodeHex('00112233'), second: decodeHex('44556677') };
    const text = new Uint8Array([...new TextEncoder().encode('NonSia'), ...new Uint8Array(10)]);
    const filled = new Uint8Array([...text, ...given.first, ...given.second]);
    const length = encodeHex(encodeU64le(BigInt(filled.length)));

    const v1 = Array.from({ length: count }, (_, i) => ({ ...EMPTY_TRANSACTION, arbitraryData: [Uint8Array.of(i)] }));
    const v1Coinbase = {
      coinbase1: decodeHex(`${'00'.repeat(64)}${encodeHex(encodeU64le(1n))}${length}${encodeHex(text)}`),
      coinbase2: new Uint8Array(8)
    };
    const v1Leaves = [encode(v1CoinOutput, minerPayouts[0]!), ...v1.map((txn) => encode(transaction, txn))].map(
      merkleLeaf
    );
    expect(encodeHex(rootOf(coinbaseOf(v1Coinbase, given), branchesOf(v1Leaves)))).toBe(
      v1Commitment(minerPayouts, [...v1, { ...EMPTY_TRANSACTION, arbitraryData: [filled] }])
    );

    const v2 = Array.from({ length: count }, (_, i) => ({ ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(i) }));
    const v2Coinbase = {
      coinbase1: decodeHex(`02${encodeHex(encodeU64le(0x100n))}${length}${encodeHex(text)}`),
      coinbase2: new Uint8Array(0)
    };
    const state = fromHex(chainState, loadVectors<{ state: { hex: string } }>('merkle').state.hex);
    const v2Leaves = v2CommitmentLeaves(state, VOID_ADDRESS, v1, v2);
    expect(encodeHex(rootOf(coinbaseOf(v2Coinbase, given), branchesOf(v2Leaves)))).toBe(
      v2Commitment(state, VOID_ADDRESS, v1, [...v2, { ...EMPTY_V2_TRANSACTION, arbitraryData: filled }])
    );
  });
});
