import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { UNKNOWN } from '$lib/messages/format';
import { setNodeStatus, setOverview } from '$lib/state/context';
import ElectricityCard from '../../src/routes/(app)/mine/ElectricityCard.svelte';

let shown: object;
afterEach(() => unmount(shown));

/** The expected reward per day of a mining tab. @param minerPayouts of the newest block */
function expectedReward(minerPayouts: readonly { readonly value: bigint }[]): string | undefined {
  const provided = (...[anchor, props]: Parameters<typeof ElectricityCard>) => {
    setNodeStatus({ consensus: { value: { difficulty: 1_000n } }, networkKind: { value: 'main' } } as never);
    setOverview({ tip: { value: { minerPayouts } } } as never);
    return ElectricityCard(anchor, props);
  };
  const engine = { kind: 'wasm-simd', workers: 1 };
  const miner = { status: { step: 'mining', engine }, power: 1, rates: { minute: 1_000 } };
  const electricity = { value: { watts: 100, pricePerKwh: 0.3, currency: 'EUR' } };
  const props = { miner, electricity, withDaemon: false, simulated: false } as never;
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  return document.querySelectorAll('dd')[2]?.textContent.trim();
}

test('the expected reward is that of the newest block', () => {
  expect(expectedReward([{ value: 10n ** 24n }])).toMatch(/^86,400/);
});

test('the genesis block, which pays nobody, does not say what the next one pays', () => {
  expect(expectedReward([])).toBe(UNKNOWN);
});

test('the first block of a new chain says at once what the next one pays', () => {
  let height = $state(0);
  const refresh = vi.fn(async () => undefined);
  const consensus = {
    get value() {
      return { difficulty: 1_000n, height };
    }
  };
  const provided = (...[anchor, props]: Parameters<typeof ElectricityCard>) => {
    setNodeStatus({ consensus, networkKind: { value: 'main' } } as never);
    setOverview({ tip: { value: { minerPayouts: [] }, refresh } } as never);
    return ElectricityCard(anchor, props);
  };
  const miner = { status: { step: 'idle' }, power: 1, rates: { minute: 0 } };
  const electricity = { value: { watts: 100, pricePerKwh: 0.3, currency: 'EUR' } };
  const props = { miner, electricity, withDaemon: true, simulated: false } as never;
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  expect(refresh).toHaveBeenCalledTimes(1);
  height = 1;
  flushSync();
  height = 2;
  flushSync();
  expect(refresh).toHaveBeenCalledTimes(2);
});
