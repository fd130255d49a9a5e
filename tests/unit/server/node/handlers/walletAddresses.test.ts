import { expect, test, vi } from 'vitest';
import { StepQueue, type Steps } from '$lib/async/stepQueue';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId } from '$lib/chain/ids';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { walletAddressHandlers, type WalletAddressParts } from '$lib/server/node/handlers/walletAddresses';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { v2Entry } from '$lib/server/node/pool/poolEntry';
import { ChainStore } from '$lib/server/node/store/store';

const { policy: address } = DEV_ADDRESSES;
const ID = (i: number) => i.toString(16).padStart(64, '0') as CoinOutputId;
const coin = (i: number) => ({
  id: ID(i),
  stateElement: { leafIndex: BigInt(i), merkleProof: [] },
  output: { value: hastings(1n), address },
  maturityHeight: 0n
});
const spending = (i: number): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  coinInputs: [
    {
      parent: coin(i),
      satisfiedPolicy: { policy: { type: 'above', height: 0n }, signatures: [], preimages: [] }
    }
  ],
  coinOutputs: [{ value: hastings(1n), address: DEV_ADDRESSES.unlockConditions }]
});

/** The handlers over a store of coins of `address`, and a pool. */
function handlersOf(count: number, entries: readonly ReturnType<typeof v2Entry>[]) {
  const store = new ChainStore(':memory:');
  store.transaction(() => {
    for (let i = 0; i < count; i++) store.coins.insert(coin(i), 1);
  });
  store.prove = (element) => element;
  const chain = { tip: { height: 1, id: '' }, state: { fundTaxRevenue: 0n, elements: { numLeaves: 0n } } };
  const untilSettled = vi.fn(function* () {});
  const pool = { entries, generation: 0, untilSettled };
  const handlers = walletAddressHandlers({ store, chain, pool, clock: () => 0 } as unknown as WalletAddressParts);
  return { store, handlers, untilSettled };
}

test('all outputs that the pool creates follow the last page, whatever its limit', async () => {
  const made = { ...EMPTY_V2_TRANSACTION, coinOutputs: Array(4).fill({ value: hastings(1n), address }) };
  const { store, handlers } = handlersOf(3, [v2Entry(made)]);
  const read = async (offset: number) => {
    const request = { params: { address }, query: { tpool: true, offset, limit: 2 } };
    const { outputs } = await new StepQueue().run(handlers.coinOutputs(request as never));
    return outputs.map(({ confirmations }) => confirmations);
  };
  expect(await read(0)).toEqual([1, 1]);
  expect(await read(2)).toEqual([1, 0, 0, 0, 0]);
  store.close();
});

test('outputs that the pool does not spend are read directly at their offset', async () => {
  const count = 3_000;
  // One of them precedes the page, one is on it.
  const { store, handlers } = handlersOf(count, [spending(count - 5), spending(count - 2_003)].map(v2Entry));
  const reads = vi.spyOn(store.coins, 'maturePage');
  const looked = vi.spyOn(store.coins, 'get');
  const request = { params: { address }, query: { tpool: true, offset: 2_000, limit: 3 } };
  const { outputs } = await new StepQueue().run(handlers.coinOutputs(request as never));
  expect(outputs.map(({ id }) => id)).toEqual([ID(count - 2_002), ID(count - 2_004), ID(count - 2_005)]);
  expect(reads).toHaveBeenCalledOnce();
  // The transactions state the places on the chain of what they spend.
  expect(looked).not.toHaveBeenCalled();
  store.close();
});

test.each(['coinOutputs', 'fundOutputs'] as const)(
  'only %s that include those of the pool wait for it',
  async (route) => {
    const { store, handlers, untilSettled } = handlersOf(1, []);
    for (const tpool of [false, true]) {
      const steps: Steps<unknown> = handlers[route]({ params: { address }, query: { tpool } } as never);
      await new StepQueue().run(steps);
      expect(untilSettled).toHaveBeenCalledTimes(tpool ? 1 : 0);
    }
    store.close();
  }
);

test('unconfirmed events of an address are the transactions that spend or pay its coins', async () => {
  const paying = (to: Address, salt: number): V2Transaction => ({
    ...EMPTY_V2_TRANSACTION,
    coinOutputs: [{ value: hastings(1n), address: to }],
    arbitraryData: Uint8Array.of(salt)
  });
  const { unlockConditions: other } = DEV_ADDRESSES;
  const entries = [paying(other, 1), spending(1), paying(other, 2), paying(address, 3)].map(v2Entry);
  const { store, handlers } = handlersOf(0, entries);
  const events = await new StepQueue().run(handlers.unconfirmedEvents({ params: { address }, query: {} } as never));
  const relevant = [address];
  expect(events).toMatchObject([1, 3].map((i) => ({ id: entries[i]!.id, relevant })));
  store.close();
});
