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

/** About the width on screens of 1280 and of 1920 px. */
const CARD_PX = 300;
const PADDING_PX = 16;

async function show(): Promise<void> {
  await page.viewport(1280, 900);
  column = document.createElement('div');
  column.style.width = `${CARD_PX}px`;
  document.body.append(column);
  const miner = {
    status: { step: 'mining', engine: { kind: 'wasm', label: 'WebAssembly SIMD', workers: 1 } },
    devices: [{ hashes: 1_000n, hashesPerSecond: 7_530_000 }],
    power: 1,
    counters: { accepted: 27, stale: 0, rejected: 0 },
    shares: { accepted: 0, stale: 0, duplicate: 0, lowDifficulty: 0, unauthorized: 0, other: 0 }
  };
  const props = { miner, cores: { available: 2, inUse: 1 } } as never;
  shown = mount(DevicesCard, { target: column, props });
  flushSync();
}

test('in a narrow column, the devices stay within their card', async () => {
  await show();
  const right = column.getBoundingClientRect().right - PADDING_PX;
  expect(column.querySelectorAll('td')).toHaveLength(4);
  for (const part of column.querySelectorAll('select, table, td, dd'))
    expect(part.getBoundingClientRect().right, part.outerHTML).toBeLessThanOrEqual(right);
});

/** Number of lines that a part of the text takes. */
function linesOf(element: Element, part: string): number {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const at = texts.currentNode.textContent!.indexOf(part);
    if (at < 0) continue;
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + part.length);
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
  }
  throw new Error(`no ${part} in ${element.outerHTML}`);
}

test('in a narrow column, the name of an engine breaks between its parts only', async () => {
  await show();
  const device = column.querySelector('.device')!;
  expect(device.textContent).toBe('WebAssembly SIMD, 1 worker');
  for (const part of ['Web', 'Assembly', 'SIMD', 'worker']) expect([part, linesOf(device, part)]).toEqual([part, 1]);
});
