import '../../src/app.css';
import { flushSync, mount, unmount } from 'svelte';
import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { parseAddress } from '$lib/chain/address';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import AddressList from '../../src/routes/(app)/wallet/[id]/addresses/AddressList.svelte';

test.each([1440, 1000])('a balance of millions keeps its unit in the line, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const address = parseAddress('d11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d');
  const row = { address, label: '', used: true, isChange: false, key: undefined, policy: undefined };
  const target = document.createElement('main');
  target.style.width = `${width - 290}px`;
  document.body.append(target);
  const shown = mount(AddressList, {
    target,
    props: {
      rows: [row as never],
      balances: new Map([[address, hastings((18_398_073_932n * HASTINGS_PER_COIN) / 1_000n)]]),
      uses: new Map(),
      onlabel: () => undefined
    }
  });
  flushSync();
  const cell = target.querySelector('.balance')!;
  const text = document.createRange();
  text.selectNodeContents(cell);
  const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
  expect(cell.textContent).toContain('18,398,073.932');
  expect(lines.size).toBe(1);
  await unmount(shown);
  target.remove();
});
