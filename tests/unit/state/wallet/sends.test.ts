import { describe, expect, test } from 'vitest';
import type { BlockId, TransactionId } from '$lib/chain/ids';
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

const quietStore = (mined: readonly string[] = []) =>
  ({
    putSend: async () => undefined,
    deleteSend: async () => undefined,
    event: async (_: string, id: string) => (mined.includes(id) ? { index: { height: 1 } } : undefined)
  }) as unknown as WalletStorage;

describe('a signed payment that is not tracked may still be mined', () => {
  test('one that is dismissed, until it is', async () => {
    const mined: string[] = [];
    const sends = new WalletSends('w', quietStore(mined));
    await sends.put(row(1));
    await sends.forget(row(1).id);
    expect(sends.outstanding).toEqual([row(1).transfer]);
    mined.push('1');
    await sends.refresh([], { tip: undefined, pool: undefined, nowMs: 3 });
    expect(sends.outstanding).toEqual([]);
  });

  test('one that was handed over, unless it is sent from here', async () => {
    const sends = new WalletSends('w', quietStore());
    sends.release(row(1).id, row(1).transfer);
    expect(sends.outstanding).toHaveLength(1);
    await sends.put(row(1));
    expect(sends.outstanding).toEqual([]);
  });

  test('unless one that spends the same is in a block', async () => {
    const spending = (id: string) =>
      ({ generation: 'v2', transaction: { coinInputs: [inputOf(id)], fundInputs: [] } }) as unknown as Transfer;
    const inputOf = (id: string) => ({ parent: { id, output: {} }, satisfiedPolicy: {} });
    const sends = new WalletSends('w', quietStore(['3']));
    sends.release(row(1).id, spending('a'));
    sends.release(row(2).id, spending('b'));
    const tip = { height: 3, id: '' as BlockId };
    await sends.refresh([{ ...row(3), transfer: spending('a') }], { tip, pool: undefined, nowMs: 3 });
    expect(sends.outstanding).toEqual([spending('b')]);
  });

  test('not one that was confirmed', async () => {
    const sends = new WalletSends('w', quietStore(['1']));
    const tip = { height: 3, id: '' as BlockId };
    await sends.refresh([row(1)], { tip, pool: undefined, nowMs: 3 });
    await sends.forget(row(1).id);
    expect(sends.outstanding).toEqual([]);
  });
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
