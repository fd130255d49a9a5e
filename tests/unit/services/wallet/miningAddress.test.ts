import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { miningAddress, type MiningPayee } from '$lib/services/wallet/miningAddress';
import { isPhraseOverdue, phraseDueMs } from '$lib/services/wallet/phraseDue';
import type { AddressRow } from '$lib/services/wallet/views';
import { LockedError } from '$lib/wallet/errors';

const row = (address: string, used = false): AddressRow => ({
  address: address as Address,
  label: '',
  isChange: false,
  used,
  key: { index: 0, form: 'uc' },
  createdAtMs: 0
});

/** A wallet that issues `next`, or is locked without further addresses. */
const payee = (addresses: AddressRow[], next?: string, hasSeed = true): MiningPayee => ({
  id: 'w',
  addresses,
  hasSeed,
  newAddress: async (label) => {
    if (next === undefined) throw new LockedError();
    return { ...row(next), label };
  }
});

const last = { wallet: 'w', address: 'last' as Address };

test.each([
  ['the first session gets a new address', payee([row('main')], 'new'), undefined, 'new'],
  ['an address that was paid is not used again', payee([row('last', true)], 'new'), last, 'new'],
  ['an address that no block paid is', payee([row('last')], 'new'), last, 'last'],
  ['the last address of another wallet is not', payee([row('last')], 'new'), { ...last, wallet: 'other' }, 'new'],
  ['a locked wallet without new ones is paid at the last', payee([row('main'), row('last', true)]), last, 'last'],
  ['or else at its main address', payee([row('main')]), undefined, 'main'],
  ['a watch-only wallet is paid at its main address', payee([row('main')], 'new', false), undefined, 'main']
] as const)('%s', async (_, wallet, before, address) => {
  expect(await miningAddress(wallet, before, 'Mining')).toBe(address);
});

test('a locked wallet without any address is an error', async () => {
  await expect(miningAddress(payee([]), undefined, 'Mining')).rejects.toThrow(LockedError);
});

test('words are due seven days after the wallet was created without them', () => {
  const week = 7 * 24 * 3600 * 1000;
  const pending = { createdAtMs: 1000, phrasePending: true };
  expect(phraseDueMs(pending)).toBe(1000 + week);
  expect([isPhraseOverdue(pending, 999 + week), isPhraseOverdue(pending, 1000 + week)]).toEqual([false, true]);
  expect(isPhraseOverdue({ ...pending, phrasePending: false }, 10 * week)).toBe(false);
});
