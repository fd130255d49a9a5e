import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { EMPTY_TRANSACTION, WHOLE_TRANSACTION } from '$lib/chain/transaction/transaction';
import { viewOfTransaction, type TransactionView } from '$lib/explorer/transactionView';
import TransactionBody from '../../src/routes/(app)/chain/_parts/TransactionBody.svelte';

let shown: object;
afterEach(() => unmount(shown));

const EMPTY = viewOfTransaction({ generation: 1, transaction: EMPTY_TRANSACTION });
function show(changes: Partial<TransactionView>): HTMLElement {
  shown = mount(TransactionBody, { target: document.body, props: { view: { ...EMPTY, ...changes } } });
  flushSync();
  return document.body;
}
const many = <T>(item: T): T[] => Array.from({ length: 2_000 }, () => item);
const ID = 'ab'.repeat(32);
const attestation = { id: ID, publicKey: `ed25519:${ID}`, key: 'name', value: new Uint8Array() };
const payout = { id: ID, address: ID, value: 1n };
const contract = { act: 'formed', contractId: ID, facts: [], payouts: [{ when: 'valid', outputs: many(payout) }] };

// Anyone can publish a transaction with thousands of parts.
test.each<[string, object, string, number]>([
  ['attestations', { attestations: many(attestation) }, 'section > p:not(.faint)', 20],
  ['data', { arbitraryData: many(new Uint8Array()) }, 'p.data', 20],
  ['contracts', { contracts: many({ ...contract, payouts: [] }) }, 'dl', 20],
  ['payouts of a contract', { contracts: [contract] }, 'ul .value', 20]
])('of %s, the first are shown, and the others on request', (_, parts, selector, count) => {
  const body = show(parts as Partial<TransactionView>);
  const rows = () => body.querySelectorAll(selector).length;
  expect(rows()).toBe(count);
  expect(body.textContent).toContain('Show all 2,000');
});

test('the others are shown on request', () => {
  const body = show({ arbitraryData: Array.from({ length: 25 }, () => new Uint8Array()) });
  const button = [...body.querySelectorAll('button')].find(({ textContent }) => textContent.includes('Show all 25'))!;
  button.click();
  flushSync();
  expect(body.querySelectorAll('p.data').length).toBe(25);
  expect(body.textContent).not.toContain('Show all');
});

test('the name of an attestation is short, and cannot reverse the sentence', () => {
  const key = `${String.fromCodePoint(0x202e)}${'x'.repeat(1_000_000)}`;
  const name = show({ attestations: [{ ...attestation, key }] }).querySelector('b')!.textContent;
  expect(name).toBe(`${'x'.repeat(600)}…`);
});

test('of the fields that a signature covers, the first are named', () => {
  const coveredFields = { ...WHOLE_TRANSACTION, wholeTransaction: false, minerFees: many(7n) };
  const signature = { parentId: ID, publicKeyIndex: 0n, timelock: 0n, coveredFields, signature: new Uint8Array() };
  expect(show({ signatures: [signature as never] }).textContent.length).toBeLessThan(1_000);
});
