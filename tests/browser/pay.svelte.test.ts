import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { setWallets } from '$lib/state/context';
import { load } from '../../src/routes/(app)/pay/+page';
import Pay from '../../src/routes/(app)/pay/+page.svelte';
import { eventually } from '../support/eventually';
import { page } from '../support/kit/state.svelte';

let shown: object;
afterEach(() => unmount(shown));

const open = (path: string) => {
  page.url = new URL(path, page.url);
  flushSync();
};
const field = () => document.querySelector('input')!;

interface World {
  readonly contact?: { readonly address: string; readonly name: string };
  readonly wallets?: object;
}

async function showPay(path: string, { contact, wallets }: World = {}) {
  await load({ parent: async () => ({}) } as never);
  open(path);
  const find = (address: string) => (address === contact?.address ? { ...contact, note: '' } : undefined);
  const provided = (...[anchor, props]: Parameters<typeof Pay>) => {
    const list = contact === undefined ? [] : [{ ...contact, note: '' }];
    setWallets({ list: [], openContacts: async () => ({ find, list }), ...wallets } as never);
    return Pay(anchor, props);
  };
  shown = mount(provided, { target: document.body, props: {} as never, context: new Map() });
  flushSync();
}

test('another payment link that is opened on the page replaces the first', async () => {
  await showPay('/pay#first');
  open('/pay#second');
  expect(field().value).toBe('second');
});

test('a typed payment request stays while the same page is opened', async () => {
  await showPay('/pay#first');
  field().value = 'typed';
  field().dispatchEvent(new Event('input', { bubbles: true }));
  open('/pay#first');
  expect(field().value).toBe('typed');
});

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

test('a recipient in the address book has the name given there, beside the one that the link claims', async () => {
  await showPay(`/pay#siacoin:${PAYEE}?label=Bob`, { contact: { address: PAYEE, name: 'Ada' } });
  const names = () => [...document.querySelectorAll('dd')].map(({ textContent }) => textContent.trim());
  await eventually(() => expect(names()).toContain('Ada'));
  expect(names()).toContain('Bob');
});

test('a recipient that is not in the address book has no name from it', async () => {
  await showPay(`/pay#siacoin:${PAYEE}?label=Bob`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.querySelectorAll('dt')).toHaveLength(3);
});

const ALERT = 'Not the recipient in your address book';

test('a link that gives another address the name of a recipient in the address book is pointed out', async () => {
  const other = `${'0'.repeat(64)}d08d64b35aa0`;
  await showPay(`/pay#siacoin:${PAYEE}?label=${encodeURIComponent('Аdа')}`, {
    contact: { address: other, name: 'Ada' }
  });
  await eventually(() => expect(document.body.textContent).toContain(ALERT));
  open(`/pay#siacoin:${PAYEE}?label=Bob`);
  await eventually(() => expect(document.body.textContent).not.toContain(ALERT));
  open(`/pay#siacoin:${PAYEE}`);
  await eventually(() => expect(document.body.textContent).not.toContain(ALERT));
});

test('so is one that gives it the name of a wallet of the user', async () => {
  const wallets = { list: [{ id: 'one', name: 'Savings', network: 'dev' }], isElsewhere: () => false, bare: new Set() };
  await showPay(`/pay#siacoin:${PAYEE}?label=savings`, { wallets });
  expect(document.body.textContent).toContain('Not known to be your wallet');
});

test('the name of the recipient itself is not', async () => {
  await showPay(`/pay#siacoin:${PAYEE}?label=Ada`, { contact: { address: PAYEE, name: 'Ada' } });
  await eventually(() => expect(document.querySelectorAll('dt')).toHaveLength(4));
  expect(document.body.textContent).not.toContain(ALERT);
});

test('a wallet that only watches addresses is no payer', async () => {
  const list = ['Savings', 'Watched'].map((name) => ({ id: name, name, kind: 'watch', network: 'dev' }));
  const wallets = { list, bare: new Set(['Watched']), isElsewhere: () => false };
  await showPay(`/pay#siacoin:${PAYEE}`, { wallets });
  const payers = [...document.querySelectorAll('button')].map(({ textContent }) => textContent.trim());
  expect(payers.filter((text) => text.startsWith('Pay from'))).toEqual(['Pay from Savings']);
  expect(document.body.textContent).toContain('Watched watches addresses only');
});

test('a wallet that never reached a server is not said to be on a network without a name', async () => {
  const list = [{ id: 'one', name: 'Fresh', network: '' }];
  const wallets = { list, isElsewhere: () => false, bare: new Set() };
  await showPay(`/pay#siacoin:${PAYEE}?req-network=zen`, { wallets });
  expect(document.body.textContent).toContain('Fresh has not reached a server yet');
  expect(document.body.textContent).not.toContain('“”');
});
