import { expect, test } from 'vitest';
import { addressFromHash } from '$lib/chain/address';
import type { AddressRow, WalletRow } from '$lib/services/wallet/records';
import { knownElsewhere } from '$lib/services/wallet/send/knownElsewhere';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const [own, paid, paying] = [1, 2, 3].map((digit) => addressFromHash(new Uint8Array(32).fill(digit)));
const event = (isOwn: boolean, address = paid!) =>
  ({ type: 'transaction', timestamp: 1, inputs: [{ own: isOwn, address: own }], outputs: [{ address }] }) as never;

test('what other wallets own and have paid is known, not what has paid them', async () => {
  const read: string[] = [];
  const events: WalletEvent[] = [event(true), event(false, paying)];
  const store = {
    wallets: async () => [{ id: 'payer' }, { id: 'other' }] as WalletRow[],
    addresses: async (id: string) => (id === 'other' ? [{ address: own } as AddressRow] : []),
    eventPage: async (id: string, type: unknown, last: WalletEvent | undefined, limit: number) => {
      read.push(id);
      const from = last ? events.indexOf(last) + 1 : 0;
      return events.slice(from, from + limit);
    }
  };
  expect(await Array.fromAsync(knownElsewhere(store, 'payer'))).toEqual([own, paid]);
  expect(new Set(read)).toEqual(new Set(['other']));
});

test('a damaged record of another wallet does not prevent paying', async () => {
  const store = {
    wallets: async () => [{ id: 'damaged' }, { id: 'other' }] as WalletRow[],
    addresses: async (id: string) => [{ address: id === 'other' ? own : paid } as AddressRow],
    eventPage: async (id: string) => (id === 'other' ? [] : [{} as WalletEvent])
  };
  expect(await Array.fromAsync(knownElsewhere(store, 'payer'))).toEqual([paid, own]);
});
