import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import { miningAddress, type MiningPayee } from '$lib/services/wallet/miningAddress';
import { phraseCap, phraseDueMs, phraseOverdue } from '$lib/services/wallet/phraseDue';
import type { AddressRow } from '$lib/services/wallet/views';
import { LockedError } from '$lib/wallet/errors';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { MAINNET } from '../../../support/networks';

const row = (address: string, used = false): AddressRow => ({
  address: address as Address,
  label: '',
  isChange: false,
  used,
  key: { index: 0, form: 'uc' },
  createdAtMs: 0
});

/** An issued address of this key. */
const at = (index: number): AddressRow => ({ ...row('issued'), key: { index, form: 'uc' } });

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
  ['an address that was paid is not reused', payee([row('last', true)], 'new'), last, 'new'],
  ['an address without a block is reused', payee([row('last')], 'new'), last, 'last'],
  ['the last address of another wallet is not', payee([row('last')], 'new'), { ...last, wallet: 'other' }, 'new'],
  [
    'a locked wallet without new addresses is paid to the last one',
    payee([row('main'), row('last', true)]),
    last,
    'last'
  ],
  ['or else to its main address', payee([row('main')]), undefined, 'main'],
  ['the fortieth key of an unused wallet is still issued', payee([row('main'), at(38)], 'new'), undefined, 'new'],
  ['no further one is, which its words would not restore', payee([row('main'), at(39)], 'new'), undefined, 'main'],
  ['a watch-only wallet is paid to its main address', payee([row('main')], 'new', false), undefined, 'main']
] as const)('%s', async (_, wallet, before, address) => {
  expect(await miningAddress(wallet, before, 'Mining')).toBe(address);
});

test('a locked wallet without any address is an error', async () => {
  await expect(miningAddress(payee([]), undefined, 'Mining')).rejects.toThrow(LockedError);
});

test('words are due seven days after the wallet was created without confirming them', () => {
  const week = 7 * 24 * 3600 * 1000;
  const pending = { createdAtMs: 1000, phrasePending: true };
  expect(phraseDueMs(pending)).toBe(1000 + week);
  expect([phraseOverdue(pending, 999 + week), phraseOverdue(pending, 1000 + week)]).toEqual([undefined, 'time']);
  expect(phraseOverdue({ ...pending, phrasePending: false }, 10 * week)).toBeUndefined();
});

test('words are due once the wallet holds a hundred rewards, in whole millions that do not change between blocks', () => {
  const cap = phraseCap(MAINNET);
  expect(cap).toBe(3_000_000n * HASTINGS_PER_COIN);
  // A hundred rewards of block 2 are 29,999,800.
  expect(phraseCap(networkPreset('dev', TEST_GENESIS_TIMESTAMP).network)).toBe(30_000_000n * HASTINGS_PER_COIN);
  const holding = (coins: bigint) => ({
    createdAtMs: 1000,
    phrasePending: true,
    phraseCap: cap,
    held: { coins: hastings(coins), funds: fundUnits(0n), index: { height: 530_000, id: ZERO_BLOCK_ID }, atMs: 0 }
  });
  expect(phraseOverdue(holding(cap - 1n), 2000)).toBeUndefined();
  expect(phraseOverdue(holding(cap), 2000)).toBe('amount');
  expect(phraseOverdue({ ...holding(cap), phrasePending: false }, 2000)).toBeUndefined();
});
