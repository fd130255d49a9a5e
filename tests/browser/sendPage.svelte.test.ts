import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { TimeoutError } from '$lib/api/http/errors';
import { hastings } from '$lib/chain/currency/currency';
import type { TransactionId } from '$lib/chain/ids';
import { m } from '$lib/messages/wallet/send';
import { m as signWords } from '$lib/messages/wallet/sign';
import { setMiner, setOpenPrices, setWallet, setWalletProofs, setWallets } from '$lib/state/context';
import { SendDraft } from '$lib/state/wallet/sendDraft.svelte';
import SendPage from '../../src/routes/(app)/wallet/[id]/send/+page.svelte';
import { eventually } from '../support/eventually';
import { announce } from '../support/kit/navigation';
import { page } from '../support/kit/state.svelte';

let shown: object;
afterEach(async () => {
  await unmount(shown);
  sessionStorage.clear();
  vi.useRealTimers();
});

/** The Send page of a wallet without coins. */
function showPage(changes: object = {}): void {
  const usual = {
    id: 'one',
    info: { name: 'Mine', network: 'zen' },
    balance: { spendable: 0n },
    index: { height: 1, id: 'block' },
    isBare: false,
    hasSeed: true,
    keys: { locked: true, hasPasskey: false },
    labelOf: () => '',
    lists: { coins: () => ({ rows: [], more: async () => undefined }) },
    sends: { list: [], row: () => undefined },
    event: async () => undefined,
    feePerWeight: async () => 1n,
    send: () => ({ status: { step: 'composing' }, refreshProblem: async () => undefined, cancel: () => undefined })
  };
  const wallet = Object.defineProperties(usual, Object.getOwnPropertyDescriptors(changes));
  const provided = (...[anchor, props]: Parameters<typeof SendPage>) => {
    setWallet(wallet as never);
    setWallets({ openContacts: () => new Promise(() => undefined) } as never);
    setWalletProofs({ of: () => ({ state: 'waiting' }) } as never);
    setMiner({ status: { step: 'idle' } } as never);
    setOpenPrices(async () => undefined as never);
    return SendPage(anchor, props);
  };
  const props = { data: { session: { services: [] } } } as never;
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
}

const amount = () => document.querySelectorAll<HTMLInputElement>('fieldset input')[1]!.value;

/** The form of a payment that was confirmed as a transaction before the page was left. */
function confirmed(id: string): void {
  const draft = new SendDraft('one');
  draft.rows[0]!.amount = '5';
  draft.confirmed(id as TransactionId);
}

test('the fee rate is read once per block, however often the wallet is read', async () => {
  let index = $state.raw({ height: 1, id: 'block' });
  const feePerWeight = vi.fn(async () => 1n);
  const wallet = {
    feePerWeight,
    get index() {
      return index;
    }
  };
  showPage(wallet);
  index = { ...index };
  flushSync();
  expect(feePerWeight).toHaveBeenCalledTimes(1);
  index = { height: 2, id: 'next' };
  flushSync();
  expect(feePerWeight).toHaveBeenCalledTimes(2);
});

test('a fee rate that cannot be read is read again before the next block, and the reason is given', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const feePerWeight = vi.fn(async () => 10n ** 19n);
  feePerWeight.mockRejectedValueOnce(new TimeoutError({ method: 'GET', path: '/txpool/fee' }, 1));
  showPage({ feePerWeight });
  const fee = () => document.querySelector('.fee')!.textContent;
  expect(fee()).toContain(m.fee.loading);
  await eventually(() => expect(fee()).not.toContain(m.fee.loading));
  expect(fee()).not.toContain('0.01 SC');
  await vi.advanceTimersByTimeAsync(5_000);
  await eventually(() => expect(fee()).toContain('0.01'));
  expect(feePerWeight).toHaveBeenCalledTimes(2);
});

test('a payment that was sent after its page was left is not offered again', async () => {
  confirmed('pending');
  showPage({ sends: { list: [], row: (id: string) => (id === 'pending' ? {} : undefined) } });
  expect(amount()).toBe('');
  await unmount(shown);
  confirmed('mined long ago');
  showPage({ event: async () => ({}) });
  await eventually(() => expect(amount()).toBe(''));
});

test('one that is recorded only after the page is opened again is not offered any longer', async () => {
  confirmed('pending');
  let list = $state.raw<{ id: string; follow: { state: string } }[]>([]);
  const sends = {
    get list() {
      return list;
    },
    row: (id: string) => list.find((row) => row.id === id)
  };
  showPage({ sends });
  expect(amount()).toBe('5');
  list = [{ id: 'pending', follow: { state: 'unanswered' } }];
  flushSync();
  await eventually(() => expect(amount()).toBe(''));
});

