import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { shortenId } from '$lib/messages/format';
import { setReaderTags } from '$lib/messages/locale';
import { emptyRow } from '$lib/services/wallet/send/draft';
import { SendDraft } from '$lib/state/wallet/sendDraft.svelte';
import { setOpenPrices, setWallets } from '$lib/state/context';
import Compose from '../../src/routes/(app)/wallet/[id]/send/Compose.svelte';
import { page } from '../support/kit/state.svelte';
import { loadMessages } from '../support/messages';
import { plainSpaces } from '../support/plainSpaces';

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

let shown: object;
afterEach(async () => {
  await unmount(shown);
  sessionStorage.clear();
});

/** The form of a page load. */
function showForm(
  given: object = {},
  openContacts: () => Promise<never> = () => new Promise(() => undefined)
): SendDraft {
  const draft = new SendDraft('one');
  const provided = (...[anchor, props]: Parameters<typeof Compose>) => {
    setWallets({ openContacts } as never);
    setOpenPrices(async () => undefined as never);
    return Compose(anchor, props);
  };
  const props = { draft, network: 'zen', spendable: 0n, coins: { rows: [] }, ...given } as never;
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  return draft;
}

test('a payment link is read once: a reload keeps the form as edited, and after the payment empty', async () => {
  page.url = new URL(`/wallet/one/send#siacoin:${PAYEE}?amount=1.5`, page.url);
  const draft = showForm();
  expect(draft.rows).toMatchObject([{ address: PAYEE, amount: '1.5' }]);
  draft.rows[0]!.amount = '2';
  flushSync();
  await unmount(shown);
  const reloaded = showForm();
  expect(reloaded.rows).toMatchObject([{ address: PAYEE, amount: '2' }]);
  reloaded.clear();
  await unmount(shown);
  expect(showForm().isEmpty).toBe(true);
});

const OTHER = VOID_ADDRESS;
const press = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(label))!.click();

test('a payment link asks before it replaces a payment that was not sent, and keeps the other one', async () => {
  Object.assign(showForm().rows[0]!, { address: OTHER, amount: '7' });
  flushSync();
  await unmount(shown);
  page.url = new URL(`/wallet/one/send#siacoin:${PAYEE}?amount=1.5`, page.url);
  const draft = showForm();
  expect(draft.rows).toMatchObject([{ address: OTHER, amount: '7' }]);
  expect(document.activeElement?.textContent).toBe('Fill in the payment from the link?');
  press('Fill in');
  flushSync();
  expect(draft.rows).toMatchObject([{ address: PAYEE, amount: '1.5' }]);
  expect(document.body.textContent).toContain('1 payment set aside');
  expect(plainSpaces(document.body.textContent)).toContain(`7 SC to ${shortenId(OTHER, 8)}`);
  await unmount(shown);
  // Sent, and another page load.
  const reloaded = showForm();
  reloaded.clear();
  flushSync();
  press('Fill in');
  flushSync();
  expect(reloaded.rows).toMatchObject([{ address: OTHER, amount: '7' }]);
  expect(document.body.textContent).not.toContain('set aside');
});

test.each([
  ['1.5', 'coins', 'de', '1,5 SC'],
  ['2,5 KS', 'coins', 'en', '2,500 SC'],
  ['1', 'funds', 'en', '1 fund unit'],
  ['1.000', 'coins', 'de', '1.000 an'],
  ['', 'coins', 'en', 'No amount yet']
] as const)(
  'a payment set aside shows its amount as the page writes it: %s %s in %s',
  async (amount, unit, language, text) => {
    const draft = new SendDraft('one');
    draft.rows = [{ ...emptyRow(), address: OTHER, amount: '7' }];
    const { key: _, ...row } = { ...emptyRow(), address: PAYEE, amount, unit };
    draft.setAside([row]);
    setReaderTags(['en-GB', 'de-DE']);
    await loadMessages(language);
    try {
      showForm();
      expect(plainSpaces(document.querySelector('li')!.textContent)).toContain(text);
    } finally {
      setReaderTags([]);
      await loadMessages('en');
    }
  }
);

test('a payment link that cannot be read leaves the payment in the form', async () => {
  Object.assign(showForm().rows[0]!, { address: OTHER, amount: '7' });
  flushSync();
  await unmount(shown);
  page.url = new URL(`/wallet/one/send#siacoin:${PAYEE.slice(1)}`, page.url);
  const draft = showForm();
  expect(draft.rows).toMatchObject([{ address: OTHER, amount: '7' }]);
  expect(draft.aside).toEqual([]);
});

test('a typed link that cannot be used is not called an address of the wrong length', async () => {
  const draft = showForm();
  draft.rows[0]!.address = `siacoin:${PAYEE}?req-network=other`;
  flushSync();
  const field = document.querySelector<HTMLInputElement>('fieldset input')!;
  field.dispatchEvent(new Event('change', { bubbles: true }));
  field.dispatchEvent(new FocusEvent('blur'));
  flushSync();
  await expect.poll(() => document.body.textContent).toContain('It is for the network “other”');
  expect(document.body.textContent).toContain('This is a payment link, not an address.');
  expect(document.body.textContent).not.toContain('An address has 76 characters');
});

