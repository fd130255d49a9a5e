import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PriceSource } from '$lib/api/quarry/prices';
import { formatCurrency, parsePrice } from '$lib/chain/currency/price';
import { ServerRefusal } from '$lib/server/errors';
import { openPrices, type Prices } from '$lib/server/prices/prices';
import { temporaryFolder } from '../../../support/temporary';

const EUR: PriceSource = { url: 'https://prices.example/coin/{currency}', currency: 'EUR' };
const DAY_MS = 24 * 60 * 60_000;
const START_MS = 20_000 * DAY_MS;
const QUARTER_MS = 15 * 60_000;

let folder: string;
let nowMs: number;
/** The source's next responses. */
let answers: (string | ServerRefusal | Promise<string>)[];
let asked: PriceSource[];
/** Pending sleeps; a test wakes them. */
let sleeps: { ms: number; wake: () => void }[];
let prices: Prices;
/** From 0 to 1. */
let random: number;

function open(): Prices {
  return openPrices({
    path: join(folder, 'prices.json'),
    ask: (source) => {
      asked.push(source);
      const answer = answers.shift();
      if (answer instanceof Promise) return answer.then(parsePrice);
      return typeof answer === 'string' ? Promise.resolve(parsePrice(answer)) : Promise.reject(answer!);
    },
    nowMs: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((wake) => {
        signal.addEventListener('abort', () => wake());
        sleeps.push({ ms, wake });
      }),
    random: () => random
  });
}

/** Advances to the next request. */
async function tick(ms = QUARTER_MS) {
  nowMs += ms;
  const before = sleeps.length;
  sleeps.at(-1)!.wake();
  await expect.poll(() => sleeps.length).toBe(before + 1);
}

const latest = () => formatCurrency(prices.status.latest!.price);

beforeEach(() => {
  folder = temporaryFolder('prices');
  nowMs = START_MS;
  answers = [];
  asked = [];
  sleeps = [];
  random = 0.5;
  prices = open();
});
afterEach(() => prices.close());

test('without a source, nothing is requested', () => {
  expect(prices.status).toEqual({});
  expect(prices.days).toEqual([]);
  expect([asked, sleeps]).toEqual([[], []]);
});

test('a source is requested immediately, then every 15 minutes, and its prices survive a restart', async () => {
  answers = ['0.0025', '0.003', '0.004'];
  await prices.choose({ ...EUR, currency: ' eur ' });
  expect(asked).toEqual([EUR]);
  expect(latest()).toBe('0.0025');
  expect(sleeps.at(-1)!.ms).toBe(QUARTER_MS);
  await tick();
  await tick(DAY_MS);
  prices.close();
  prices = open();
  expect(prices.status).toMatchObject({ source: EUR, latest: { atMs: nowMs } });
  expect(prices.days.map(({ day, price }) => [day, formatCurrency(price)])).toEqual([
    [20_000, '0.003'],
    [20_001, '0.004']
  ]);
  expect(statSync(join(folder, 'prices.json')).mode & 0o777).toBe(0o600);
});

test.each([
  [0, 0.9],
  [1, 1.1],
  [0.75, 1.05]
])('the interval varies at random by a tenth (%d)', async (drawn, share) => {
  random = drawn;
  answers = ['0.0025'];
  await prices.choose(EUR);
  expect(sleeps.at(-1)!.ms).toBeCloseTo(share * QUARTER_MS);
});

test('a source that fails is not stored', async () => {
  answers = [new ServerRefusal('prices/unreachable', { host: 'prices.example' })];
  await expect(prices.choose(EUR)).rejects.toMatchObject({ code: 'prices/unreachable' });
  expect(prices.status).toEqual({});
});

test('a failed request keeps the last price with its age', async () => {
  answers = ['0.0025', new ServerRefusal('prices/unreadable', { host: 'x', currency: 'EUR' }), '0.0026'];
  await prices.choose(EUR);
  await tick();
  expect(prices.status).toMatchObject({ problem: 'prices/unreadable', latest: { atMs: START_MS } });
  await tick();
  expect(prices.status.problem).toBeUndefined();
  expect(latest()).toBe('0.0026');
});

test.each(['0.0251', '0.00024'])('a jump to %s is not accepted until the source is chosen again', async (price) => {
  answers = ['0.0025', price, price];
  await prices.choose(EUR);
  await tick();
  expect(prices.status.problem).toBe('prices/jump');
  expect(latest()).toBe('0.0025');
  await prices.choose(EUR);
  expect(latest()).toBe(price);
});

const earlier = () => prices.status.earlier && formatCurrency(prices.status.earlier);

test.each([
  ['falls', '0.0025', '0.00124'],
  ['rises', '0.0025', '0.0051']
])('a price that %s by more than half or double within a day is reported with the earlier one', async (_, from, to) => {
  answers = [from, from, to, to, to];
  await prices.choose(EUR);
  await tick();
  expect(earlier()).toBeUndefined();
  await tick();
  expect([latest(), earlier()]).toEqual([to, from]);
  await tick(DAY_MS - QUARTER_MS);
  expect(earlier()).toBe(from);
  await tick();
  expect(earlier()).toBeUndefined();
});

