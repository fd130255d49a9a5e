import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../src/app.css';
import DevicesCard from '../../src/routes/(app)/mine/DevicesCard.svelte';

let shown: object;
let column: HTMLElement;
afterEach(async () => {
  await unmount(shown);
  column.remove();
});

/** About half of the Mine page's main column on a screen of 1280 px. */
const CARD_PX = 300;
const PADDING_PX = 16;

test('in a narrow column, the devices stay within their card', async () => {
  await page.viewport(1280, 900);
  column = document.createElement('div');
  column.style.width = `${CARD_PX}px`;
  document.body.append(column);
  const miner = {
    status: { step: 'mining', engine: { kind: 'wasm-simd', workers: 1 } },
    devices: [{ hashes: 1_000n, hashesPerSecond: 7_530_000 }],
    power: 1,
    counters: { accepted: 27, stale: 0, rejected: 0 },
    shares: { accepted: 0, stale: 0, duplicate: 0, lowDifficulty: 0, unauthorized: 0, other: 0 }
  };
  const props = { miner, cores: { available: 2, inUse: 1 } } as never;
  shown = mount(DevicesCard, { target: column, props });
  flushSync();
  const right = column.getBoundingClientRect().right - PADDING_PX;
  expect(column.querySelectorAll('td')).toHaveLength(4);
  for (const part of column.querySelectorAll('select, table, td, dd'))
    expect(part.getBoundingClientRect().right, part.outerHTML).toBeLessThanOrEqual(right);
});
