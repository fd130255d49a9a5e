import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ServerError } from '$lib/api/http/errors';
import type { AppError } from '$lib/errors';
import { setWallet, setWalletProofs } from '$lib/state/context';
import Outputs from '../../src/routes/(app)/wallet/[id]/outputs/+page.svelte';

let shown: object;
afterEach(() => unmount(shown));

/** The page with a list in this state. */
function showOutputs(feed: { ended: boolean; problem?: AppError; rows?: object[] }, holder: object = {}): string {
  const lists = { coins: () => ({ rows: [], more: async () => undefined, ...feed }) };
  const wallet = { lists, funds: [], counts: { coins: 0 }, info: {}, ...holder };
  const provided = (...[anchor, props]: Parameters<typeof Outputs>) => {
    setWallet(wallet as never);
    setWalletProofs({ of: () => ({ state: 'waiting' }) } as never);
    return Outputs(anchor, props);
  };
  shown = mount(provided, { target: document.body, props: {} as never, context: new Map() });
  flushSync();
  return document.body.textContent;
}

const NONE = 'No outputs yet';

test('a wallet has no outputs once the end of its list was read', () => {
  expect(showOutputs({ ended: true })).toContain(NONE);
});

test('a wallet whose outputs are still being read is not called empty', () => {
  expect(showOutputs({ ended: false })).not.toContain(NONE);
});

test('a wallet whose outputs cannot be read is not called empty', () => {
  const problem = new ServerError({ method: 'GET', path: '/' }, 500, 'no');
  expect(showOutputs({ ended: true, problem })).not.toContain(NONE);
});

test('rows are as much higher as the text is larger', async () => {
  await page.viewport(1280, 900);
  const coin = { id: 'a'.repeat(64), address: 'a'.repeat(76), value: 1n, frozen: false, maturityHeight: 0 };
  const holder = { tipHeight: 9, timeLocked: new Set(), watched: new Set(), labelOf: () => '' };
  const rowPx = () => {
    showOutputs({ rows: [coin], ended: true }, holder);
    return document.querySelector('.row[aria-rowindex]')!.getBoundingClientRect().height;
  };
  const usual = rowPx();
  await unmount(shown);
  document.documentElement.style.fontSize = '200%';
  try {
    expect(rowPx()).toBe(2 * usual);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

test('an output under a closed time lock or without a policy is not called spendable', () => {
  const coin = (at: string) => ({
    id: at.repeat(64),
    address: at.repeat(76),
    value: 1n,
    frozen: false,
    maturityHeight: 0
  });
  const timeLocked = new Set(['a'.repeat(76)]);
  const watched = new Set(['c'.repeat(76)]);
  const list = { rows: [coin('a'), coin('b'), coin('c')], ended: true };
  showOutputs(list, { tipHeight: 9, timeLocked, watched, labelOf: () => '' });
  const states = [...document.querySelectorAll('[role=cell].state')].map(({ textContent }) => textContent.trim());
  expect(states).toEqual(['time-locked', 'spendable', 'watch-only']);
});

test('a label that is cut off is shown whole when the pointer rests on it', async () => {
  await page.viewport(1280, 900);
  const label = 'Rent for the workshop in March, April and May';
  const coin = { id: 'a'.repeat(64), address: 'b'.repeat(76), value: 1n, frozen: false, maturityHeight: 0 };
  const holder = { tipHeight: 9, timeLocked: new Set(), watched: new Set(), labelOf: () => label };
  showOutputs({ rows: [coin], ended: true }, holder);
  expect(document.querySelector('.row .label')!.getAttribute('title')).toBe(label);
});
