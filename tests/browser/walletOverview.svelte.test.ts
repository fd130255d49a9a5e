import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import {
  setDaemonTransport,
  setMiner,
  setOpenPrices,
  setWallet,
  setWalletProofs,
  setWallets
} from '$lib/state/context';
import Overview from '../../src/routes/(app)/wallet/[id]/+page.svelte';
import { parseCsv } from '$lib/codec/csv';
import { eventually } from '../support/eventually';
import { page } from '../support/kit/state.svelte';

let shown: object;
afterEach(async () => {
  vi.restoreAllMocks();
  await unmount(shown);
});

/** The page of an empty wallet. */
function showOverview(
  path: string,
  {
    hasSeed = true,
    needsPolicy = false,
    isBare = false,
    balance = undefined as object | undefined,
    withoutBackup = [] as object[],
    unconfirmed = [] as object[],
    confirmed = 0,
    confirmedCoins = undefined as bigint | undefined,
    history = [] as object[],
    rows = [] as object[],
    missingCoins = 0n,
    nextMaturity = undefined as object | undefined,
    market = 'none',
    mining = 'idle'
  } = {}
): void {
  page.url = new URL(path, page.url);
  const wallet = {
    id: 'one',
    hasSeed,
    needsPolicy,
    isBare,
    balance,
    info: { name: 'Mine' },
    lists: {
      events: () => ({ rows, ended: true, more: async () => undefined }),
      allEvents: async function* () {
        yield* history;
      }
    },
    eventTexts: async () => ({ nameOf: () => '', notes: new Map([['2', 'for June']]) }),
    confirmedCoins,
    event: async () => undefined,
    sends: { list: [] },
    status: { step: 'following' },
    counts: { events: confirmed },
    tipHeight: 9,
    unverified: [],
    unconfirmed,
    imports: [],
    missingCoins,
    nextMaturity,
    blockSeconds: 10
  };
  const provided = (...[anchor, props]: Parameters<typeof Overview>) => {
    setDaemonTransport({ fetch: () => new Promise(() => undefined), baseUrl: 'http://quarry.test/api/daemon' });
    setMiner({ status: { step: mining } } as never);
    setWallet(wallet as never);
    setWallets({ openContacts: () => new Promise(() => undefined), withoutBackup } as never);
    setWalletProofs({ why: 'off' } as never);
    setOpenPrices(async () => undefined as never);
    return Overview(anchor, props);
  };
  const props = { data: { session: { market } } } as never;
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
}

test('a link to an event that the wallet does not have says so', async () => {
  showOverview('/wallet/one?event=00ff');
  await eventually(() => expect(document.body.textContent).toContain('Event not found'));
});

test('a wallet that is opened without an event says nothing about one', async () => {
  showOverview('/wallet/one');
  await new Promise((done) => setTimeout(done, 100));
  expect(document.body.textContent).not.toContain('Event not found');
});

test('matured payouts that the server does not list are named with their total', async () => {
  showOverview('/wallet/one', { missingCoins: 300_000n * 10n ** 24n });
  await eventually(() => expect(document.body.textContent).toContain('Matured payouts are not listed'));
  expect(document.body.textContent).toMatch(/payouts of 300,000\sSC that should have matured/);
  expect(document.body.querySelector('a[href="/wallet/one/settings"]')).not.toBeNull();
});

test('a wallet without such payouts says nothing of them', async () => {
  showOverview('/wallet/one');
  await new Promise((done) => setTimeout(done, 100));
  expect(document.body.textContent).not.toContain('Matured payouts');
});

test.each([
  [true, true],
  [false, false]
])('the reminder of a backup mentions recovery words only if there are any: %s', (hasSeed, mentioned) => {
  showOverview('/wallet/one', { hasSeed, withoutBackup: [{ id: 'one' }] });
  expect(document.body.textContent).toContain('Back up this wallet');
  expect(document.body.textContent.includes('recovery words')).toBe(mentioned);
});

test('the reminder stays when coins arrive, until it is dismissed', () => {
  const withoutBackup = [{ id: 'one' }];
  showOverview('/wallet/one', { withoutBackup, confirmed: 5 });
  expect(document.body.textContent).toContain('Back up this wallet');
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Dismiss')!.click();
  flushSync();
  expect(document.body.textContent).not.toContain('Back up this wallet');
  void unmount(shown);
  showOverview('/wallet/one', { withoutBackup });
  expect(document.body.textContent).not.toContain('Back up this wallet');
  localStorage.removeItem('quarry:backup-dismissed');
});

test('the reminder of a shared wallet says that its policy must be kept', () => {
  showOverview('/wallet/one', { hasSeed: false, needsPolicy: true, withoutBackup: [{ id: 'one' }] });
  expect(document.body.textContent).toContain('recovery words of the key holders do not restore the policy');
});

