import { expect, test } from 'vitest';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import type { TransactionId } from '$lib/chain/ids';
import { asHandedOver, handedOver, isAnyAway, withHandedOver } from '$lib/services/wallet/send/handedOver';
import type { HandedOver } from '$lib/services/wallet/records';
import { hasNewWarnings, type SpendSummary } from '$lib/wallet/transfer/summarize';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW_MS = 1000 * DAY_MS;

const summaryOf = (contact: string | undefined, id = 'a') =>
  ({ id, warnings: [], recipients: [{ address: VOID_ADDRESS, contact, warnings: [] }] }) as unknown as SpendSummary;

const payment = (id: string | number, atMs: number, names = 1): HandedOver => ({
  id: String(id) as TransactionId,
  atMs,
  recipients: Array.from({ length: names }, (_, i) => ({ address: `${id}-${i}` as Address, name: 'Bob' }))
});
const idsOf = (stored: readonly HandedOver[]) => stored.map(({ id }) => id);

test('names that were shown before are compared, in whichever wallet they are stored, the last ones first', () => {
  const wallets = [
    { handedOver: [handedOver(summaryOf('Bob'), 1)] },
    {},
    { handedOver: [handedOver(summaryOf('Robert'), 2), handedOver(summaryOf('Eve', 'other'), 3)] }
  ];
  const isChanged = (contact: string | undefined) =>
    hasNewWarnings(summaryOf(contact), asHandedOver(summaryOf(contact), wallets)!);
  expect(['Robert', 'Bob', undefined].map(isChanged)).toEqual([false, true, true]);
  expect(asHandedOver(summaryOf('Bob', 'unknown'), wallets)).toBeUndefined();
});

test('a recipient who was not in the address book before may get there', () => {
  const shown = asHandedOver(summaryOf('Bob'), [{ handedOver: [{ ...payment('a', 1), recipients: [] }] }]);
  expect(hasNewWarnings(summaryOf('Bob'), shown!)).toBe(false);
});

test('damaged records are passed over', () => {
  const damaged = [{ handedOver: 7 }, { handedOver: [null, {}, payment('a', 1)] }] as never;
  expect(asHandedOver(summaryOf('Bob'), damaged)).toMatchObject({ recipients: [{ contact: undefined }] });
  expect(withHandedOver('text' as never, payment('b', NOW_MS), NOW_MS)).toHaveLength(1);
});

test('a payment that leaves again replaces itself, and one without names is not kept', () => {
  const stored = [payment('b', 2), payment('a', 1)];
  expect(withHandedOver(stored, payment('a', 3, 2), NOW_MS)).toEqual([payment('a', 3, 2), payment('b', 2)]);
  expect(idsOf(withHandedOver(stored, payment('a', 3, 0), NOW_MS))).toEqual(['b']);
});

test('they are limited in number and age, by the clock and by the chain', () => {
  const many = Array.from({ length: 60 }, (_, i) => payment(i, NOW_MS));
  expect(withHandedOver(many, payment('new', NOW_MS), NOW_MS)).toHaveLength(50);
  const wide = [payment('a', NOW_MS, 1_000), payment('b', NOW_MS, 1_500), payment('c', NOW_MS, 100)];
  expect(idsOf(withHandedOver(wide, payment('new', NOW_MS, 900), NOW_MS))).toEqual(['new', 'a']);
  expect(idsOf(withHandedOver(wide, payment('new', NOW_MS, 5_000), NOW_MS))).toEqual(['new']);
  const old = [payment('recent', NOW_MS - 89 * DAY_MS), payment('old', NOW_MS - 91 * DAY_MS)];
  expect(idsOf(withHandedOver(old, payment('new', NOW_MS), NOW_MS))).toEqual(['new', 'recent']);
  // Either of the two may be ahead.
  expect(withHandedOver(old, payment('new', NOW_MS), 0)).toHaveLength(3);
  expect(withHandedOver(old, payment('new', NOW_MS - 2 * DAY_MS), NOW_MS)).toHaveLength(3);
});

test('a payment is away until it is seen again', async () => {
  const seeing =
    (...seen: string[]) =>
    async (id: string) =>
      seen.includes(id);
  expect(await isAnyAway({ handedOver: [payment('a', 1), payment('b', 2)] }, seeing('a'))).toBe(true);
  expect(await isAnyAway({ handedOver: [payment('a', 1), payment('b', 2)] }, seeing('a', 'b'))).toBe(false);
  expect(await isAnyAway({}, seeing())).toBe(false);
});
