import { chmodSync, copyFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { inTransaction, openDatabase } from '$lib/server/node/store/database';
import { temporaryFolder } from '../../../../support/temporary';

/** Of the database, its log and the index of the log. */
const SUFFIXES = ['', '-wal', '-shm'];
const modesOf = (path: string) => SUFFIXES.map((suffix) => statSync(path + suffix).mode & 0o777);

test.each([
  ['is created for its owner only', undefined, 0o600],
  ['that everyone could read is closed to others', 0o644, 0o640],
  ['keeps its group', 0o660, 0o660]
])('a chain file %s, and its log with it', (_, before, after) => {
  const path = join(temporaryFolder('database'), 'chain.sqlite');
  if (before !== undefined) {
    writeFileSync(path, '');
    // Unlike the mode of a new file, not subject to the umask.
    chmodSync(path, before);
  }
  const database = openDatabase(path);
  expect(modesOf(path)).toEqual([after, after, after]);
  database.close();
});

test('the log of a process that was killed, which everyone could read, is closed to others', () => {
  const folder = temporaryFolder('database');
  const [used, path] = [join(folder, 'used.sqlite'), join(folder, 'chain.sqlite')];
  const killed = openDatabase(used);
  for (const suffix of SUFFIXES) {
    copyFileSync(used + suffix, path + suffix);
    chmodSync(path + suffix, 0o644);
  }
  killed.close();
  const database = openDatabase(path);
  expect(modesOf(path)).toEqual([0o640, 0o640, 0o640]);
  database.close();
});

test('a chain in memory leaves no file', () => {
  openDatabase(':memory:').close();
  const isLeft = existsSync(':memory:');
  rmSync(':memory:', { force: true });
  expect(isLeft).toBe(false);
});

test('a file is opened while another process writes to it, and waits five seconds to write itself', () => {
  const path = join(temporaryFolder('database'), 'chain.sqlite');
  const writer = openDatabase(path);
  writer.exec('BEGIN IMMEDIATE');
  const other = openDatabase(path);
  expect(other.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 5_000 });
  other.close();
  writer.close();
});

test('a file of a newer version is rejected, even without tables, and not left open', () => {
  const path = join(temporaryFolder('database'), 'chain.sqlite');
  const newer = new DatabaseSync(path);
  newer.exec('PRAGMA journal_mode = WAL; PRAGMA user_version = 77');
  newer.close();
  expect(() => openDatabase(path)).toThrow(expect.objectContaining({ code: 'node/store-version', version: 77 }));
  // Its log is removed when the last process closes it.
  expect(SUFFIXES.map((suffix) => existsSync(path + suffix))).toEqual([true, false, false]);
});

test('the cause of a failure that has already ended the transaction is reported', () => {
  const database = openDatabase(':memory:');
  const failing = () =>
    inTransaction(database, () => {
      database.exec('ROLLBACK');
      throw new Error('the cause');
    });
  expect(failing).toThrow('the cause');
  database.close();
});