test('the list of recipients takes the focus when it is opened', () => {
  showForm();
  const paste = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent.includes('Paste a list')
  );
  paste!.focus();
  paste!.click();
  flushSync();
  expect(document.activeElement?.tagName).toBe('TEXTAREA');
});

test('the fee that is doubled may be one that could not be read yet', () => {
  const oncompose = vi.fn();
  const draft = showForm({ oncompose });
  Object.assign(draft.rows[0]!, { address: PAYEE, amount: '1' });
  draft.fee.kind = 'double';
  flushSync();
  document.querySelector('form')!.requestSubmit();
  expect(oncompose).toHaveBeenCalledWith(expect.objectContaining({ feeFactor: 2n }));
});

test('fund units that can be read as one or as a thousand are asked for', () => {
  setReaderTags(['en', 'de']);
  const oncompose = vi.fn();
  const draft = showForm({ oncompose });
  Object.assign(draft.rows[0]!, { address: PAYEE, amount: '1.000', unit: 'funds' });
  flushSync();
  document.querySelector('form')!.requestSubmit();
  expect(oncompose).not.toHaveBeenCalled();
  const choices = [...document.querySelectorAll<HTMLButtonElement>('.choices button')];
  expect(choices.map(({ textContent }) => textContent)).toEqual(['1 fund unit', '1,000 fund units']);
  choices[0]!.click();
  flushSync();
  document.querySelector('form')!.requestSubmit();
  const [recipient] = oncompose.mock.lastCall![0].recipients;
  expect(recipient).toEqual({ address: PAYEE, unit: 'funds', funds: 1n });
  setReaderTags([]);
});

test('no total is shown of amounts of which one is all that is left', () => {
  const draft = showForm();
  draft.rows = [5, 6].map((amount) => ({ ...emptyRow(), amount: `${amount}` }));
  flushSync();
  expect(document.querySelector('.total')?.textContent).toContain('11');
  draft.rows[1]!.isMax = true;
  flushSync();
  expect(document.querySelector('.total')).toBeNull();
});

test('an output that was chosen and is frozen since can be taken out of the payment', () => {
  const coin = (id: string) => ({ id: id.repeat(64), address: PAYEE, value: 1n, frozen: true, maturityHeight: 0 });
  const rows = [coin('a'), coin('b')];
  const list = {
    coins: { rows, more: async () => undefined },
    labelOf: () => '',
    proofOf: () => ({ state: 'waiting' })
  };
  const draft = showForm({ ...list, tipHeight: 9, timeLocked: new Set(), watched: new Set(), chosenValue: 1n });
  draft.chosen = new Set([rows[0]!.id]);
  draft.choosing = true;
  flushSync();
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[role=cell] input[type=checkbox]')];
  expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [true, false],
    [false, true]
  ]);
});

test.each([
  ['under a time lock that is still closed', { timeLocked: new Set([PAYEE]), watched: new Set() }],
  ['at an address without a policy', { timeLocked: new Set(), watched: new Set([PAYEE]) }]
])('an output %s cannot be chosen for a payment', (_, unspendable) => {
  const coin = { id: 'a'.repeat(64), address: PAYEE, value: 1n, frozen: false, maturityHeight: 0 };
  const list = {
    coins: { rows: [coin], more: async () => undefined },
    labelOf: () => '',
    proofOf: () => ({ state: 'waiting' })
  };
  const draft = showForm({ ...list, tipHeight: 9, ...unspendable, chosenValue: 0n });
  draft.choosing = true;
  flushSync();
  expect(document.querySelector<HTMLInputElement>('[role=cell] input[type=checkbox]')?.disabled).toBe(true);
});

test.each([
  [true, 'By default, each payment uses a new change address'],
  [false, 'change returns to an address the payment spends from']
])('the hint says where change goes by default: with keys %s', (hasKeys, hint) => {
  showForm({ hasKeys });
  expect(document.body.textContent).toContain(hint);
});

test('without its address book, which could not be loaded, the form can be filled in', async () => {
  const openContacts = vi.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const draft = showForm({}, openContacts);
  const uncaught = vi.fn<(event: PromiseRejectionEvent) => void>((event) => event.preventDefault());
  addEventListener('unhandledrejection', uncaught);
  try {
    await expect.poll(() => openContacts.mock.calls.length).toBe(1);
    // Browsers report a rejection after the task in which nobody caught it.
    await new Promise((resolve) => setTimeout(resolve, 100));
    draft.rows[0]!.address = PAYEE;
    flushSync();
    expect(document.querySelector('input')!.value).toBe(PAYEE);
    expect(uncaught).not.toHaveBeenCalled();
  } finally {
    removeEventListener('unhandledrejection', uncaught);
  }
});
