import '../../src/app.css';
import { flushSync, mount, unmount } from 'svelte';
import { page } from 'vitest/browser';
import { afterEach, expect, test } from 'vitest';
import { parseAddress } from '$lib/chain/address';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import AddressList from '../../src/routes/(app)/wallet/[id]/addresses/AddressList.svelte';

const ADDRESS = parseAddress('d11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d');
const BALANCE = hastings((18_398_073_932n * HASTINGS_PER_COIN) / 1_000n);

let shown: object;
let target: HTMLElement;
afterEach(async () => {
  await unmount(shown);
  target.remove();
});

/** An address with its row's width on a screen. */
async function show(screenPx: number, label: string): Promise<void> {
  await page.viewport(screenPx, 900);
  target = document.createElement('main');
  target.style.width = `${screenPx - 290}px`;
  document.body.append(target);
  const row = { address: ADDRESS, label, used: true, isChange: false, key: undefined, policy: undefined };
  const balances = new Map([[ADDRESS, BALANCE]]);
  const props = { rows: [row as never], balances, uses: new Map(), onlabel: () => undefined };
  shown = mount(AddressList, { target, props });
  flushSync();
}

test.each([1440, 1000])('a balance of millions keeps its unit in the line, %i px wide', async (width) => {
  await show(width, '');
  const cell = target.querySelector('.balance')!;
  const text = document.createRange();
  text.selectNodeContents(cell);
  const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
  expect(cell.textContent).toContain('18,398,073.932');
  expect(lines.size).toBe(1);
});

test('the label that mining gives an address is shown whole, 1280 px wide', async () => {
  await show(1280, 'Mining, 29 Nov 2026');
  const { scrollWidth, clientWidth } = target.querySelector('input')!;
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
