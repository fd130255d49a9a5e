import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import type { BlockId, TransactionId } from '$lib/chain/ids';
import type { WalletStorage } from '$lib/services/wallet/ports';
import type { SendRow, WalletRow } from '$lib/services/wallet/records';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { WalletSends } from '$lib/state/wallet/sends.svelte';
import type { Transfer } from '$lib/wallet/transfer/transfer';

const row = (n: number): SendRow => ({
  walletId: 'w',
  id: String(n) as TransactionId,
  transfer: { generation: 'v2' } as Transfer,
  atMs: n
});

/** Stores rows as a browser does. @param mined ids of transactions in blocks */
function storeOf(mined: readonly string[] = []) {
  const stored = new Map<TransactionId, SendRow>();
  const store = {
    putSend: async (sent: SendRow) => void stored.set(sent.id, sent),
    putMined: async (_: string, found: readonly SendRow[]) =>
      found.forEach((seen) => stored.set(seen.id, { ...stored.get(seen.id)!, ...seen })),
    releaseSend: async (sent: SendRow) => void stored.set(sent.id, { ...sent, isReleased: true }),
    deleteSend: async (_: string, id: TransactionId) => void stored.delete(id),
    event: async (_: string, id: string) => (mined.includes(id) ? { index: { height: 1 } } : undefined)
  } as unknown as WalletStorage;
  return { store, rows: () => [...stored.values()] };
}

const tip = { height: 3, id: '' as BlockId };
const sightings = { tip, pool: undefined, nowMs: 3, blockMs: 3 };
/** Later, when a block of height 1 is deep in the chain, or deeper than any reorganization. */
const buried = { ...sightings, tip: { ...tip, height: 20 } };
const final = { ...sightings, tip: { ...tip, height: 200 } };

/** The wallet as another page load sees it. */
async function reloaded({ store, rows }: ReturnType<typeof storeOf>): Promise<WalletSends> {
  const sends = new WalletSends('w', store);
  await sends.refresh(rows(), sightings);
  return sends;
}

