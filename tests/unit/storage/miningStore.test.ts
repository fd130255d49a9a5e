import { expect, test } from 'vitest';
import { MAX_RECORDS, NO_TOTALS, type MiningRecord } from '$lib/services/mining/miningRecords';
import { MiningStore } from '$lib/storage/miningStore';
import { openMemoryDatabase } from '$lib/storage/openDatabase';

const record = (startedAtMs: number, hashes = 0n): MiningRecord => ({
  ...NO_TOTALS,
  id: `id ${startedAtMs}`,
  startedAtMs,
  endedAtMs: startedAtMs,
  hashes,
  work: 'daemon',
  engine: { kind: 'js', label: 'JavaScript' }
});

test('records are read newest first, and one with the same id is replaced', async () => {
  const store = new MiningStore(openMemoryDatabase());
  for (const atMs of [1, 3, 2]) await store.put(record(atMs));
  await store.put(record(2, 2n ** 80n));
  expect((await store.read()).map(({ startedAtMs, hashes }) => [startedAtMs, hashes])).toEqual([
    [3, 0n],
    [2, 2n ** 80n],
    [1, 0n]
  ]);
});

test('the oldest are dropped beyond the limit, and all can be deleted', async () => {
  const store = new MiningStore(openMemoryDatabase());
  for (let i = 0; i < MAX_RECORDS + 3; i++) await store.put(record(i));
  await store.put(record(MAX_RECORDS + 2, 1n));
  const records = await store.read();
  expect([records.length, records.at(-1)!.startedAtMs, records[0]!.hashes]).toEqual([MAX_RECORDS, 3, 1n]);
  await store.clear();
  expect(await store.read()).toEqual([]);
});

test('a record is written before anything is awaited: a page that is closed sees no request answered', () => {
  const database = openMemoryDatabase();
  const requests: string[] = [];
  const store = new MiningStore({
    ...database,
    write: async (_, run) => {
      const pending = () => new Promise<never>(() => undefined);
      const request = (name: string) => () => {
        requests.push(name);
        return pending();
      };
      return run({
        count: request('count'),
        get: request('get'),
        range: request('range'),
        put: request('put')
      } as never);
    }
  });
  void store.put(record(1));
  expect(requests).toEqual(['put']);
});
