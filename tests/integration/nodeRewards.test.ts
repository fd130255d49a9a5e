import { afterEach, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { InsufficientFundsError } from '$lib/wallet/errors';
import { paidBy, RENTER } from '../support/contracts';
import { mine, openNode, type OpenNode } from '../support/node';

let open: OpenNode;
afterEach(() => open.node.close());

const MATURITY = 10;
const COIN = 10n ** 24n;
const reward = (height: number) => (300_000n - BigInt(height)) * COIN;
const PAYEE = DEV_ADDRESSES.policy;

test.each([
  ['V1', 5],
  ['V2', 25]
])('the node’s rewards are moved by %s transactions once they have matured', async (_, blocks) => {
  open = await openNode();
  const { rewards } = open.node;
  await mine(open, blocks + MATURITY);
  const before = rewards.balance;
  const mined = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => reward(from + i)).reduce((a, b) => a + b);
  expect(before).toEqual({
    address: open.node.payoutAddress,
    spendable: mined(1, blocks),
    maturing: mined(blocks + 1, blocks + MATURITY)
  });
  const { coins: had } = await open.wallet.balance({ params: { address: PAYEE } });

  const id = await rewards.moveTo(PAYEE);
  expect(rewards.balance.spendable).toBe(0n);
  await expect(rewards.moveTo(PAYEE)).rejects.toThrow(InsufficientFundsError);
  await mine(open);
  const { index } = await open.wallet.event({ params: { id: id as string as Hash256 } });
  expect(index.height).toBe(blocks + MATURITY + 1);
  const { coins: has } = await open.wallet.balance({ params: { address: PAYEE } });
  const fee = before.spendable - (has - had);
  expect(fee > 0n && fee < 10n ** 24n).toBe(true);
});

test('coins beyond what one transaction moves can be moved before that is mined', async () => {
  open = await openNode();
  const { rewards, payoutAddress } = open.node;
  await mine(open, 2);
  const { outputs } = await open.wallet.coinOutputs({ params: { address: PAYEE } });
  const coinOutputs = Array.from({ length: 600 }, () => ({ value: hastings(COIN), address: payoutAddress }));
  const payment = paidBy(outputs[0]!, RENTER, 601n * COIN, { coinOutputs, minerFee: hastings(COIN) });
  await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions: [payment] } });
  await mine(open);
  const left: bigint[] = [];
  for (let i = 0; i < 3; i++) {
    left.push(rewards.balance.spendable);
    if (i < 2) await rewards.moveTo(PAYEE);
  }
  expect(left).toEqual([600n * COIN, 100n * COIN, 0n]);
  await expect(rewards.moveTo(PAYEE)).rejects.toThrow(InsufficientFundsError);
  await mine(open);
  expect((await open.wallet.poolTransactions()).v2Transactions).toEqual([]);
});

test('a node without rewards or connections has nothing to move, and figures for the metrics', async () => {
  open = await openNode();
  expect(await open.node.figures()).toMatchObject({ height: 0, headersHeight: undefined, peers: undefined });
  expect(open.node.rewards.balance).toMatchObject({ spendable: 0n, maturing: 0n });
  await expect(open.node.rewards.moveTo(PAYEE)).rejects.toThrow(InsufficientFundsError);
});
