import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { addOutputs, emptyCache, type WalletCache } from '$lib/wallet/sync/cache';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import { outputProof, type ProvenChain } from '$lib/wallet/sync/outputProof';
import {
  ALICE,
  BOB,
  coins,
  signV2Transaction,
  TestChain,
  testNetwork,
  v1AddressOf,
  v2AddressOf,
  v2InputOf
} from '../../consensus/testChain';

/** A chain of seven blocks and a wallet with its outputs, with proofs at the tip. */
function world() {
  const chain = new TestChain(testNetwork(1));
  chain.growTo(7);
  const committed = { height: chain.state.index.height, numLeaves: chain.state.elements.numLeaves };
  chain.add(chain.child());
  const { state } = chain;
  const held = { basis: state.index, coins: chain.coins, funds: chain.funds };
  const { cache } = addOutputs(emptyCache(state), state, held);
  const proven: ProvenChain = { elements: state.elements, committed };
  return { chain, cache, proven, committed };
}

const { chain, cache, proven, committed } = world();
const coinOf = (address: Address): OwnedCoin => cache.coins.get(chain.coinOf(address).id)!;
const coin = coinOf(v2AddressOf(ALICE));
const fund = cache.funds.get(chain.fundOf(v2AddressOf(ALICE)).id)!;
const notInChain = { state: 'unproven', why: 'not-in-chain' };

describe('an output', () => {
  test('in a state that a header commits to is proven', () => {
    expect(outputProof(cache, coin, proven)).toEqual({ state: 'proven', height: committed.height });
    expect(outputProof(cache, fund, proven)).toEqual({ state: 'proven', height: committed.height });
  });

  test('of the newest block waits for the next block, and no other does', () => {
    const states = [...cache.coins.values()].map((each) => outputProof(cache, each, proven).state);
    expect(states.filter((state) => state === 'waiting')).toHaveLength(1);
    expect(states.filter((state) => state === 'proven')).toHaveLength(states.length - 1);
    const committedToo = { ...proven, committed: { height: 8, numLeaves: chain.state.elements.numLeaves } };
    const later = [...cache.coins.values()].map((each) => outputProof(cache, each, committedToo).state);
    expect(new Set(later)).toEqual(new Set(['proven']));
  });

  test('without a proof is unproven', () => {
    const { id, output, maturityHeight } = coin;
    expect(outputProof(cache, { id, output, maturityHeight }, proven)).toEqual({ state: 'unproven', why: 'no-proof' });
  });

  test.each<[string, OwnedCoin]>([
    ['another value', { ...coin, output: { ...coin.output, value: hastings(coin.output.value + 1n) } }],
    ['another address', { ...coin, output: { ...coin.output, address: v1AddressOf(BOB) } }],
    ['another maturity', { ...coin, maturityHeight: coin.maturityHeight + 1n }],
    ['another id', { ...coin, id: 'ab'.repeat(32) as CoinOutputId }],
    ['another leaf index', { ...coin, leafIndex: coin.leafIndex! + 1n }],
    ['an unused leaf index', { ...coin, leafIndex: 10n ** 9n }]
  ])('shown with %s is not in the chain', (_, changed) => {
    expect(outputProof(cache, changed, proven)).toEqual(notInChain);
  });

  test.each<[string, OwnedFund]>([
    ['another value', { ...fund, output: { ...fund.output, value: fundUnits(1n) } }],
    ['another address', { ...fund, output: { ...fund.output, address: v1AddressOf(BOB) } }],
    ['another claim start', { ...fund, claimStart: hastings(1n) }],
    ['another id', { ...fund, id: 'cd'.repeat(32) as FundOutputId }]
  ])('of fund units shown with %s is not in the chain', (_, changed) => {
    expect(outputProof(cache, changed, proven)).toEqual(notInChain);
  });

  test('with an altered or incomplete proof is not in the chain', () => {
    const flip = (hash: Hash256) => (hash.startsWith('0') ? `1${hash.slice(1)}` : `0${hash.slice(1)}`) as Hash256;
    let changed = 0;
    for (const [node, hash] of cache.nodes) {
      const other: WalletCache = { ...cache, nodes: new Map(cache.nodes).set(node, flip(hash)) };
      const without = new Map(cache.nodes);
      without.delete(node);
      const before = [...cache.coins.values()].map((each) => outputProof(cache, each, proven).state);
      for (const nodes of [other.nodes, without]) {
        const after = [...cache.coins.values()].map((each) => outputProof({ ...cache, nodes }, each, proven));
        after.forEach((each, i) => {
          if (each.state === before[i]) return;
          expect(each).toEqual(notInChain);
          changed++;
        });
      }
    }
    expect(changed).toBeGreaterThan(cache.nodes.size);
  });

  test('that was spent but is presented as unspent is not in the chain', () => {
    const spending = world();
    const parent = spending.chain.coinOf(v2AddressOf(ALICE));
    const spend = signV2Transaction(
      {
        ...EMPTY_V2_TRANSACTION,
        coinInputs: [v2InputOf(parent, ALICE)],
        coinOutputs: [{ value: coins(999n), address: v1AddressOf(BOB) }],
        minerFee: coins(1n)
      },
      ALICE
    );
    spending.chain.add(spending.chain.child({ v2transactions: [spend] }));
    const { elements, index } = spending.chain.state;
    const at: ProvenChain = { elements, committed: { height: index.height, numLeaves: elements.numLeaves } };
    // Its leaf index with a currently valid proof, as served: only the spent flag is ignored.
    const { leafIndex, merkleProof } = spending.chain.stateElementAt(parent.stateElement.leafIndex);
    const shown = forged(parent.stateElement.leafIndex, merkleProof, elements.numLeaves);
    expect(outputProof(shown, { ...coin, leafIndex }, at)).toEqual(notInChain);
    // The others' proofs are still valid after it.
    const other = spending.chain.coinOf(v1AddressOf(ALICE));
    const good = forged(other.stateElement.leafIndex, other.stateElement.merkleProof, elements.numLeaves);
    const owned = { ...other, leafIndex: other.stateElement.leafIndex };
    expect(outputProof(good, owned, at)).toEqual({ state: 'proven', height: index.height });
  });

  /** A cache with one leaf's proof, valid or not. */
  function forged(leafIndex: bigint, merkleProof: readonly Hash256[], numLeaves: bigint): WalletCache {
    const nodes = new Map(
      merkleProof.map((hash, height) => [((Number(leafIndex) >> height) ^ 1) * 64 + height, hash] as const)
    );
    return { ...cache, numLeaves, nodes };
  }

  test('is proven only with its own value, address and maturity', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 100n });
    const addresses = fc
      .uint8Array({ minLength: 38, maxLength: 38 })
      .map((bytes) => Buffer.from(bytes).toString('hex'));
    fc.assert(
      fc.property(amounts, addresses, fc.bigInt({ min: 0n, max: 1_000n }), (value, address, maturityHeight) => {
        const other = { ...coin, output: { value: hastings(value), address: address as Address }, maturityHeight };
        return outputProof(cache, other, proven).state === 'unproven';
      }),
      { numRuns: 200 }
    );
  });
});
