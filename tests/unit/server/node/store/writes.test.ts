import fc from 'fast-check';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownDatabase } from '$lib/server/node/store/database';
import { DiskFullError, storeError } from '$lib/server/node/store/sqliteError';
import { startWriter } from '$lib/server/node/store/writes/writerThread';
import { Writes, type StartThread, type Write } from '$lib/server/node/store/writes/writes';
import { temporaryFolder } from '../../../../support/temporary';

let path: string;
let database: DatabaseSync;
let writes: Writes;
const startThread: StartThread = (statements) => startWriter(path, statements);
let insert: Write;
beforeEach(() => {
  path = join(temporaryFolder('writes'), 'one.sqlite');
  database = ownDatabase(path, 1_000);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (seq INTEGER PRIMARY KEY, one ANY, two ANY) STRICT');
  writes = new Writes(database, startThread);
  insert = writes.prepare('INSERT INTO rows (one, two) VALUES (?, ?)');
});
afterEach(() => {
  writes.endThread();
  database.close();
});

const rows = () => {
  const all = database.prepare('SELECT one, two FROM rows ORDER BY seq');
  all.setReadBigInts(true);
  return all.all().map(({ one, two }) => [one, two]);
};

// Longer than the memory that is reserved at first.
const long = fc.constant(new Uint8Array(1_500_000).fill(7));
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 4, arbitrary: fc.double({ noNaN: true }) },
  { weight: 4, arbitrary: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) },
  // SQLite ends texts at NUL.
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')) },
  { weight: 4, arbitrary: fc.uint8Array() },
  { weight: 1, arbitrary: long }
);

test('recorded changes are made by another thread as they would have been here', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, value), { maxLength: 10 }), async (pairs) => {
      database.exec('DELETE FROM rows');
      for (const pair of pairs) insert.run(...pair);
      const here = rows();
      database.exec('DELETE FROM rows');
      writes.send(
        writes.record(() => pairs.forEach((pair) => insert.run(...pair))),
        (error) => expect(error).toBeUndefined()
      );
      expect(rows()).toEqual([]);
      await writes.ended();
      expect(rows()).toEqual(here);
    }),
    { numRuns: 15 }
  );
});

test('what is being stored is seen by changes that are recorded meanwhile, and no longer kept once it is stored', async () => {
  const unstored = writes.unstored<string, number>();
  const seen = (): number | undefined => {
    let value: number | undefined;
    writes.record(() => (value = unstored.get('key')), true);
    return value;
  };
  const changes = writes.record(() => {
    unstored.set('key', 7);
    insert.run('key', 7);
  }, true);
  writes.send(changes, (error) => expect(error).toBeUndefined());
  expect(seen()).toBe(7);
  await writes.ended();
  expect(seen()).toBeUndefined();
});

test('changes whose work throws are not recorded, and the next ones are made here', () => {
  const work = () => {
    insert.run(1, 2);
    throw new RangeError('of the work');
  };
  expect(() => writes.record(work)).toThrow('of the work');
  insert.run(3, 4);
  expect(rows()).toEqual([[3, 4]]);
});

test('a full disk is told like one here, and nothing is changed', async () => {
  const limit = writes.prepare('PRAGMA max_page_count = 20');
  const errors: unknown[] = [];
  const send = (work: () => void) => writes.send(writes.record(work), (error) => errors.push(storeError(error)));
  send(() => {
    limit.run();
    insert.run('small', null);
    insert.run('large', new Uint8Array(1_000_000));
  });
  await writes.ended();
  expect(errors).toEqual([expect.any(DiskFullError)]);
  send(() => insert.run('next', null));
  await writes.ended();
  expect(errors).toEqual([expect.any(DiskFullError), undefined]);
  expect(rows()).toEqual([['next', null]]);
});

test('nothing is blocked while changes that are waited for follow a checkpoint', async () => {
  let blocks = 0;
  const startWatched: StartThread = (statements) => {
    const thread = startThread(statements);
    const wait = thread.wait.bind(thread);
    vi.spyOn(thread, 'wait').mockImplementation(() => {
      if (thread.isAtWork) blocks++;
      return wait();
    });
    return thread;
  };
  writes.endThread();
  writes = new Writes(database, startWatched, 1);
  insert = writes.prepare('INSERT INTO rows (one, two) VALUES (?, ?)');
  for (let i = 1; i <= 5; i++) {
    const ended = vi.fn();
    writes.send(
      writes.record(() => insert.run(i, new Uint8Array(1_000_000))),
      ended
    );
    await writes.ended();
    expect(ended).toHaveBeenCalledExactlyOnceWith(undefined);
  }
  expect(blocks).toBe(0);
  writes.finish();
  expect(rows()).toHaveLength(5);
});

test('a thread that was ended is started again', async () => {
  for (const one of [1, 2]) {
    writes.send(
      writes.record(() => insert.run(one, null)),
      (error) => expect(error).toBeUndefined()
    );
    writes.endThread();
  }
  expect(rows()).toEqual([
    [1, null],
    [2, null]
  ]);
});

test.each<[string, () => unknown]>([
  ['waited for', () => writes.ended()],
  ['not waited for', () => writes.finish()]
])('the log is started over again and again, with changes that are %s', async (_, end) => {
  writes.endThread();
  const MEGABYTE = 1_000_000;
  writes = new Writes(database, startThread, 3 * MEGABYTE);
  insert = writes.prepare('INSERT INTO rows (one, two) VALUES (?, ?)');
  for (let i = 1; i <= 30; i++) {
    const ended = vi.fn();
    writes.send(
      writes.record(() => insert.run(i, new Uint8Array(MEGABYTE))),
      ended
    );
    expect(rows()).toHaveLength(i - 1);
    await end();
    expect(ended).toHaveBeenCalledExactlyOnceWith(undefined);
    expect(rows()).toHaveLength(i);
  }
  expect(statSync(`${path}-wal`).size).toBeLessThan(10 * MEGABYTE);
});
