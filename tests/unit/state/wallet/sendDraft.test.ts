import { afterEach, expect, test, vi } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { SendDraft } from '$lib/state/wallet/sendDraft.svelte';
import type { TransactionId } from '$lib/chain/ids';
import type { WalletCache } from '$lib/wallet/sync/cache';

afterEach(() => vi.unstubAllGlobals());

const coinsOf = (values: Record<string, bigint>) =>
  new Map(
    Object.entries(values).map(([id, value]) => [id, { id, output: { value: hastings(value) } }])
  ) as unknown as WalletCache['coins'];

test('a selected output that has been spent is dropped, and the rest is added up', () => {
  const draft = new SendDraft('wallet');
  draft.chosen = new Set(['spent', 'held']);
  expect(draft.checkChosen(coinsOf({ held: 5n, other: 7n }))).toBe(5n);
  expect([...draft.chosen]).toEqual(['held']);
});

test('a selection of which all outputs have been spent stays, so that no others are spent', () => {
  const draft = new SendDraft('wallet');
  draft.chosen = new Set(['spent']);
  expect(draft.checkChosen(coinsOf({ other: 7n }))).toBe(0n);
  expect([...draft.chosen]).toEqual(['spent']);
});

test('a form knows the payment that it was confirmed as after a reload, until it is changed', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key)
  });
  const draft = new SendDraft('wallet');
  draft.rows[0]!.amount = '5';
  draft.save();
  expect(new SendDraft('wallet').sentAs).toBeUndefined();
  draft.confirmed('t' as TransactionId);
  const reloaded = new SendDraft('wallet');
  expect(reloaded.rows[0]!.amount).toBe('5');
  expect(reloaded.sentAs).toBe('t');
  reloaded.rows[0]!.amount = '6';
  reloaded.save();
  expect(reloaded.sentAs).toBeUndefined();
  expect(new SendDraft('wallet').sentAs).toBeUndefined();
});

test('a payment set aside that was sent is not offered again', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key)
  });
  const draft = new SendDraft('wallet');
  draft.rows[0]!.amount = '5';
  const id = 'ab'.repeat(32) as TransactionId;
  draft.confirmed(id);
  draft.setAside([{ address: 'other', amount: '', unit: 'coins', isMax: false, paysFee: false }]);
  draft.exchange(draft.aside[0]!);
  expect(draft.rows).toMatchObject([{ address: 'other' }]);
  const reloaded = new SendDraft('wallet');
  expect(reloaded.confirmedAs).toEqual([id]);
  reloaded.forget(id);
  expect(reloaded.aside).toEqual([]);
  expect(reloaded.rows).toMatchObject([{ address: 'other' }]);
  reloaded.clear();
  expect(stored.size).toBe(0);
});

test('a payment is set aside once', () => {
  const draft = new SendDraft('wallet');
  const [row] = draft.rows;
  draft.setAside([{ ...row!, amount: '5' }]);
  draft.setAside([{ ...row!, amount: '5' }]);
  expect(draft.aside).toHaveLength(1);
  draft.discard(draft.aside[0]!);
  expect(draft.aside).toEqual([]);
});
