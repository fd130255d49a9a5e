import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import ExportTransfer from '../../src/routes/(app)/wallet/_transfer/ExportTransfer.svelte';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

/** Shows the QR codes of a payment to this many recipients. */
function showCodes(recipients: number, onexport?: () => void): void {
  const coinOutputs = Array.from({ length: recipients }, () => ({ value: hastings(5n), address: VOID_ADDRESS }));
  const transaction = { ...EMPTY_V2_TRANSACTION, coinOutputs };
  const basis = { height: 1, id: 'ab'.repeat(32) as never };
  const transfer: Transfer = { generation: 'v2', network: 'test', basis, signatures: [], preimages: [], transaction };
  shown = mount(ExportTransfer, { target: document.body, props: { transfer, onexport } });
  flushSync();
  document.querySelector<HTMLButtonElement>('button[aria-expanded]')!.click();
  flushSync();
}

test('a payment with many recipients is shown as a series of codes', () => {
  showCodes(100);
  expect(document.querySelectorAll('svg[role="img"]')).toHaveLength(1);
});

test('a payment that is too large for codes says so, and can still be saved', async () => {
  showCodes(7_000);
  await eventually(() => expect(document.querySelector('[data-error="wallet/container"]')).not.toBeNull());
  expect(document.querySelectorAll('button')[0]!.disabled).toBe(false);
});

test('says so whenever a payment leaves: as codes and as a file', () => {
  let exports = 0;
  showCodes(1, () => exports++);
  expect(exports).toBe(1);
  const [save, codes] = document.querySelectorAll('button');
  codes!.click();
  flushSync();
  expect(exports).toBe(1);
  save!.click();
  expect(exports).toBe(2);
});
