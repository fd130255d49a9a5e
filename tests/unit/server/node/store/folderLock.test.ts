import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '$lib/server/node/store/folderLock';
import { temporaryFolder } from '../../../../support/temporary';

let folder: string;
const unlocks: (() => void)[] = [];
beforeEach(() => void (folder = temporaryFolder('lock')));
afterEach(() => {
  for (const unlock of unlocks.splice(0)) unlock();
});

const inUse = expect.objectContaining({ code: 'node/folder-in-use', holder: process.pid }) as Error;

test('a folder is locked once at a time', () => {
  const unlock = lockFolder(folder);
  unlocks.push(unlock);
  expect(() => lockFolder(folder)).toThrow(inUse);
  // Others on this computer need not know.
  expect(statSync(join(folder, 'lock.pid')).mode & 0o777).toBe(0o600);
  unlock();
  unlocks.push(lockFolder(folder));
});

test('a file with the process id is there while the folder is locked, whatever was left of an earlier one', () => {
  const path = join(folder, 'lock.pid');
  writeFileSync(path, 'left by a crash');
  const unlock = lockFolder(folder);
  expect(readFileSync(path, 'utf8')).toBe(`${process.pid}\n`);
  unlock();
  expect(existsSync(path)).toBe(false);
});

test.each(['0', '-7', '1.5', 'no number', ''])('a holder whose process id is %j is not named', (content) => {
  unlocks.push(lockFolder(folder));
  writeFileSync(join(folder, 'lock.pid'), content);
  const unnamed = { code: 'node/folder-in-use', holder: undefined };
  expect(() => lockFolder(folder)).toThrow(expect.objectContaining(unnamed) as Error);
});

test.each([
  ['NULs', Buffer.alloc(4096)],
  ['text', 'not a database\n'],
  ['the start of a database', Buffer.from('SQLite format 3\0')]
])('a file of the lock that is damaged is used again, because it has no content: %s', (_, content) => {
  writeFileSync(join(folder, 'lock.sqlite'), content);
  unlocks.push(lockFolder(folder));
  expect(() => lockFolder(folder)).toThrow(inUse);
});

test('a link in place of the file of the lock is not followed to be emptied', () => {
  const other = join(folder, 'other');
  writeFileSync(other, 'precious');
  symlinkSync(other, join(folder, 'lock.sqlite'));
  expect(() => lockFolder(folder)).toThrow('file is not a database');
  expect(readFileSync(other, 'utf8')).toBe('precious');
});
