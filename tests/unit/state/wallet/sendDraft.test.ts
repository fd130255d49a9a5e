import { expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { SendDraft } from '$lib/state/wallet/sendDraft.svelte';
import type { WalletCache } from '$lib/wallet/sync/cache';

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
