import { expect, test } from 'vitest';
import {
  DiskFullError,
  isDamage,
  isLocked,
  sqliteCode,
  storeError,
  UnwritableError
} from '$lib/server/node/store/sqliteError';

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

test.each([
  ['FULL', 13],
  ['IOERR_SHMSIZE, as a file is opened', 4874]
])('a full disk (%s) gets its own error, any other error is unchanged', (_, errcode) => {
  const full = failed(errcode);
  expect(storeError(full)).toBeInstanceOf(DiskFullError);
  expect(storeError(full)).toMatchObject({ code: 'node/disk-full', cause: full });
  const corrupt = failed(11);
  expect(storeError(corrupt)).toBe(corrupt);
});

test.each([
  ['READONLY', failed(8)],
  ['IOERR_WRITE', failed(778)],
  ['IOERR_FSYNC', failed(1034)],
  ['CANTOPEN, of a new log', failed(14)],
  ['EROFS, of a file', Object.assign(new Error('file'), { code: 'EROFS' })]
])('a disk that became read-only (%s) is not a bug', (_, error) => {
  expect(storeError(error)).toBeInstanceOf(UnwritableError);
  expect(storeError(error)).toMatchObject({ code: 'node/unwritable', cause: error });
});