test.each([
  [true, 'Watch-only'],
  [false, 'Spendable']
])('the balance of a wallet that cannot spend is not called spendable: %s', (isBare, label) => {
  const coins = { timeLocked: 0n, immature: 0n, frozen: 0n, waiting: 0n };
  const isSpendable = { spendable: isBare ? 0n : 5n, watched: isBare ? 5n : 0n };
  const balance = { ...coins, ...isSpendable, total: 5n, unconfirmed: 0n, unclaimed: 0n, funds: 0n };
  showOverview('/wallet/one', { isBare, balance, hasSeed: false });
  expect(document.querySelector('.halves')!.textContent).toContain(label);
  expect(document.querySelector('.halves')!.textContent.includes('pendable')).toBe(!isBare);
  expect(document.querySelector('.exact')!.textContent).toContain('5');
});

test('coins at addresses without a policy are listed beside the spendable ones', () => {
  const coins = { spendable: 5n, watched: 3n, timeLocked: 0n, immature: 0n, frozen: 0n, waiting: 0n };
  const balance = { ...coins, total: 8n, unconfirmed: 0n, unclaimed: 0n, funds: 0n };
  showOverview('/wallet/one', { balance, hasSeed: false });
  const label = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Watch-only')!;
  expect(label.nextElementSibling!.querySelector('[title]')!.getAttribute('title')).toContain('3');
  expect(document.querySelector('.exact')!.textContent).toContain('5');
});

const COIN = 10n ** 24n;
const NOT_IN_A_BLOCK = { height: 10, id: '0'.repeat(64) };
const payment = { type: 'transaction', inputs: [], outputs: [], coins: COIN, funds: 0n, timestamp: 0, fee: 0n };
const waiting = ['1', '2'].map((id) => ({ ...payment, index: NOT_IN_A_BLOCK, id, maturityHeight: 0 }));

test('the number of events includes the unconfirmed ones in the list', async () => {
  showOverview('/wallet/one', { unconfirmed: waiting, confirmed: 5 });
  await eventually(() => expect(document.querySelectorAll('.events [role="row"] a')).toHaveLength(2));
  expect(document.querySelector('.tools')!.textContent).toContain('7');
});

test.each([
  ['none', '', ['1', '2']],
  ['its type', 'type=transaction', ['1', '2']],
  ['another type', 'type=miner', []],
  ['its note', 'q=june', ['2']],
  ['a larger amount', 'min=2', []]
])('a filter applies to unconfirmed events, too: %s', async (_, filter, expected) => {
  showOverview(`/wallet/one?${filter}`, { unconfirmed: waiting });
  const links = () =>
    [...document.querySelectorAll<HTMLAnchorElement>('.events [role="row"] a')].map(({ href }) =>
      new URL(href).searchParams.get('event')!
    );
  await eventually(() => expect(links()).toEqual(expected));
});

test.each([
  [
    'includes the unconfirmed events of the list, and their balances',
    '/wallet/one',
    [
      ['1', 'unconfirmed', '7'],
      ['2', 'unconfirmed', '6'],
      ['3', 'confirmed', '5']
    ]
  ],
  [
    'has what a filter leaves in the list',
    '/wallet/one?q=June',
    [
      ['2', 'unconfirmed', undefined],
      ['3', 'confirmed', undefined]
    ]
  ]
])('the CSV file %s', async (_, path, expected) => {
  let file: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob;
    return '#saved';
  });
  const confirmed = { ...payment, index: { height: 9, id: '1'.repeat(64) }, id: '3', maturityHeight: 9 };
  const history = [confirmed];
  showOverview(path, { unconfirmed: waiting, confirmed: 1, confirmedCoins: 5n * COIN, history, rows: history });
  const csv = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'CSV');
  await eventually(() => expect(csv()).toBeDefined());
  csv()!.click();
  await eventually(() => expect(file).toBeDefined());
  const [header, ...rows] = parseCsv(await file!.text());
  const columns = ['id', 'status', 'balance'].map((name) => header!.indexOf(name));
  expect(rows.map((row) => columns.map((at) => row[at]))).toEqual(expected);
});

test.each([
  ['simulated', 'idle', false],
  ['simulated', 'paused', false],
  ['simulated', 'mining', true],
  ['none', 'idle', true]
])('the time until coins mature is shown only if blocks are expected: %s, %s', (market, mining, isShown) => {
  const none = { spendable: 0n, watched: 0n, timeLocked: 0n, frozen: 0n, waiting: 0n, funds: 0n };
  const balance = { ...none, immature: 5n, total: 5n, unconfirmed: 0n, unclaimed: 0n };
  showOverview('/wallet/one', { balance, nextMaturity: { blocks: 3, coins: 5n }, market, mining });
  const text = document.querySelector('.halves')!.textContent;
  expect(text).toContain('spendable in 3 blocks');
  expect(text.includes('about 30')).toBe(isShown);
});