describe('a signed payment that is not tracked remains outstanding', () => {
  test('after it is dismissed, also in the next page load, until it is mined', async () => {
    const mined: string[] = [];
    const stored = storeOf(mined);
    const sends = new WalletSends('w', stored.store);
    await sends.put(row(1));
    await sends.forget(row(1).id);
    for (const after of [sends, await reloaded(stored)]) {
      expect(after.list).toEqual([]);
      expect(after.outstanding).toEqual([row(1).transfer]);
    }
    mined.push('1');
    const after = await reloaded(stored);
    expect(after.outstanding).toEqual([]);
    await after.refresh(stored.rows(), final);
    expect(stored.rows()).toEqual([]);
  });

  test('and counts as sent for a while once it is mined, although a server refused it', async () => {
    const mined: string[] = [];
    const stored = storeOf(mined);
    const sends = new WalletSends('w', stored.store);
    await sends.put({ ...row(1), isUnclear: true });
    await sends.forget(row(1).id);
    await sends.refresh(stored.rows(), sightings);
    expect(sends.recent).toEqual([]);
    mined.push('1');
    await sends.refresh(stored.rows(), sightings);
    for (const after of [sends, await reloaded(stored)]) {
      expect([after.outstanding, after.recent]).toEqual([[], [row(1).transfer]]);
      await after.refresh(stored.rows(), buried);
      expect(after.recent).toEqual([]);
    }
  });

  test('again, if a reorganization removes the block that it was in', async () => {
    const mined: string[] = [];
    const stored = storeOf(mined);
    const sends = new WalletSends('w', stored.store);
    await sends.release(row(1));
    mined.push('1');
    await sends.refresh(stored.rows(), sightings);
    expect(sends.outstanding).toEqual([]);
    mined.pop();
    await sends.refresh(stored.rows(), sightings);
    for (const after of [sends, await reloaded(stored)]) expect(after.outstanding).toEqual([row(1).transfer]);
  });

  test('after it is handed over, also in the next page load, until it is sent from here', async () => {
    const stored = storeOf();
    const sends = new WalletSends('w', stored.store);
    await sends.release(row(1));
    expect(sends.outstanding).toEqual([row(1).transfer]);
    const after = await reloaded(stored);
    expect(after.outstanding).toEqual([row(1).transfer]);
    await after.put(row(1));
    expect(after.outstanding).toEqual([]);
    expect(stored.rows()).toEqual([row(1)]);
  });

  test('and a tracked one stays tracked when it is handed over', async () => {
    const stored = storeOf();
    const sends = new WalletSends('w', stored.store);
    await sends.put(row(1));
    await sends.release(row(1));
    expect(sends.list).toHaveLength(1);
    expect(stored.rows()).toEqual([row(1)]);
  });

  test('unless a transaction that spends the same output is confirmed', async () => {
    const inputOf = (id: string) => ({ parent: { id, output: {} }, satisfiedPolicy: {} });
    const spending = (n: number, id: string) => ({
      ...row(n),
      transfer: { generation: 'v2', transaction: { coinInputs: [inputOf(id)], fundInputs: [] } } as unknown as Transfer
    });
    const mined = ['3'];
    const stored = storeOf(mined);
    const sends = new WalletSends('w', stored.store);
    await sends.release(spending(1, 'a'));
    await sends.release(spending(2, 'b'));
    await sends.put(spending(3, 'a'));
    const after = await reloaded(stored);
    expect(after.outstanding).toEqual([spending(2, 'b').transfer]);
    mined.pop();
    expect((await reloaded(stored)).outstanding).toContainEqual(spending(1, 'a').transfer);
    mined.push('3');
    await after.refresh(stored.rows(), final);
    expect(stored.rows().map(({ id }) => id)).toEqual(['2']);
  });

  test('unless it was confirmed', async () => {
    const stored = storeOf(['1']);
    const sends = new WalletSends('w', stored.store);
    await sends.put(row(1));
    await sends.refresh(stored.rows(), sightings);
    await sends.forget(row(1).id);
    expect(sends.outstanding).toEqual([]);
    expect(stored.rows()).toEqual([]);
  });

  test('for thirty days, by the clock and by the blocks', async () => {
    const days = 24 * 60 * 60 * 1000;
    const [before, after] = [30 * days, 30 * days + 2];
    const stored = storeOf();
    const sends = new WalletSends('w', stored.store);
    await sends.release(row(1));
    for (const [nowMs, blockMs] of [
      [before, before],
      [after, before],
      [before, after]
    ]) {
      await sends.refresh(stored.rows(), { ...sightings, nowMs: nowMs!, blockMs: blockMs! });
      expect(sends.outstanding).toHaveLength(1);
    }
    await sends.refresh(stored.rows(), { ...sightings, nowMs: after, blockMs: after });
    expect(sends.outstanding).toEqual([]);
    expect(stored.rows()).toEqual([]);
  });

  test('even while it cannot be stored', async () => {
    const sends = new WalletSends('w', {
      ...storeOf().store,
      releaseSend: () => Promise.reject(new Error('quota exceeded'))
    } as WalletStorage);
    await expect(sends.release(row(1))).rejects.toThrow('quota exceeded');
    await sends.refresh([], sightings);
    expect(sends.outstanding).toEqual([row(1).transfer]);
  });
});

test('a payment handed over, then sent by another tab, stays tracked once it is in a block', async () => {
  const mined: string[] = [];
  const stored = storeOf(mined);
  const other = new WalletSends('w', stored.store);
  await other.release(row(1));
  const sends = await reloaded(stored);
  await other.put(row(1));
  await sends.refresh(stored.rows(), sightings);
  expect(sends.outstanding).toEqual([]);
  mined.push('1');
  await sends.refresh(stored.rows(), sightings);
  expect(sends.list.map(({ follow }) => follow.state)).toEqual(['confirmed']);
  expect(stored.rows()).toEqual([{ ...row(1), minedHeight: 1 }]);
});

