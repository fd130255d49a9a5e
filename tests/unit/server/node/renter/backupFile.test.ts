import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBackupFile, readBackupFile } from '$lib/server/node/renter/backupFile';
import { temporaryFolder } from '../../../../support/temporary';

const MAX_BYTES = 16 * 1024 * 1024;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('backup');
  writeFileSync(join(folder, 'file'), 'text');
  mkdirSync(join(folder, 'directory'));
  symlinkSync('loop', join(folder, 'loop'));
});

test('a backup file is readable by its owner only', () => {
  const path = join(folder, 'new');
  createBackupFile(path, 'content');
  expect(readFileSync(path, 'utf8')).toBe('content');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readBackupFile(path)).toBe('content');
});

test.each([
  ['a file that exists', 'file', 'file exists'],
  ['a directory', 'directory', 'file exists'],
  ['a directory that is missing', 'none/new', 'no such file or directory'],
  ['a directory that is a file', 'file/new', 'not a directory'],
  ['a name that is too long', 'n'.repeat(300), 'file name too long']
])('%s is not written, with the reason', (_, name, reason) => {
  const path = join(folder, name);
  expect(() => createBackupFile(path, 'content')).toThrow(
    expect.objectContaining({ code: 'renter/backup-not-written', data: { path, reason } })
  );
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('text');
});

describe('a file that is no backup is not read:', () => {
  test.each([
    ['missing', 'none', 'renter/backup-file-missing', undefined],
    ['a directory', 'directory', 'renter/backup-file-foreign', undefined],
    ['in a directory that is a file', 'file/none', 'renter/backup-file-unreadable', 'not a directory'],
    ['with a name that is too long', 'n'.repeat(300), 'renter/backup-file-unreadable', 'file name too long'],
    ['with a reason that has no text of ours', 'loop', 'renter/backup-file-unreadable', 'ELOOP']
  ])('%s', (_, name, code, reason) => {
    const path = join(folder, name);
    const data = { path, ...(reason !== undefined && { reason }) };
    expect(() => readBackupFile(path)).toThrow(expect.objectContaining({ code, data }));
  });

  test('without a size, like the endless files of the system', () => {
    writeFileSync(join(folder, 'empty'), '');
    const endless = existsSync('/proc/self/pagemap') ? ['/proc/self/pagemap'] : [];
    for (const path of [join(folder, 'empty'), ...endless])
      expect(() => readBackupFile(path)).toThrow(expect.objectContaining({ code: 'renter/backup-file-foreign' }));
  });

  test('too large', () => {
    const path = join(folder, 'file');
    truncateSync(path, MAX_BYTES);
    expect(readBackupFile(path)).toHaveLength(MAX_BYTES);
    truncateSync(path, MAX_BYTES + 1);
    expect(() => readBackupFile(path)).toThrow(expect.objectContaining({ code: 'renter/backup-file-foreign' }));
  });
});