test('so is one that does so in many small steps, until the source is chosen again', async () => {
  answers = ['0.0025', '0.002', '0.0016', '0.00128', '0.00102', '0.00102'];
  await prices.choose(EUR);
  for (let i = 0; i < 3; i++) await tick();
  expect(earlier()).toBeUndefined();
  await tick();
  expect(earlier()).toBe('0.0025');
  await prices.choose(EUR);
  expect([latest(), earlier()]).toEqual(['0.00102', undefined]);
});

test('a price that was read while the clock was ahead is not compared with once it is set back', async () => {
  answers = ['0.0025', '0.0012', '0.0025'];
  await prices.choose(EUR);
  await tick(365 * DAY_MS);
  expect(earlier()).toBeUndefined();
  await tick(-365 * DAY_MS);
  expect([latest(), earlier()]).toEqual(['0.0025', undefined]);
});

test('and one that does so after a restart, compared with the last price and that of the day before', async () => {
  answers = ['0.0025', '0.0026', '0.0012'];
  await prices.choose(EUR);
  await tick(DAY_MS);
  prices.close();
  prices = open();
  expect(earlier()).toBeUndefined();
  await tick();
  expect(earlier()).toBe('0.0026');
});

test('a price that cannot be stored is still available until the next start', async () => {
  answers = ['0.0025', '0.0026'];
  await prices.choose(EUR);
  mkdirSync(join(folder, 'prices.json.new'));
  await tick();
  expect([latest(), prices.status.problem]).toEqual(['0.0026', undefined]);
  expect(formatCurrency(open().status.latest!.price)).toBe('0.0025');
});

test('a choice that cannot be stored keeps the previous one', async () => {
  answers = ['0.0025', '0.0031'];
  await prices.choose(EUR);
  mkdirSync(join(folder, 'prices.json.new'));
  await expect(prices.choose({ ...EUR, currency: 'USD' })).rejects.toThrow();
  expect([prices.status.source, latest()]).toEqual([EUR, '0.0025']);
});

test('an unreadable file counts as empty, and one of a newer version stops the start', () => {
  const path = join(folder, 'prices.json');
  for (const text of ['', '{"version":1,"source":7}']) {
    writeFileSync(path, text);
    expect(open().status).toEqual({});
  }
  writeFileSync(path, '{"version":2}');
  expect(open).toThrow(expect.objectContaining({ code: 'server/file-version' }));
});

test('a late failure of a previous source does not affect the current one', async () => {
  answers = ['0.0025'];
  await prices.choose(EUR);
  const late = Promise.withResolvers<string>();
  answers = [late.promise, '0.003'];
  sleeps.at(-1)!.wake();
  await expect.poll(() => asked.length).toBe(2);
  await prices.choose({ ...EUR, currency: 'USD' });
  late.reject(new ServerRefusal('prices/unreachable', { host: 'prices.example' }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(prices.status.problem).toBeUndefined();
  expect(latest()).toBe('0.003');
});

test('another currency starts over, and disabling discards everything', async () => {
  answers = ['0.0025', '0.003'];
  await prices.choose(EUR);
  nowMs += DAY_MS;
  await prices.choose({ ...EUR, currency: 'USD' });
  expect(prices.days).toHaveLength(1);
  prices.stop();
  expect(prices.status).toEqual({});
  prices.close();
  prices = open();
  expect(prices.status).toEqual({});
});

describe('rejected', () => {
  test.each([
    [{ ...EUR, currency: 'EURO' }, 'prices/no-currency'],
    [{ ...EUR, url: 'prices.example' }, 'prices/no-address'],
    [{ ...EUR, url: 'file:///etc/passwd' }, 'prices/no-address'],
    [{ ...EUR, url: 'https://user:secret@prices.example/' }, 'prices/no-address'],
    [{ ...EUR, url: 'https://user@prices.example/' }, 'prices/no-address'],
    [{ ...EUR, url: 'https://:secret@prices.example/' }, 'prices/no-address'],
    [{ ...EUR, url: `https://prices.example/${'x'.repeat(478)}` }, 'prices/no-address'],
    // A host name; with the currency, a number too large for an address.
    [{ url: 'https://1.2.3.0x{currency}/', currency: 'ABC' }, 'prices/no-address']
  ])('%j', async (source, code) => {
    await expect(prices.choose(source)).rejects.toMatchObject({ code });
    expect(asked).toEqual([]);
  });
});

test.each(['http://prices.example/', ` https://prices.example/${'x'.repeat(477)} `])('%j is accepted', async (url) => {
  answers = ['0.002'];
  await prices.choose({ url, currency: ' eur ' });
  expect(asked).toEqual([{ url: url.trim(), currency: 'EUR' }]);
});

describe('a choice whose source responds late', () => {
  test('takes no effect once prices were turned off', async () => {
    const late = Promise.withResolvers<string>();
    answers = [late.promise];
    const choosing = prices.choose(EUR);
    prices.stop();
    late.resolve('0.0025');
    expect(await choosing).toEqual({});
    expect([prices.status, sleeps]).toEqual([{}, []]);
    prices = open();
    expect(prices.status).toEqual({});
  });

  test('does not replace a later choice', async () => {
    const late = Promise.withResolvers<string>();
    answers = [late.promise, '0.003'];
    const choosing = prices.choose(EUR);
    const later = { ...EUR, currency: 'USD' };
    await prices.choose(later);
    late.resolve('0.0025');
    expect(await choosing).toMatchObject({ source: later });
    expect([prices.status.source, latest()]).toEqual([later, '0.003']);
  });
});
