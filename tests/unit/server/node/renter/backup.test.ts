import { describe, expect, test } from 'vitest';
import { unixSeconds } from '$lib/chain/time';
import type { BlockId } from '$lib/chain/ids';
import { readBackup, withFile, writeBackup } from '$lib/server/node/renter/backup';
import { INITIAL_RENTER } from '$lib/server/node/renter/state';

const files = [
  { path: 'a', size: 1n },
  { path: 'b', size: 2n ** 60n + 1n }
];
const text = writeBackup(
  { ...INITIAL_RENTER, files },
  { height: 7, id: '11'.repeat(32) as BlockId, timestamp: unixSeconds(1_800_000_000) }
);

test('a backup has the files that were written', () => {
  expect(readBackup(text)).toEqual(files);
});

describe('a text is no backup', () => {
  test.each<[string, string, string]>([
    ['of another format', 'quarry-renter-backup', 'quarry'],
    ['of another version', '"version": 1', '"version": 2'],
    ['with a file without a path', '"path": "a",', ''],
    ['with a file of no size', '"size": 1\n', '"size": "1"\n'],
    ['without files', '"files"', '"other"'],
    ['that is cut short', '}', '']
  ])('%s', (_, from, to) => {
    expect(text).toContain(from);
    expect(readBackup(text.replace(from, to))).toBeUndefined();
  });
});

test('a file with the path of another gets a number', () => {
  const twice = withFile(files, { path: 'a', size: 3n });
  expect(twice).toEqual([...files, { path: 'a_1', size: 3n }]);
  expect(withFile(twice, { path: 'a', size: 4n }).at(-1)).toEqual({ path: 'a_2', size: 4n });
});
