import { expect, test } from 'vitest';
import { DiskFullError, isDamage, isLocked, sqliteCode, storeError } from '$lib/server/node/store/sqliteError';

const failed = (errcode: unknown) => Object.assign(new Error('SQLite'), { errcode });

// https://www.sqlite.org/rescode.html
test.each([
  ['BUSY', 5, 5, { isDamage: false, isLocked: true }],
  ['BUSY_SNAPSHOT', 517, 5, { isDamage: false, isLocked: true }],
  ['LOCKED', 6, 6, { isDamage: false, isLocked: true }],
  ['CORRUPT', 11, 11, { isDamage: true, isLocked: false }],
  ['CORRUPT_INDEX', 779, 11, { isDamage: true, isLocked: false }],
  ['NOTADB', 26, 26, { isDamage: true, isLocked: false }],
  ['FULL', 13, 13, { isDamage: false, isLocked: false }],
  ['IOERR', 10, 10, { isDamage: false, isLocked: false }]
])('%s, %i, has the primary code %i', (_, errcode, primary, expected) => {
  const error = failed(errcode);
  expect(sqliteCode(error)).toBe(primary);
  expect({ isDamage: isDamage(error), isLocked: isLocked(error) }).toEqual(expected);
});

test.each([
  ['an error without one', new Error('no')],
  ['an error whose code is text', failed('11')],
  ['not an error', { errcode: 11 }],
  ['nothing', undefined]
])('%s has no code', (_, error) => {
  expect(sqliteCode(error)).toBeUndefined();
  expect([isDamage(error), isLocked(error), storeError(error) === error]).toEqual([false, false, true]);
});

test('a full disk gets its own error, any other error is unchanged', () => {
  const full = failed(13);
  expect(storeError(full)).toBeInstanceOf(DiskFullError);
  expect(storeError(full)).toMatchObject({ code: 'node/disk-full', cause: full });
  const corrupt = failed(11);
  expect(storeError(corrupt)).toBe(corrupt);
});