test('signing is canceled when the page is left', async () => {
  const cancel = vi.fn();
  const flow = { status: { step: 'composing' }, refreshProblem: async () => undefined, cancel };
  showPage({ send: () => flow });
  expect(cancel).not.toHaveBeenCalled();
  await unmount(shown);
  expect(cancel).toHaveBeenCalledOnce();
  showPage();
});

/** A payment in its review, with the browser’s history entry for it. */
function reviewing() {
  const summary = {
    id: 'ab'.repeat(32),
    network: 'zen',
    recipients: [],
    change: [],
    inputs: [],
    fee: hastings(1n),
    feeCheck: { level: 'normal' },
    sent: hastings(5n),
    sentFunds: 0n,
    claims: [],
    warnings: []
  };
  const payment = { summary, missing: [], canSign: true, transfer: {} };
  let status = $state.raw<object>({ step: 'composing' });
  const flow = {
    get status() {
      return status as { step: string };
    },
    refreshProblem: async () => undefined,
    cancel: vi.fn(() => void (status = { step: 'reviewing', ...payment })),
    back: vi.fn(() => void (status = { step: 'composing' })),
    show(step: string, more: object = {}) {
      status = { step, ...payment, ...more };
      flushSync();
    }
  };
  showPage({ send: () => flow });
  flow.show('reviewing');
  expect(page.state).toEqual({ review: true });
  return flow;
}

/** The browser’s Back button, in the review. */
const goBack = () => {
  page.state = {};
  flushSync();
};

test('Back in the browser leaves the review, and cancels the signing of a payment', () => {
  const flow = reviewing();
  goBack();
  expect([flow.status.step, flow.back.mock.calls.length]).toEqual(['composing', 1]);
  flow.show('reviewing');
  flow.show('signing', { signed: 3, wanted: 900 });
  flow.cancel.mockClear();
  goBack();
  expect(flow.cancel).toHaveBeenCalledOnce();
  expect(flow.status.step).toBe('composing');
});

test('Back in the browser cannot cancel the sending of a payment, whose outcome is shown', async () => {
  const flow = reviewing();
  flow.show('broadcasting');
  goBack();
  expect(page.state).toEqual({ review: true });
  flow.show('reviewing', { problem: new TimeoutError({ method: 'POST', path: '/txpool/broadcast' }, 1) });
  expect(flow.back).not.toHaveBeenCalled();
  await eventually(() => expect(document.querySelector('[data-error]')).not.toBeNull());
});

test('one that was not sent is', async () => {
  confirmed('refused');
  const event = vi.fn(async () => undefined);
  showPage({ event });
  await eventually(() => expect(event).toHaveBeenCalled());
  flushSync();
  expect(amount()).toBe('5');
});

test('a shared wallet whose policy is closed says until when, instead of a form that can only fail', () => {
  const key = { type: 'pk', publicKey: `ed25519:${'aa'.repeat(32)}` };
  const policy = { type: 'thresh', n: 2, of: [{ type: 'above', height: 700_123n }, key] };
  const info = { name: 'Shared', network: 'zen', policy };
  showPage({ info, moment: { height: 700_122, medianTimestamp: 0 } });
  expect(document.querySelector('fieldset')).toBeNull();
  expect(document.body.textContent).toContain(signWords.missing.untilHeight(700_123n));
  void unmount(shown);
  showPage({ info, moment: { height: 700_123, medianTimestamp: 0 } });
  expect(document.querySelector('fieldset')).not.toBeNull();
});

test('a list of recipients that was entered and not added is not lost without a question', () => {
  const asksToLeave = () => {
    const cancel = vi.fn();
    announce({ type: 'popstate', cancel, to: null, willUnload: true } as never);
    return cancel.mock.calls.length > 0;
  };
  showPage();
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(m.recipients.paste))!.click();
  flushSync();
  expect(asksToLeave()).toBe(false);
  const list = document.querySelector('textarea')!;
  list.value = 'an address, 5';
  list.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  expect(asksToLeave()).toBe(true);
});

test('the row of a dropped payment says in which block it was', () => {
  const dropped = (id: string, minedHeight?: number) => ({
    id,
    sentAtMs: 0,
    follow: { state: 'dropped', minedHeight }
  });
  showPage({ sends: { list: [dropped('a'.repeat(64), 1_234), dropped('b'.repeat(64))], row: () => undefined } });
  const rows = [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows[0]).toContain(m.pending.states.dropped);
  expect(rows[0]).not.toContain('1,234');
  expect(rows[1]).toContain(m.pending.droppedFrom(1_234));
});
