import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID, type BlockId, type Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import EventDialog from '../../src/routes/(app)/wallet/[id]/_overview/EventDialog.svelte';
import { eventually } from '../support/eventually';

const event: WalletEvent = {
  id: 'ab'.repeat(32) as Hash256,
  type: 'transaction',
  index: { height: 1, id: ZERO_BLOCK_ID },
  timestamp: unixSeconds(1),
  maturityHeight: 1,
  inputs: [],
  outputs: [],
  fee: hastings(0n),
  coins: 1n,
  funds: 0n
};

let dialog: object | undefined;
afterEach(async () => {
  if (dialog) await unmount(dialog);
});

/** The dialog of an event. @param note as stored */
function show(note: () => Promise<string>, changes: Partial<WalletEvent> = {}) {
  const props = $state({
    event: { ...event, ...changes },
    tipHeight: 1,
    labelOf: () => '',
    cache: () => new Promise<never>(() => undefined),
    proofOf: (): never => {
      throw new Error('an event without outputs');
    },
    note,
    onnote: async () => undefined,
    onclose: () => undefined
  });
  dialog = mount(EventDialog, { target: document.body, props });
  flushSync();
  return props;
}

const field = () => document.querySelector('input')!;
function type(text: string) {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
}

test('a note that is being typed stays when a block arrives', async () => {
  const props = show(async () => 'stored');
  await eventually(() => expect(field().value).toBe('stored'));
  type('typed');
  props.event = { ...event };
  props.tipHeight = 2;
  flushSync();
  await new Promise((resolve) => setTimeout(resolve));
  expect(field().value).toBe('typed');
});

test('a note that is being typed stays when the stored one arrives', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  show(() => promise);
  type('typed');
  resolve('stored');
  await new Promise((done) => setTimeout(done));
  expect(field().value).toBe('typed');
});

test('only a confirmed event has a date: that of an unconfirmed one is the time of the server’s answer', () => {
  const names = () => [...document.querySelectorAll('dt')].map(({ textContent }) => textContent.trim());
  const props = show(async () => '');
  expect(names()).not.toContain('Date');
  props.event = { ...event, index: { height: 1, id: 'cd'.repeat(32) as BlockId } };
  flushSync();
  expect(names()).toContain('Date');
});

test('of thousands of outputs, the first are shown, the wallet’s own before others', () => {
  const other = { id: '0a', address: 'cd'.repeat(38), own: false, coins: 1n };
  const outputs = [...Array.from({ length: 3_000 }, () => other), { ...other, address: 'ee'.repeat(38), own: true }];
  const props = show(async () => '', { outputs } as never);
  const rows = () => [...document.querySelectorAll('li')];
  expect(rows().length).toBe(20);
  expect(rows()[0]!.textContent).toContain('yours');
  props.event = { ...event, outputs: outputs.slice(-30) } as never;
  flushSync();
  const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent.includes('Show all 30')
  );
  button!.click();
  flushSync();
  expect(rows().length).toBe(30);
  expect(rows()[0]!.textContent).not.toContain('yours');
  expect(document.body.textContent).not.toContain('Show all');
});
