import { expect, test } from 'vitest';
import type { TransactionId } from '$lib/chain/ids';
import type { WalletStorage } from '$lib/services/wallet/ports';
import type { SendRow } from '$lib/services/wallet/records';
import { WalletSends } from '$lib/state/wallet/sends.svelte';
import type { Transfer } from '$lib/wallet/transfer/transfer';

const row = (n: number): SendRow => ({
  walletId: 'w',
  id: String(n) as TransactionId,
  transfer: { generation: 'v2' } as Transfer,
  atMs: n
});

test('what is recorded or forgotten while the others are looked up is as it should be afterwards', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const store = {
    putSend: async () => undefined,
    deleteSend: async () => undefined,
    event: async () => void (await answered)
  } as unknown as WalletStorage;
  const sends = new WalletSends('w', store);
  await sends.put(row(1));
  await sends.put(row(2));
  const refreshing = sends.refresh([row(1), row(2)], { tip: undefined, pool: undefined, nowMs: 3 });
  await sends.put(row(3));
  await sends.forget(row(1).id);
  answer();
  await refreshing;
  expect(sends.list.map(({ id }) => id)).toEqual(['2', '3']);
});
