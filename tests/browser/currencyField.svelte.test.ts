import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { parsePrice } from '$lib/chain/currency/price';
import { load } from '$lib/messages/prices';
import type { CurrentPrice, PriceState } from '$lib/state/prices/prices.svelte';
import CurrencyField from '../../src/routes/(app)/_parts/CurrencyField.svelte';

const box = document.body;
let shown: object;
/** The amount of the form. */
let coins = $state.raw<bigint>();
let current = $state.raw<CurrentPrice>();

const priceOf = (price: string, earlier?: string): CurrentPrice => ({
  price: parsePrice(price),
  currency: 'EUR',
  host: 'prices.example',
  atMs: Date.now(),
  ...(earlier !== undefined && { earlier: parsePrice(earlier) })
});
const COIN = 10n ** 24n;

beforeAll(async () => void (await load()));
beforeEach(() => {
  coins = undefined;
  current = priceOf('0.0025');
  const prices = {
    follow: () => () => undefined,
    get current() {
      return current;
    }
  } as unknown as PriceState;
  const props = {
    prices,
    get coins() {
      return coins;
    },
    oncoins: (amount: bigint) => (coins = amount)
  };
  shown = mount(CurrencyField, { target: box, props });
  flushSync();
});
afterEach(() => unmount(shown));

const field = () => box.querySelector<HTMLInputElement>('input:not([type=checkbox])')!;
const consent = () => box.querySelector<HTMLInputElement>('input[type=checkbox]');

function type(text: string) {
  field().value = text;
  field().dispatchEvent(new InputEvent('input', { bubbles: true }));
  flushSync();
}

test('an amount is converted at the price that is shown', () => {
  expect(box.textContent).toContain('€0.0025 for one coin (prices.example');
  type('10');
  expect(coins).toBe(4_000n * COIN);
  expect(consent()).toBeNull();
});

test('an amount is not converted at a price that has just more than halved until that is accepted', () => {
  current = priceOf('0.00025', '0.0025');
  flushSync();
  type('10');
  expect(coins).toBeUndefined();
  expect(box.textContent).toContain('went from €0.0025 to €0.00025');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  consent()!.click();
  flushSync();
  expect(coins).toBe(40_000n * COIN);
  expect(field().getAttribute('aria-invalid')).not.toBe('true');
  expect(field().value).toBe('10');
});

test('an amount that was converted before keeps its coins; for another one, each new price is accepted', () => {
  type('10');
  current = priceOf('0.00025', '0.0025');
  flushSync();
  expect([coins, field().value]).toEqual([4_000n * COIN, '10']);
  consent()!.click();
  flushSync();
  current = priceOf('0.0001', '0.0025');
  flushSync();
  expect(consent()!.checked).toBe(false);
  type('20');
  expect(box.textContent).toContain('went from €0.0025 to €0.0001');
});
