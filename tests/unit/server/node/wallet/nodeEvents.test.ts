import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { receiptsOf } from '$lib/server/node/wallet/nodeEvents';
import { testPreset } from '../../../../support/peers/testChain';

const OURS = 'ours' as Address;
const { genesis } = testPreset;

const of = (amounts: Readonly<Record<string, bigint>>) =>
  Object.entries(amounts).map(([address, value]) => ({ address: address as Address, value: hastings(value) }));

test.each([
  ['a payment of others', { theirs: 10n }, { ours: 3n, theirs: 7n }, 3n],
  ['a payment to us and from us with others', { ours: 2n, theirs: 8n }, { ours: 5n, theirs: 5n }, 3n],
  ['the change of our own payment', { ours: 10n }, { ours: 7n, theirs: 3n }, undefined],
  ['a payment to ourselves', { ours: 10n }, { ours: 10n }, undefined]
])('%s: a receipt has what our addresses gained, if anything', (_, spent, created, coins) => {
  const transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: of(spent).map((output) => ({ parent: { output } })),
    coinOutputs: of(created)
  };
  const store = {
    events: { ofBlock: () => [{ id: '11', data: { type: 'v2Transaction', transaction } }] },
    wallets: { isWatched: (address: Address) => address === OURS }
  } as unknown as Parameters<typeof receiptsOf>[0];
  const change = { tip: { height: 7 }, applied: [genesis], reverted: [] } as unknown as Parameters<
    typeof receiptsOf
  >[1];
  const receipts = receiptsOf(store, change, Number(genesis.timestamp) * 1_000);
  expect(receipts).toMatchObject(coins === undefined ? [] : [{ id: '11', height: 7, coins, addresses: [OURS] }]);
});
