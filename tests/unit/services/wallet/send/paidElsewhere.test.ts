import { expect, test } from 'vitest';
import { addressFromHash, VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import type { AddressRow, SendRow, WalletRow } from '$lib/services/wallet/records';
import { paidElsewhere } from '$lib/services/wallet/send/paidElsewhere';
import { transferId, type Transfer } from '$lib/wallet/transfer/transfer';

const PAYEE = VOID_ADDRESS;
const CHANGE = addressFromHash(new Uint8Array(32).fill(7));

const transfer: Transfer = {
  generation: 'v2',
  network: 'n',
  basis: { height: 1, id: '00'.repeat(32) as BlockId },
  signatures: [],
  preimages: [],
  transaction: {
    ...EMPTY_V2_TRANSACTION,
    coinOutputs: [
      { address: PAYEE, value: hastings(2n) },
      { address: CHANGE, value: hastings(3n) }
    ]
  }
};
const row: SendRow = { walletId: 'other', id: transferId(transfer), transfer, atMs: 5 };

const paidWith = (sends: readonly SendRow[], payer = { walletId: 'payer', network: 'n', height: 100 }) =>
  paidElsewhere(
    {
      wallets: async () => [{ id: 'payer' }, { id: 'other' }] as WalletRow[],
      sends: async (id) => sends.filter(({ walletId }) => walletId === id),
      addresses: async () => [{ address: CHANGE }] as AddressRow[]
    },
    payer
  );

test('a payment of another wallet is what it pays to others', async () => {
  const outputs = [{ address: PAYEE, value: 2n }];
  expect(await paidWith([row])).toEqual([{ id: row.id, spent: new Set(), outputs, atMs: 5 }]);
});

test.each([
  ['is its own', { ...row, walletId: 'payer' }],
  ['is of another network', { ...row, transfer: { ...transfer, network: 'm' } }],
  ['is below the last blocks', { ...row, minedHeight: 90 }]
])('a payment does not count that %s', async (_, other) => expect(await paidWith([other])).toEqual([]));

test('a damaged record of another wallet does not prevent paying', async () =>
  expect(await paidWith([row, {} as SendRow, { walletId: 'other' } as SendRow])).toEqual([]));

test('one in the last blocks counts', async () =>
  expect(await paidWith([{ ...row, minedHeight: 91 }])).toHaveLength(1));
