import { chmodSync, copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '$lib/server/node/store/database';
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
