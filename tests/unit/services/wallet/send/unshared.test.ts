import { expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { BlockId } from '$lib/chain/ids';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import type { Unshared } from '$lib/services/wallet/ports';
import { readUnshared, unsharedMessage } from '$lib/services/wallet/send/unshared';
import { transferId, type Transfer } from '$lib/wallet/transfer/transfer';
import { encodeTransfer } from '$lib/wallet/transfer/transferText';

const transfer: Transfer = {
  generation: 'v2',
  network: 'n',
  basis: { height: 1, id: '00'.repeat(32) as BlockId },
  signatures: [],
  preimages: [],
  transaction: EMPTY_V2_TRANSACTION
};
const bytes = encodeTransfer(transfer);
const row = { walletId: 'w', id: transferId(transfer), transfer, atMs: 1 };
const issued = [{ address: VOID_ADDRESS, label: 'rent' }];
const nothing: Unshared = { sends: [], issued: [] };

test('what a tab could not store arrives in another one as it was', () => {
  const unshared: Unshared = { sends: [row, { ...row, isUnclear: true }, { ...row, isReleased: true }], issued };
  expect(readUnshared('w', structuredClone(unsharedMessage(unshared)))).toEqual(unshared);
  expect(unsharedMessage(nothing)).toBeUndefined();
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['other types', { sends: 1, issued: 'x' }],
  ['entries of other types', { sends: [null, 1, {}], issued: [null, 1, {}] }],
  ['a transfer as text', { sends: [{ atMs: 1, transfer: 'x' }] }],
  ['a damaged transfer', { sends: [{ atMs: 1, transfer: bytes.subarray(1) }] }],
  ['a time that is text', { sends: [{ atMs: '1', transfer: bytes }] }],
  ['a part of a millisecond', { sends: [{ atMs: 0.5, transfer: bytes }] }],
  ['a state of another type', { sends: [{ atMs: 1, transfer: bytes, isUnclear: 'yes' }] }],
  ['another state of another type', { sends: [{ atMs: 1, transfer: bytes, isReleased: 1 }] }],
  ['an address with a wrong checksum', { issued: [{ address: `${VOID_ADDRESS.slice(0, -1)}0`, label: '' }] }],
  ['a label of another type', { issued: [{ address: VOID_ADDRESS, label: 1 }] }]
])('%s of another version is ignored, the rest is not', (_, message) => {
  expect(readUnshared('w', message)).toEqual(nothing);
  const { sends = [], issued: wrong = [] } = (message ?? {}) as { sends?: never; issued?: never };
  if (!Array.isArray(sends) || !Array.isArray(wrong)) return;
  const valid = unsharedMessage({ sends: [row], issued })!;
  const mixed = { sends: [...(sends as []), ...valid.sends], issued: [...(wrong as []), ...valid.issued] };
  expect(readUnshared('w', mixed)).toEqual({ sends: [row], issued });
});
