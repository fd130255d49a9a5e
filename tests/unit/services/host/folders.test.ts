import { describe, expect, test, vi } from 'vitest';
import type { HostClient, StorageFolder } from '$lib/api/daemon/host';
import { FolderWork } from '$lib/state/host/folderWork.svelte';
import { taskShare } from '$lib/services/host/folderTasks';
import {
  isMerkleRoot,
  pathProblem,
  resizeEffect,
  sizeProblem,
  totalFolders,
  usedBytes
} from '$lib/services/host/folders';
import { Live } from '$lib/state/reactive/live.svelte';

const MIB = 1n << 20n;
const PIB = 1n << 50n;

const aFolder = (
  path: string,
  capacity: bigint,
  used: bigint,
  changes: Partial<StorageFolder> = {}
): StorageFolder => ({
  path,
  capacity,
  capacityRemaining: capacity - used,
  failedReads: 0,
  failedWrites: 0,
  successfulReads: 0,
  successfulWrites: 0,
  progressNumerator: 0n,
  progressDenominator: 0n,
  ...changes
});

test.each([
  [256n * MIB - 1n, 'tooSmall'],
  [256n * MIB, undefined],
  [256n * MIB + 1n, undefined],
  [16n * PIB - 1n, undefined],
  [16n * PIB, undefined],
  [16n * PIB + 1n, 'tooLarge']
])('a folder of %i bytes', (bytes, problem) => {
  expect(sizeProblem(bytes)).toBe(problem);
});

test('resizing to the same size is not a change', () => {
  expect(sizeProblem(512n * MIB, 512n * MIB)).toBe('unchanged');
});

describe('the path of a new folder', () => {
  const folders = [aFolder('/mnt/a', 512n * MIB, 0n)];
  test.each([
    ['', 'missing'],
    ['mnt/a', 'relative'],
    ['./a', 'relative'],
    ['/mnt/a', 'inUse'],
    ['/mnt/b', undefined],
    ['D:\\data', undefined],
    ['\\\\server\\share', undefined]
  ])('%j', (path, problem) => {
    expect(pathProblem(path, folders)).toBe(problem);
  });

  test.each([
    [65_535, undefined],
    [65_536, 'tooMany']
  ])('beside %i others', (count, problem) => {
    const many = Array.from({ length: count }, (_, i) => aFolder(`/mnt/${i}`, MIB, 0n));
    expect(pathProblem('/mnt/new', many)).toBe(problem);
  });
});

describe('the effect of resizing', () => {
  const folder = aFolder('/a', 1000n, 600n);
  const folders = [folder, aFolder('/b', 500n, 400n), aFolder('/c', 100n, 100n)];
  test.each([
    [1500n, { kind: 'grows', by: 500n }],
    [600n, { kind: 'shrinks', by: 400n }],
    [599n, { kind: 'displaces', bytes: 1n, room: 100n }],
    [300n, { kind: 'displaces', bytes: 300n, room: 100n }]
  ])('to %i', (size, effect) => expect(resizeEffect(folder, size, folders)).toEqual(effect));
});

test('sums are exact beyond the range of a number', () => {
  const folders = [aFolder('/a', 16n * PIB, 16n * PIB - 1n), aFolder('/b', 16n * PIB, 1n)];
  expect(totalFolders(folders)).toEqual({ capacity: 32n * PIB, used: 16n * PIB });
  expect(usedBytes(aFolder('/c', 10n, -5n))).toBe(0n);
});

test.each([
  ['ab'.repeat(32), true],
  ['AB'.repeat(32), true],
  ['ab'.repeat(31), false],
  [`${'ab'.repeat(31)}zz`, false]
])('the Merkle root %s', (root, isOne) => expect(isMerkleRoot(root)).toBe(isOne));

describe('the progress of a task', () => {
  const before = aFolder('/a', 1000n, 800n);
  const remove = { kind: 'remove', path: '/a', force: false, before } as const;
  test.each([
    [
      'reported by the daemon',
      remove,
      aFolder('/a', 1000n, 800n, { progressNumerator: 1n, progressDenominator: 4n }),
      0.25
    ],
    ['no progress visible yet', remove, aFolder('/a', 1000n, 800n), undefined],
    ['a quarter moved', remove, aFolder('/a', 1000n, 600n), 0.25],
    [
      'half of what must be moved',
      { kind: 'resize', path: '/a', size: 400n, before } as const,
      aFolder('/a', 1000n, 600n),
      0.5
    ],
    [
      'growing moves nothing',
      { kind: 'resize', path: '/a', size: 2000n, before } as const,
      aFolder('/a', 1000n, 600n),
      undefined
    ],
    ['adding', { kind: 'add', path: '/a', size: 1n } as const, undefined, undefined]
  ])('%s', (_, task, folder, share) => expect(taskShare(task, folder)).toBe(share));
});

test('a task is listed while the daemon runs it, and its rejection is thrown', async () => {
  const answer = Promise.withResolvers<void>();
  const client = { removeFolder: vi.fn(() => answer.promise) } as unknown as HostClient;
  const work = new FolderWork(client, new Live(async () => []));
  const done = work.run({ kind: 'remove', path: '/a', force: false, before: aFolder('/a', 1n, 0n) });
  expect(work.of('/a')?.task.kind).toBe('remove');
  answer.reject(new Error('unable to migrate all sectors'));
  await expect(done).rejects.toThrow('unable to migrate all sectors');
  expect(work.running).toEqual([]);
});

test.each([
  [false, { path: '/a' }],
  [true, { path: '/a', force: true }]
])('force %s is sent only if true', async (force, body) => {
  const removeFolder = vi.fn(async () => undefined);
  const work = new FolderWork({ removeFolder } as unknown as HostClient, new Live(async () => []));
  await work.run({ kind: 'remove', path: '/a', force, before: aFolder('/a', 1n, 0n) });
  expect(removeFolder).toHaveBeenCalledWith({ body });
});
