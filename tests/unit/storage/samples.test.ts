import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { type SampleTier, TIERS, type Sample } from '$lib/services/history/samples';
import { SampleStore } from '$lib/storage/samples';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A midnight. */
const START = 20_000 * DAY;

const TIER_NAMES: SampleTier[] = ['minute', 'hour', 'day'];

async function storeOf(samples: readonly Sample[], scope = 'chain'): Promise<SampleStore> {
  const store = new SampleStore(openMemoryDatabase(), scope);
  for (const sample of samples) await store.add(sample);
  return store;
}

const at = (offsetMs: number, values: Record<string, bigint>): Sample => ({ atMs: START + offsetMs, values });

describe('a bucket', () => {
  test('holds the newest value of each series in its interval, exactly', async () => {
    const huge = 2n ** 150n + 1n;
    const store = await storeOf([at(0, { a: 1n, b: 5n }), at(10_000, { a: huge }), at(MINUTE, { b: 6n })]);
    expect(await store.read('minute', 0)).toEqual([
      { atMs: START + 10_000, values: { a: huge, b: 5n } },
      { atMs: START + MINUTE, values: { b: 6n } }
    ]);
    expect(await store.read('hour', 0)).toEqual([{ atMs: START + MINUTE, values: { a: huge, b: 6n } }]);
    expect(await store.read('day', 0)).toEqual([{ atMs: START + MINUTE, values: { a: huge, b: 6n } }]);
  });

  test('ignores an older value after a newer one, if the clock was set back', async () => {
    const store = await storeOf([at(30_000, { a: 2n }), at(5_000, { a: 1n })]);
    expect(await store.read('minute', 0)).toEqual([{ atMs: START + 30_000, values: { a: 2n } }]);
  });
});

describe('retention', () => {
  test('minutes are kept for a day, hours for a month, days forever', async () => {
    const old = [at(0, { a: 1n }), at(HOUR, { a: 2n })];
    const afterADay = await storeOf([...old, at(25 * HOUR, { a: 3n })]);
    expect(await afterADay.read('minute', 0)).toEqual([at(25 * HOUR, { a: 3n })]);
    expect((await afterADay.read('hour', 0)).map(({ values }) => values.a)).toEqual([1n, 2n, 3n]);
    const afterAMonth = await storeOf([...old, at(32 * DAY, { a: 3n })]);
    expect(await afterAMonth.read('hour', 0)).toEqual([at(32 * DAY, { a: 3n })]);
    expect((await afterAMonth.read('day', 0)).map(({ values }) => values.a)).toEqual([2n, 3n]);
    expect(await afterADay.beginMs()).toBe(START);
    expect(await afterAMonth.beginMs()).toBe(START);
  });

  test('never more rows than the tiers allow, however long and often samples are taken', async () => {
    for (const tier of ['minute', 'hour'] as const) {
      const { everyMs, kept } = TIERS[tier];
      const store = await storeOf(Array.from({ length: kept + 20 }, (_, i) => at(i * everyMs, { a: BigInt(i) })));
      const left = await store.read(tier, -Infinity);
      expect(left).toHaveLength(kept);
      expect(left[0]!.values.a).toBe(20n);
    }
  });

  test('samples of different chains are kept separate', async () => {
    const database = openMemoryDatabase();
    const one = new SampleStore(database, 'one');
    const two = new SampleStore(database, 'two');
    await one.add(at(0, { a: 1n }));
    await two.add(at(0, { a: 2n }));
    expect(await one.read('minute', 0)).toEqual([at(0, { a: 1n })]);
    expect(await two.read('minute', 0)).toEqual([at(0, { a: 2n })]);
  });

  test('a new store is empty', async () => {
    const store = await storeOf([]);
    expect(await store.beginMs()).toBeUndefined();
    expect(await store.read('day', -Infinity)).toEqual([]);
  });
});

test('every tier equals a plain grouping', async () => {
  const moments = fc.array(
    fc.record({ offset: fc.integer({ min: 0, max: 5 * HOUR }), a: fc.bigInt(0n, 2n ** 128n), hasB: fc.boolean() }),
    { maxLength: 40 }
  );
  await fc.assert(
    fc.asyncProperty(moments, fc.constantFrom(...TIER_NAMES), async (given, tier) => {
      const samples = given
        .toSorted((x, y) => x.offset - y.offset)
        .map(({ offset, a, hasB }) => at(offset, hasB ? { a, b: a + 1n } : { a }));
      const expected = new Map<number, Sample>();
      for (const { atMs, values } of samples) {
        const bucket = Math.floor(atMs / TIERS[tier].everyMs);
        expected.set(bucket, { atMs, values: { ...expected.get(bucket)?.values, ...values } });
      }
      expect(await (await storeOf(samples)).read(tier, 0)).toEqual([...expected.values()]);
    }),
    { numRuns: 60 }
  );
});
