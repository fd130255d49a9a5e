import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '$lib/server/node/store/database';
import { temporaryFolder } from '../../../../support/temporary';

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
  expect([path, `${path}-wal`].map((file) => statSync(file).mode & 0o777)).toEqual([after, after]);
  database.close();
});
