import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WALLET_SERVER_BOUNDS } from '$lib/api/parameterBounds';
import { StepQueue } from '$lib/async/stepQueue';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { coinOutputId, fundOutputId } from '$lib/chain/transaction/transactionIds';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { walletLookupHandlers } from '$lib/server/node/handlers/walletLookups';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { testPreset } from '../../../../support/peers/testChain';

let store: ChainStore;
let chain: ChainManager;
beforeEach(() => {
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  store = new ChainStore(':memory:');
  chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
});
afterEach(() => store.close());

/** Rebases this many transactions from the tip to the tip. */
function rebase(count: number): Promise<unknown> {
  const { rebase } = walletLookupHandlers({ store, chain } as Parameters<typeof walletLookupHandlers>[0]);
  const transactions = Array.from({ length: count }, () => EMPTY_V2_TRANSACTION);
  const body = { basis: chain.tip, target: chain.tip, transactions };
  return new StepQueue().run(rebase({ params: {}, query: {}, body }));
}

test('transactions that cannot be rebased are refused with the reason', async () => {
  expect(await rebase(1)).toEqual({ basis: chain.tip, transactions: [EMPTY_V2_TRANSACTION] });
  await expect(rebase(100_000)).rejects.toMatchObject({
    code: 'wallet-server/basis-not-moved',
    message: expect.stringMatching(/^couldn't update v2 transaction set: more than \d+ transactions$/) as string
  });
});

test('a failure of the node is not blamed on the transactions', async () => {
  const failure = new Error('disk');
  const { tip } = chain;
  store.blocks.bestAt = (height) => {
    if (height === tip.height) throw failure;
    return undefined;
  };
  await expect(rebase(1)).rejects.toBe(failure);
});

describe('what spent an output', () => {
  const SPENT_AT = 7;
  const transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [{ parent: { id: 'other' } }, { parent: { id: 'coin' } }]
  };
  const v2 = { type: 'v2Transaction', transaction: { ...transaction, fundInputs: [{ parent: { id: 'fund' } }] } };
  const inputs = { coinInputs: [{ parentId: 'other' }, { parentId: 'coin' }], fundInputs: [{ parentId: 'fund' }] };
  const v1 = { type: 'v1Transaction', transaction: { ...EMPTY_TRANSACTION, ...inputs } };
  const others = [
    { type: 'miner', coinElement: { id: 'coin' } },
    { type: 'v1Transaction', transaction: EMPTY_TRANSACTION },
    { type: 'v2Transaction', transaction: EMPTY_V2_TRANSACTION }
  ];
  const eventOf = (data: object, i: number) => ({ id: `${i}`, height: SPENT_AT, data });

  /** The answer about an output, with these events of its address in the block that spent it. */
  async function ask(kind: 'coin' | 'fund', events: object[], its: { spent?: number } = { spent: SPENT_AT }) {
    const stored = { element: { output: { address: 'owner' } }, spent: its.spent };
    const get = (id: string) => (id === kind ? stored : undefined);
    const maturingAt = (address: string, height: number) =>
      address === 'owner' && height === SPENT_AT ? events.map(eventOf) : [];
    const blocks = { bestAt: (height: number) => `block ${height}` };
    const all = { coins: { get }, funds: { get }, events: { maturingAt }, blocks };
    const parts = { store: all, chain: { tip: { height: 9 } } } as unknown as Parameters<
      typeof walletLookupHandlers
    >[0];
    const handlers = walletLookupHandlers(parts);
    const request = { params: { id: kind }, query: {}, body: undefined } as never;
    return kind === 'coin'
      ? handlers.coinOutputSpent(request, {} as never)
      : handlers.fundOutputSpent(request, {} as never);
  }

  test.each([
    ['coin', 'V1', v1],
    ['coin', 'V2', v2],
    ['fund', 'V1', v1],
    ['fund', 'V2', v2]
  ] as const)('is the transaction with the %s among its %s inputs', async (kind, _, data) => {
    const event = { id: '3', index: { height: SPENT_AT, id: 'block 7' }, confirmations: 3, data };
    expect(await ask(kind, [...others, data, v2])).toMatchObject({ spent: true, event });
  });

  test('may be before the first block, or nothing', async () => {
    expect(await ask('coin', others)).toEqual({ spent: true, event: undefined });
    expect(await ask('coin', [v2], {})).toEqual({ spent: false, event: undefined });
  });
});

test('the unconfirmed parents of a V1 transaction are those whose coins or fund units it spends', async () => {
  const output = { value: 1n, address: DEV_ADDRESSES.policy };
  const maker = (salt: number) =>
    ({
      ...EMPTY_TRANSACTION,
      ...{ coinOutputs: [output, output], fundOutputs: [output, output], arbitraryData: [Uint8Array.of(salt)] }
    }) as unknown as Transaction;
  const [coins, unrelated, funds] = [1, 2, 3].map(maker) as [Transaction, Transaction, Transaction];
  const pool = { settled: async () => undefined, transactions: [coins, unrelated, funds] };
  const parts = { store, chain, pool } as unknown as Parameters<typeof walletLookupHandlers>[0];
  const body = {
    ...EMPTY_TRANSACTION,
    coinInputs: [{ parentId: coinOutputId(coins, 1) }, { parentId: 'confirmed' }],
    fundInputs: [{ parentId: fundOutputId(funds, 1) }]
  };
  const request = { params: {}, query: {}, body } as never;
  expect(await walletLookupHandlers(parts).poolParents(request, {} as never)).toEqual([coins, funds]);
});

test('the balance of several addresses is the sum of theirs, each counted once', async () => {
  const balances = [
    { coins: hastings(1n), immatureCoins: hastings(20n), funds: fundUnits(300n) },
    { coins: hastings(4n), immatureCoins: hastings(50n), funds: fundUnits(600n) }
  ];
  const addresses = [DEV_ADDRESSES.policy, DEV_ADDRESSES.unlockConditions];
  store.balances.at = (address) => balances[addresses.indexOf(address)]!;
  const { batchBalance } = walletLookupHandlers({ store, chain } as Parameters<typeof walletLookupHandlers>[0]);
  const request = { params: {}, query: {}, body: { addresses: [...addresses, addresses[0]] } } as never;
  expect(await batchBalance(request, {} as never)).toEqual({ coins: 5n, immatureCoins: 70n, funds: 900n });
  const { largest: most } = WALLET_SERVER_BOUNDS.addressesAsked;
  const tooMany = { params: {}, query: {}, body: { addresses: new Array(most + 1).fill(addresses[0]) } } as never;
  const refused = { code: 'wallet-server/too-many-addresses-asked', data: { most } };
  expect(() => batchBalance(tooMany, {} as never)).toThrow(expect.objectContaining(refused));
});
