import { expect, test } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { FileContractId } from '$lib/chain/ids';
import { contractHistory } from '$lib/explorer/contractHistory';

test.each([
  ['the same block', 10],
  ['an earlier block', 3]
])('a server that returns %s for every request of later ones is not asked forever', async (_, height) => {
  const block = {
    update: { fileContractElements: [], v2FileContractElements: [] },
    state: { index: { height, id: '' } }
  };
  const wallet = {
    tip: async () => ({ height: 600, id: '' }),
    indexAt: async () => ({ height: 100, id: '' }),
    updates: async () => ({ applied: [block], reverted: [] })
  } as unknown as WalletServer;
  const search = contractHistory(wallet, 'ab'.repeat(32) as FileContractId, new AbortController().signal);
  await search.next();
  await expect(search.next()).rejects.toMatchObject({ code: 'wallet/repeated-pages' });
});