test('a payment whose block a reorganization removed names that block, also in the next page load', async () => {
  const mined = ['1'];
  const store = new WalletStore(openMemoryDatabase());
  await store.addWallet({ id: 'w' } as WalletRow, []);
  const read = { ...storeOf(mined).store, putSend: store.putSend.bind(store), putMined: store.putMined.bind(store) };
  const sends = new WalletSends('w', read);
  for (const n of [1, 2]) await sends.put(row(n));
  await sends.refresh(await store.sends('w'), sightings);
  mined.pop();
  const later = { ...sightings, pool: { events: [], atMs: 5 }, nowMs: 5 };
  const dropped = [{ state: 'dropped', minedHeight: 1 }, { state: 'dropped' }];
  for (const after of [sends, new WalletSends('w', read)]) {
    await after.refresh(await store.sends('w'), later);
    expect(after.list.map(({ follow }) => follow)).toEqual(dropped);
  }
  // Sent again, and dropped again without having been in another block.
  await sends.put({ ...row(1), atMs: 6 });
  await sends.refresh(await store.sends('w'), { ...later, pool: { events: [], atMs: 7 }, nowMs: 7 });
  expect(sends.list.map(({ follow }) => follow)).toEqual(dropped);
});

test('a deeply confirmed payment is no longer listed, but is again if a reorganization reverts it', async () => {
  const mined = ['1'];
  const stored = storeOf(mined);
  await new WalletSends('w', stored.store).put(row(1));
  const sends = await reloaded(stored);
  await sends.refresh(stored.rows(), buried);
  expect(sends.list).toEqual([]);
  expect(sends.follow(row(1).id)).toMatchObject({ state: 'confirmed', confirmations: 20 });
  mined.pop();
  await sends.refresh(stored.rows(), { ...buried, pool: { events: [], atMs: 5 }, nowMs: 5 });
  expect(sends.list).toMatchObject([{ id: '1', follow: { state: 'dropped' } }]);
  mined.push('1');
  await sends.refresh(stored.rows(), final);
  expect(stored.rows()).toEqual([]);
});

test('a payment that another tab has just sent stays tracked when this tab hands it over', async () => {
  const store = new WalletStore(openMemoryDatabase());
  await store.addWallet({ id: 'w' } as WalletRow, []);
  await new WalletSends('w', store).put(row(1));
  await new WalletSends('w', store).release(row(1));
  expect(await store.sends('w')).toEqual([row(1)]);
});

test('a refresh undoes nothing that is recorded or forgotten in the meantime', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const store = { ...storeOf().store, event: async () => void (await answered) } as unknown as WalletStorage;
  const sends = new WalletSends('w', store);
  await sends.put(row(1));
  await sends.put(row(2));
  const refreshing = sends.refresh([row(1), row(2)], { ...sightings, tip: undefined });
  await sends.put(row(3));
  await sends.forget(row(1).id);
  answer();
  await refreshing;
  expect(sends.list.map(({ id }) => id)).toEqual(['2', '3']);
});

test('a redirected claim of a payment handed over or dismissed is shown until it is dismissed', async () => {
  const claimSwap = { address: 'thief' as Address, isConfirmed: true };
  const redirected: SendRow = { ...row(1), isReleased: true, claimSwap };
  const stored = storeOf(['1']);
  await stored.store.putSend(redirected);
  const sends = await reloaded(stored);
  expect(sends.list).toMatchObject([{ id: row(1).id, claimSwap, follow: { state: 'confirmed' } }]);
  expect(sends.outstanding).toEqual([]);
  expect(stored.rows()).toEqual([{ ...redirected, minedHeight: 1 }]);
  await sends.forget(row(1).id);
  expect(sends.list).toEqual([]);
  expect(stored.rows()).toEqual([]);
});

describe('a wallet has unfinished payments', () => {
  const handedOver = [{ id: '1' as TransactionId, atMs: 1, recipients: [] }];
  const sendsWith = (rows: readonly Partial<WalletRow>[], mined: readonly string[] = []) => {
    const { store } = storeOf(mined);
    return new WalletSends('w', { ...store, wallets: async () => rows as WalletRow[] } as WalletStorage);
  };

  test('while one that left the browser is neither sent nor in a block', async () => {
    expect(await sendsWith([{ id: 'w', handedOver }]).hasUnfinished()).toBe(true);
    expect(await sendsWith([{ id: 'w', handedOver }], ['1']).hasUnfinished()).toBe(false);
    expect(await sendsWith([{ id: 'other', handedOver }, { id: 'w' }]).hasUnfinished()).toBe(false);
  });

  test('while a signed one may still be mined', async () => {
    const sends = sendsWith([{ id: 'w' }]);
    expect(await sends.hasUnfinished()).toBe(false);
    await sends.release(row(1));
    expect(await sends.hasUnfinished()).toBe(true);
  });
});
