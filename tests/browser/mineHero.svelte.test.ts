import { mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import Hero from '../../src/routes/(app)/mine/Hero.svelte';

let shown: object;
afterEach(() => unmount(shown));

/** The text of the card while the tab mines, with or without work. */
function textWhileMining(work: object | undefined): string {
  const rates = { second: 0, minute: 0, hour: 0 };
  const history = { tSeconds: [], hashesPerSecond: [] };
  const status = { step: 'mining', engine: { kind: 'wasm', workers: 1 }, work };
  const miner = { status, rates, history, counters: { hashes: 0 }, canStart: true };
  shown = mount(Hero, { target: document.body, props: { miner } as never });
  return document.body.textContent;
}

test('no values are promised before there is work', () => {
  const text = textWhileMining(undefined);
  expect(text).toContain('waiting for work');
  expect(text).not.toContain('The first values appear');
});

test('once there is work, the first values are announced', () => {
  const work = { choice: { kind: 'daemon' }, height: 7, difficulty: 9n, receivedAtMs: Date.now(), latencyMs: 12 };
  expect(textWhileMining(work)).toContain('The first values appear in a second or two.');
});
