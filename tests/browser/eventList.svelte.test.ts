import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../src/app.css';
import { setFormats } from '$lib/messages/formats';
import { DEFAULT_FORMATS } from '$lib/services/settings/formats';
import EventList from '../../src/routes/(app)/wallet/[id]/_overview/EventList.svelte';

let shown: object;
beforeEach(() => page.viewport(360, 740));
afterEach(async () => {
  await unmount(shown);
  document.documentElement.style.fontSize = '';
  setFormats(() => DEFAULT_FORMATS);
});

/** The cells of a list of one immature block reward that a phone shows. */
function cellsOnPhone(): HTMLElement[] {
  const address = 'c'.repeat(76);
  const event = {
    id: 'a'.repeat(64),
    type: 'miner',
    index: { id: 'b'.repeat(64), height: 36 },
    timestamp: 1_796_000_000,
    maturityHeight: 46,
    inputs: [],
    outputs: [{ address, own: true }],
    fee: 0n,
    coins: 299_964n * 10n ** 24n,
    funds: 0n
  };
  const props = { events: [event], tipHeight: 36, labelOf: () => '', hrefOf: () => '#', onend: () => undefined };
  shown = mount(EventList, { target: document.body, props: props as never });
  flushSync();
  const cells = [...document.querySelectorAll<HTMLElement>('.row [role=cell]')];
  return cells.filter((cell) => getComputedStyle(cell).display !== 'none');
}

/** Cells whose text is wider than they are, or which extend beyond their row. */
const cutOff = (cells: readonly HTMLElement[]): string[] =>
  cells
    .filter((cell) => {
      const row = cell.closest('.row')!.getBoundingClientRect();
      const { left, right, top, bottom } = cell.getBoundingClientRect();
      const isOutside = left < row.left || right > row.right || top < row.top || bottom > row.bottom;
      return isOutside || cell.scrollWidth > cell.clientWidth;
    })
    .map(({ className, textContent }) => `${className}: ${textContent.trim()}`);

test.each(['100%', '150%', '200%'])('on a phone with text at %s, an event shows all of its texts', (size) => {
  document.documentElement.style.fontSize = size;
  const cells = cellsOnPhone();
  expect(cells).toHaveLength(4);
  expect(cutOff(cells)).toEqual([]);
});

test('on a phone, each cell has its header at the same position, for screen readers', () => {
  const [type, date, status, amount] = cellsOnPhone().map(({ textContent }) => textContent.trim());
  expect([...document.querySelectorAll('[role=columnheader]')].map(({ textContent }) => textContent)).toEqual([
    'Type',
    'Date',
    'Status',
    'Amount'
  ]);
  expect([type, status, amount]).toEqual(['Mined a block', 'matures in 10 blocks', '+299,964\u00a0SC']);
  expect(date).toMatch(/2026/);
});

test('on a phone, all digits of an amount in hastings are shown, beside what it is', () => {
  setFormats(() => ({ ...DEFAULT_FORMATS, amounts: 'hastings' }));
  const cells = cellsOnPhone();
  expect(cells.map(({ textContent }) => textContent.trim())).toContain(`+299,964${',000'.repeat(8)}\u00a0H`);
  expect(cutOff(cells)).toEqual([]);
});
