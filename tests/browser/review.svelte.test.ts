import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { Hash256, TransactionId } from '$lib/chain/ids';
import type { PublicKey } from '$lib/chain/keys/keys';
import { setOwnNames } from '$lib/components/chain/ownNames';
import { m } from '$lib/messages/wallet/sign';
import type { SpendSummary } from '$lib/wallet/transfer/summarize';
import Review from '../../src/routes/(app)/wallet/_transfer/Review.svelte';
import SignatureStatus from '../../src/routes/(app)/wallet/_transfer/SignatureStatus.svelte';
import { eventually } from '../support/eventually';

const INPUTS = 50;
const summary = {
  id: 'ab'.repeat(32) as TransactionId,
  generation: 'v2',
  network: 'test',
  recipients: [],
  change: [],
  inputs: Array.from({ length: INPUTS }, (_, i) => ({
    id: i.toString(16).padStart(64, '0') as Hash256,
    address: VOID_ADDRESS,
    coins: hastings(1n),
    own: true,
    label: ''
  })),
  fee: hastings(1n),
  feeCheck: { level: 'normal' },
  weight: 1,
  sent: hastings(49n),
  sentFunds: 0n,
  claims: [],
  warnings: []
} as unknown as SpendSummary;

test('the spent outputs of a review are rendered when opened, a few per frame', async () => {
  const review = mount(Review, { target: document.body, props: { summary } });
  const rows = () => document.querySelectorAll('details li').length;
  expect(rows()).toBe(0);
  document.querySelector<HTMLElement>('details summary')!.click();
  await eventually(() => expect(rows()).toBeGreaterThan(0));
  expect(rows()).toBeLessThan(INPUTS);
  await eventually(() => expect(rows()).toBe(INPUTS));
  await unmount(review);
});

test.each(['recipients', 'change'])('many %s are rendered a few per frame, after the first hundred', async (kind) => {
  const output = { address: VOID_ADDRESS, coins: hastings(1n), funds: 0n, warnings: [], label: '' };
  const many = { ...summary, [kind]: Array.from({ length: 200 }, () => output) } as unknown as SpendSummary;
  const review = mount(Review, { target: document.body, props: { summary: many } });
  flushSync();
  const rows = () => document.querySelectorAll('section .output').length;
  expect(rows()).toBe(100);
  await eventually(() => expect(rows()).toBe(200));
  await unmount(review);
});

test('a recipient of the address book is named as in it', async () => {
  const output = { address: VOID_ADDRESS, coins: hastings(1n), funds: 0n, warnings: [], label: '', contact: 'Ada' };
  const known = { ...summary, recipients: [output] } as unknown as SpendSummary;
  const review = mount(Review, { target: document.body, props: { summary: known } });
  expect(document.querySelector('.output')?.textContent).toContain(m.review.contact('Ada'));
  await unmount(review);
});

test('claim addresses are rendered with the spent outputs, a few per frame', async () => {
  const many = { ...summary, inputs: [], claims: Array.from({ length: 50 }, () => VOID_ADDRESS) };
  const review = mount(Review, { target: document.body, props: { summary: many } });
  const chips = () => document.querySelectorAll('details button').length;
  expect(chips()).toBe(0);
  document.querySelector<HTMLElement>('details summary')!.click();
  await eventually(() => expect(chips()).toBeGreaterThan(0));
  expect(chips()).toBeLessThan(50);
  await eventually(() => expect(chips()).toBe(50));
  await unmount(review);
});

test.each([
  ['locks', 200, 0],
  ['keys that have signed', 1, 199],
  ['keys that have not signed', 1, 199],
  ['locks with keys', 20, 9]
])('missing signatures are rendered a few per frame, after the first hundred rows: %s', async (what, locks, keys) => {
  const listed = Array.from({ length: keys }, (_, i) => `ed25519:${i.toString(16).padStart(64, '0')}` as PublicKey);
  const missing = Array.from({ length: locks }, (_, i) => ({
    parentId: i.toString(16).padStart(64, '0') as Hash256,
    address: i.toString(16).padStart(76, '0') as Address,
    signaturesNeeded: 1,
    signed: what === 'keys that have signed' ? listed : [],
    candidates: what === 'keys that have signed' ? [] : listed,
    hashes: []
  }));
  const status = mount(SignatureStatus, { target: document.body, props: { missing } });
  flushSync();
  const rows = () => document.querySelectorAll('li, .keys .badge').length;
  expect(rows()).toBe(100);
  await eventually(() => expect(rows()).toBe(200));
  await unmount(status);
});

test('an extreme fee is confirmed below the details and above the buttons', async () => {
  const extreme = { ...summary, feeCheck: { level: 'extreme' } } as unknown as SpendSummary;
  const review = mount(Review, { target: document.body, props: { summary: extreme, asksFee: true } });
  const field = document.querySelector('input')!;
  const below = [...document.querySelectorAll('section, dl, details')].filter(
    (part) => part.compareDocumentPosition(field) !== Node.DOCUMENT_POSITION_FOLLOWING
  );
  expect(below).toEqual([]);
  await unmount(review);
});

test('outputs of another wallet of this browser, which the same signature may spend, are named', async () => {
  const foreign = { ...summary.inputs[0]!, own: false };
  const shownWith = async (nameOf: (address: string) => string | undefined) => {
    const provided = (...[anchor, props]: Parameters<typeof Review>) => {
      setOwnNames(nameOf);
      return Review(anchor, props);
    };
    const props = { summary: { ...summary, inputs: [...summary.inputs, foreign] } };
    const review = mount(provided, { target: document.body, props });
    flushSync();
    const text = document.body.textContent;
    await unmount(review);
    return text;
  };
  const warning = m.review.otherWallet('Savings');
  expect(await shownWith((address) => (address === VOID_ADDRESS ? 'Savings' : undefined))).toContain(warning);
  expect(await shownWith(() => undefined)).not.toContain(warning);
});
