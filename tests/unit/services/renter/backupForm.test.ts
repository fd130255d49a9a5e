import { expect, test } from 'vitest';
import {
  backupProblem,
  directoryProblem,
  isAbsolutePath,
  type BackupProblem,
  type DirectoryProblem
} from '$lib/services/renter/backupForm';

test.each([
  ['/home/me/a.backup', true],
  ['C:\\a.backup', true],
  ['d:/a.backup', true],
  ['\\\\server\\share\\a', true],
  ['a.backup', false],
  ['./a', false],
  ['~/a', false],
  ['C:a', false],
  ['', false]
])('%j is absolute: %s', (path, absolute) => {
  expect(isAbsolutePath(path)).toBe(absolute);
});

test.each<['file' | 'hosts', string, BackupProblem | undefined]>([
  ['file', '/tmp/a', undefined],
  ['file', '  ', 'missingPath'],
  ['file', 'a', 'relativePath'],
  ['file', '/tmp/', 'isDirectory'],
  ['hosts', 'a', undefined],
  ['hosts', '', 'missingName'],
  ['hosts', 'x'.repeat(96), undefined],
  ['hosts', 'x'.repeat(97), 'nameTooLong'],
  ['hosts', 'é'.repeat(49), 'nameTooLong']
])('a backup to %s as %j', (place, text, problem) => {
  expect(backupProblem(place, text)).toBe(problem);
});

test.each<[string, DirectoryProblem | undefined]>([
  ['photos', undefined],
  ['photos/2026', undefined],
  ['..a/b', undefined],
  ['', 'missing'],
  ['/photos', 'leadingSlash'],
  ['../x', 'dotSegments'],
  ['a/./b', 'dotSegments'],
  ['a//b', 'emptySegment'],
  ['a/', 'emptySegment']
])('the directory %j', (path, problem) => {
  expect(directoryProblem(path)).toBe(problem);
});
