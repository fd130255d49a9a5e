import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateBetween } from '$lib/services/history/counterRates';
import { columnsOf, tierOf } from '$lib/services/history/series';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = 2e12;

const reading = (atMs: number, total: bigint, since = 'first') => ({ atMs, total, since });

describe('the rate between two readings of a counter', () => {
  test('is the counted amount over the elapsed time, at any interval', () => {
    expect(rateBetween(reading(1_000, 500n), reading(3_500, 1_500n))).toBe(400);
    expect(rateBetween(reading(0, 7n), reading(1_000, 7n))).toBe(0);
  });

  test.each([
    ['the counter was reset', reading(0, 900n, 'first'), reading(1_000, 1_000n, 'second')],
    ['the counter went backward', reading(0, 900n), reading(1_000, 10n)],
    ['no time passed', reading(5, 1n), reading(5, 2n)],
    ['the clock was set back', reading(5_000, 1n), reading(1_000, 2n)]
  ])('is unknown if %s', (_, before, after) => expect(rateBetween(before, after)).toBeUndefined());

  test('is never negative', () => {
    const any = fc.record({
      atMs: fc.nat(),
      total: fc.bigInt(0n, 2n ** 70n),
      since: fc.constantFrom('first', 'second')
    });
    fc.assert(fc.property(any, any, (before, after) => (rateBetween(before, after) ?? 0) >= 0));
  });
});

describe('columns of a chart', () => {
  const sample = (atMs: number, values: Record<string, bigint>) => ({ atMs, values });

  test('amounts keep nine decimals', () => {
    const unit = 10n ** 24n;
    const [times, earned] = columnsOf(
      [sample(0, { 'host.earned': 1_500_000_001n * 10n ** 15n }), sample(MINUTE, { 'host.earned': 3n * unit })],
      'minute',
      [{ series: 'host.earned', unit }]
    );
    expect(times).toEqual([0, 60]);
    expect(earned).toEqual([1.500000001, 3]);
  });

  test('there is a gap if Quarry was closed, or a value was not read', () => {
    const columns = columnsOf(
      [sample(0, { 'chain.height': 1n }), sample(MINUTE, {}), sample(5 * MINUTE, { 'chain.height': 4n })],
      'minute',
      [{ series: 'chain.height' }]
    );
    expect(columns).toEqual([
      [0, 60, 120, 300],
      [1, null, null, 4]
    ]);
  });

  test('rates have no value at first, after a gap, and after a restart; and are never negative', () => {
    const at = (minute: number, total: bigint, since: bigint) =>
      sample(minute * MINUTE, { 'gateway.download': total, 'gateway.since': since });
    const [, speed] = columnsOf(
      [at(0, 0n, 5n), at(1, 600n, 5n), at(2, 30n, 9n), at(3, 90n, 9n), at(9, 95n, 9n), at(10, 695n, 9n)],
      'minute',
      [{ series: 'gateway.download', since: 'gateway.since' }]
    );
    expect(speed).toEqual([null, 10, null, 1, null, null, 10]);
  });
});

describe('the tier of a range', () => {
  test.each([
    ['1h', NOW - 90 * DAY, 'minute', HOUR],
    ['1d', NOW - 90 * DAY, 'minute', DAY],
    ['1w', NOW - 90 * DAY, 'hour', 7 * DAY],
    ['30d', NOW - 90 * DAY, 'hour', 30 * DAY],
    ['all', NOW - 90 * DAY, 'day', 90 * DAY],
    ['all', NOW - 5 * DAY, 'hour', 5 * DAY],
    ['all', NOW - HOUR, 'minute', HOUR],
    ['1w', NOW - HOUR, 'minute', HOUR]
  ] as const)('%s, starting at %i: %s', (range, beginMs, tier, backMs) => {
    expect(tierOf(range, NOW, beginMs)).toEqual({ tier, sinceMs: NOW - backMs });
  });
});
