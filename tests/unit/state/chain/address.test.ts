import { expect, test } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { VOID_ADDRESS } from '$lib/chain/address';
import { AddressFacts } from '$lib/state/chain/address.svelte';

const MAX_PAGE = 1_000;

test('a long list that was scrolled down is as long after it was read again', async () => {
  const outputs = Array.from({ length: 1_500 }, (_, id) => ({ id }));
  const page = async ({ query: { offset = 0, limit = 100 } }: { query: { offset?: number; limit?: number } }) => ({
    outputs: outputs.slice(offset, offset + Math.min(limit, MAX_PAGE))
  });
  const server = { coinOutputs: page, fundOutputs: page } as unknown as WalletServer;
  const { coins, funds } = new AddressFacts(server, VOID_ADDRESS);
  for (const list of [coins, funds]) {
    while (list.rows.length < 1_200) await list.more();
    await list.refresh();
    expect([list.rows.length, list.ended]).toEqual([1_200, false]);
  }
});
