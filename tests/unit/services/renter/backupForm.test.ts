import { expect, test } from 'vitest';
import { backupProblem, directoryProblem, isAbsolutePath } from '$lib/services/renter/backupForm';

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

test.each<['file' | 'hosts', string, RegExp | undefined]>([
  ['file', '/tmp/a', undefined],
  ['file', '  ', /Say where/],
  ['file', 'a', /whole path/],
  ['file', '/tmp/', /directory/],
  ['hosts', 'a', undefined],
  ['hosts', '', /name is missing/],
  ['hosts', 'x'.repeat(96), undefined],
  ['hosts', 'x'.repeat(97), /At most 96/],
  ['hosts', 'é'.repeat(49), /At most 96/]
])('a backup to %s as %j', (place, text, problem) => {
  const said = backupProblem(place, text);
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(problem);
});

test.each<[string, RegExp | undefined]>([
  ['photos', undefined],
  ['photos/2026', undefined],
  ['..a/b', undefined],
  ['', /Name a directory/],
  ['/photos', /Without the slash/],
  ['../x', /Without \. and/],
  ['a/./b', /Without \. and/],
  ['a//b', /missing/],
  ['a/', /missing/]
])('the directory %j', (path, problem) => {
  const said = directoryProblem(path);
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(problem);
});
