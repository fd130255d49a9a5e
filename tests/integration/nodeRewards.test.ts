import { afterEach, expect, test } from 'vitest';
import type { Hash256 } from '$lib/chain/ids';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { InsufficientFundsError } from '$lib/wallet/errors';
import { mine, openNode, type OpenNode } from '../support/node';

let open: OpenNode;
afterEach(() => open.node.close());

const MATURITY = 10;
const reward = (height: number) => (300_000n - BigInt(height)) * 10n ** 24n;
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

test('a node without rewards has nothing to move', async () => {
  open = await openNode();
  expect(open.node.rewards.balance).toMatchObject({ spendable: 0n, maturing: 0n });
  await expect(open.node.rewards.moveTo(PAYEE)).rejects.toThrow(InsufficientFundsError);
});
