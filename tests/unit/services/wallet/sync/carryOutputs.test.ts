import { describe, expect, test } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { carryOutputs, mergeOutputs, type OutputsAt } from '$lib/services/wallet/sync/carryOutputs';
import { addOutputs, emptyCache, stateElementOf, type WalletCache } from '$lib/wallet/sync/cache';
import { ALICE, BOB, signV2Transaction, v1AddressOf, v2AddressOf, v2InputOf } from '../../../consensus/testChain';
import { ChainServer } from '../../chainServer';

const OWN = new Set([v1AddressOf(ALICE), v2AddressOf(ALICE)]);
const signal = new AbortController().signal;

/** What the chain has for our addresses now. */
function outputsOf({ chain, state }: ChainServer): OutputsAt {
  const isOwn = ({ output }: { readonly output: { readonly address: Parameters<typeof OWN.has>[0] } }) => OWN.has(output.address);
  const outputs = { basis: state.index, coins: chain.chain.coins.filter(isOwn), funds: chain.chain.funds.filter(isOwn) };
  return { cache: addOutputs(emptyCache(state), state, outputs).cache, state };
} // prettier-ignore

async function carry(server: WalletServer, chain: ChainServer, from: OutputsAt, target: ChainIndex) {
  const heights: number[] = [];
  const carrying = carryOutputs({ server, network: chain.chain.network, own: OWN, signal }, from, target);
  for (;;) {
    const { done, value } = await carrying.next();
    if (done) return { heights, cache: value?.cache };
    heights.push(value.cache.index.height);
  }
}
const proofsIn = (cache: WalletCache) =>
  [...cache.coins.values(), ...cache.funds.values()].map(({ id, leafIndex }) => [
    id,
    stateElementOf(cache, leafIndex!)
  ]);

describe('outputs are advanced with their proofs', () => {
  test('to the tip, one batch of blocks at a time', async () => {
    const chain = new ChainServer(2);
    const from = outputsOf(chain);
    chain.grow(25);
    const { heights, cache } = await carry(chain.server(), chain, from, chain.tip);
    expect(heights).toEqual([22, 27]);
    expect(cache!.index).toEqual(chain.tip);
    expect(new Map(proofsIn(cache!) as never)).toEqual(new Map(proofsIn(outputsOf(chain).cache) as never));
  });

  test.each([1, 3])('to block %i of a batch, and no further', async (count) => {
    const chain = new ChainServer(2);
    const from = outputsOf(chain);
    chain.grow(count);
    const there = outputsOf(chain);
    chain.grow(4);
    const { heights, cache } = await carry(chain.server(), chain, from, there.state.index);
    expect(heights).toEqual([2 + count]);
    expect(new Map(proofsIn(cache!) as never)).toEqual(new Map(proofsIn(there.cache) as never));
  });

  test('nowhere if they are already there: nothing is requested', async () => {
    const chain = new ChainServer(2);
    const server = chain.server({ updates: () => Promise.reject(new Error('unexpected request')) });
    const from = outputsOf(chain);
    expect(await carry(server, chain, from, chain.tip)).toEqual({ heights: [], cache: from.cache });
  });

  test('from an abandoned branch', async () => {
    const chain = new ChainServer(4);
    const from = outputsOf(chain);
    chain.rewind(2);
    chain.grow(3, v2AddressOf(BOB));
    const { heights, cache } = await carry(chain.server(), chain, from, chain.tip);
    expect(heights).toEqual([5]);
    expect(new Map(proofsIn(cache!) as never)).toEqual(new Map(proofsIn(outputsOf(chain).cache) as never));
  });

  test('back to an earlier block, if the server has reverted the later ones', async () => {
    const chain = new ChainServer(4);
    const from = outputsOf(chain);
    chain.rewind(3);
    expect((await carry(chain.server(), chain, from, chain.tip)).cache!.index).toEqual(chain.tip);
  });

  test('without those spent meanwhile', async () => {
    const chain = new ChainServer(2);
    const from = outputsOf(chain);
    const coin = chain.chain.chain.coinOf(v2AddressOf(ALICE));
    const payment = { ...EMPTY_V2_TRANSACTION, coinInputs: [v2InputOf(coin, ALICE)], coinOutputs: [{ ...coin.output, address: v2AddressOf(BOB) }] };
    chain.add({ v2transactions: [signV2Transaction(payment, ALICE)] });
    const { cache } = await carry(chain.server(), chain, from, chain.tip);
    expect(from.cache.coins.has(coin.id)).toBe(true);
    expect(cache!.coins.has(coin.id)).toBe(false);
    expect(cache!.coins.size).toBe(from.cache.coins.size - 1);
  }); // prettier-ignore
});

describe('a block that is not on the path', () => {
  const elsewhere = (height: number) => ({ height, id: 'ab'.repeat(32) as BlockId });

  test.each([
    ['above the tip', 9],
    ['at the tip, of another branch', 6],
    ['below, of another branch', 1]
  ])('is not reached: %s', async (_, height) => {
    const chain = new ChainServer(2);
    const from = outputsOf(chain);
    chain.grow(4);
    expect((await carry(chain.server(), chain, from, elsewhere(height))).cache).toBeUndefined();
  });

  test('is given up once it is passed', async () => {
    const chain = new ChainServer(2);
    const from = outputsOf(chain);
    chain.grow(60);
    const { heights } = await carry(chain.server(), chain, from, elsewhere(20));
    expect(heights).toEqual([22]);
  });
});

test('a feed that its headers do not confirm is rejected', async () => {
  const chain = new ChainServer(2);
  const from = outputsOf(chain);
  chain.grow(2);
  const server = chain.server({
    updates: async ({ params }) => {
      const { applied, reverted } = chain.updatesSince(params.index, 10);
      const change = { fundTaxRevenue: hastings(7n) };
      return { reverted, applied: applied.map((update) => ({ ...update, state: { ...update.state, ...change } })) };
    }
  });
  await expect(carry(server, chain, from, chain.tip)).rejects.toMatchObject({ fault: 'wrong-revenue' });
});

describe('outputs of one cache are added to another', () => {
  const chain = new ChainServer(2);
  const more = outputsOf(chain);
  const none = { cache: emptyCache(chain.state), state: chain.state };

  test('with their proofs', () => {
    const { cache, changes } = mergeOutputs(none, more.cache, OWN);
    expect(new Map(proofsIn(cache) as never)).toEqual(new Map(proofsIn(more.cache) as never));
    expect([changes.coins.added.length, changes.funds.added.length]).toEqual([3, 2]);
  });

  test('unless they are foreign', () => {
    const { cache } = mergeOutputs(none, more.cache, new Set([v2AddressOf(ALICE)]));
    const held = [...cache.coins.values(), ...cache.funds.values()];
    expect(held.map(({ output }) => output.address)).toEqual([v2AddressOf(ALICE), v2AddressOf(ALICE)]);
  });

  test('unless they are already held', () => {
    const { changes } = mergeOutputs(more, more.cache, OWN);
    expect([changes.coins.added, changes.funds.added]).toEqual([[], []]);
  });

  test('unless they have no proof', () => {
    const coins = new Map([...more.cache.coins].map(([id, { leafIndex: _, ...coin }]) => [id, coin]));
    expect(mergeOutputs(none, { ...more.cache, coins }, OWN).changes.coins.added).toEqual([]);
  });

  test('of another block are rejected', () => {
    const index = { height: 1, id: 'ab'.repeat(32) as BlockId };
    expect(() => mergeOutputs(none, { ...more.cache, index }, OWN)).toThrow(
      expect.objectContaining({ code: 'wallet/stale-basis' })
    );
  });
});
