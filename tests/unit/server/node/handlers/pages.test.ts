import { afterAll, beforeAll, expect, test } from 'vitest';
import { StepQueue } from '$lib/async/stepQueue';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { BlockId, CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { walletAddressHandlers, type WalletAddressParts } from '$lib/server/node/handlers/walletAddresses';
import { walletLookupHandlers } from '$lib/server/node/handlers/walletLookups';
import { walletHandlers } from '$lib/server/node/handlers/wallets';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { ChainStore } from '$lib/server/node/store/store';

const { policy: address, unlockConditions: other } = DEV_ADDRESSES;
const MOST = 1_000;
const TIP_HEIGHT = 5;
const ID = (i: number) => i.toString(16).padStart(64, '0');

const coin = (i: number, maturityHeight: number, owner = address) => ({
  id: ID(i) as CoinOutputId,
  stateElement: { leafIndex: BigInt(i), merkleProof: [] },
  output: { value: hastings(1n), address: owner },
  maturityHeight: BigInt(maturityHeight)
});
const fund = (i: number) => ({
  ...coin(i, 0),
  id: ID(i) as FundOutputId,
  output: { value: fundUnits(1n), address },
  claimStart: hastings(0n)
});
const event = (i: number) => ({
  ...{ id: ID(i) as Hash256, height: 1, maturityHeight: 1, timestamp: unixSeconds(0), relevant: [address] },
  data: { type: 'miner' as const, coinElement: coin(i, 1) }
});

let store: ChainStore;
/**
 * All routes that return pages, over a wallet whose address has one item of each kind more than a page holds, and an
 * immature coin; another address has a coin.
 */
let routes: Readonly<Record<string, (request: never, context: never) => unknown>>;
let id: string;
beforeAll(() => {
  store = new ChainStore(':memory:');
  store.prove = (element) => element;
  ({ id } = store.wallets.create({ name: '', description: '', metadata: null }, unixSeconds(0)));
  store.wallets.putAddress(Number(id), { address, description: '', metadata: null });
  const numbers = Array.from({ length: MOST + 1 }, (_, i) => i);
  store.transaction(() => {
    for (const i of numbers) store.coins.insert(coin(i, TIP_HEIGHT), 1);
    store.coins.insert(coin(MOST + 1, TIP_HEIGHT + 1), 1);
    store.coins.insert(coin(MOST + 2, TIP_HEIGHT, other), 1);
    for (const i of numbers) store.funds.insert(fund(i), 1);
    store.events.insertAll(numbers.map(event));
  });
  const chain = { tip: { height: TIP_HEIGHT, id: 'tip' }, state: { fundTaxRevenue: 0n, elements: { numLeaves: 0n } } };
  const pool = { entries: [], generation: 0, *untilSettled() {} };
  const parts = { store, chain, pool, clock: () => 0 } as unknown as WalletAddressParts;
  store.blocks.bestAt = () => chain.tip.id as BlockId;
  routes = { ...walletAddressHandlers(parts), ...walletLookupHandlers(parts), ...walletHandlers(parts) };
});
afterAll(() => store.close());

async function read(route: string, query: object): Promise<readonly unknown[]> {
  const request = { params: { address, id }, query, body: { addresses: [address, other] } };
  const result = routes[route]!(request as never, {} as never);
  const answer = Symbol.iterator in (result as object) ? await new StepQueue().run(result as never) : result;
  return Array.isArray(answer) ? answer : (answer as { outputs: unknown[] }).outputs;
}

test.each([
  ['events', 1_000],
  ['coinOutputs', 50],
  ['fundOutputs', 50],
  ['batchEvents', 100],
  ['batchCoinOutputs', 100],
  ['batchFundOutputs', 100],
  ['walletEvents', 50],
  ['walletCoinOutputs', 1_000],
  ['walletFundOutputs', 1_000]
])('a page of %s has %i items unless another number is asked for, up to 1,000', async (route, count) => {
  expect(await read(route, {})).toHaveLength(count);
  expect(await read(route, { limit: MOST + 1 })).toHaveLength(MOST);
  expect(await read(route, { limit: 1, offset: MOST })).toHaveLength(1);
});

test.each([
  ['coinOutputs', {}],
  ['coinOutputs', { tpool: true }],
  ['batchCoinOutputs', {}],
  ['walletCoinOutputs', {}]
])('%s with %j lists the coins that have matured', async (route, query) => {
  const heights = (await read(route, { ...query, limit: MOST })).map(
    (output) => (output as { maturityHeight: bigint }).maturityHeight
  );
  expect(new Set(heights)).toEqual(new Set([BigInt(TIP_HEIGHT)]));
});

test.each([
  [MOST + 1, 1],
  [MOST + 2, 0]
])(
  'after %i outputs of several addresses, of which only those that have matured count, follow %i',
  async (offset, count) => {
    expect(await read('batchCoinOutputs', { offset })).toHaveLength(count);
  }
);
