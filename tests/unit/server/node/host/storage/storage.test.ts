import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_FOLDER_BYTES, MAX_FOLDERS, MIN_FOLDER_BYTES, SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import type { FileContractId, Hash256 } from '$lib/chain/ids';
import { merkleLeaf, merkleRoot } from '$lib/chain/merkle';
import { encodeHex } from '$lib/codec/bytes';
import { RECORD_BYTES } from '$lib/server/node/host/storage/folderFiles';
import { sectorRoot, sectorSegment } from '$lib/server/node/host/storage/sector';
import { deleteFolders, HostStorage } from '$lib/server/node/host/storage/storage';
import { StorageTables } from '$lib/server/node/host/storage/storageTables';
import { temporaryFolder } from '../../../../../support/temporary';

const HOST_KEY = `ed25519:${'ab'.repeat(32)}`;
const SECTORS = Number(MIN_FOLDER_BYTES / SECTOR_BYTES);
const FILES = ['quarry-folder.json', 'quarry-sectors.dat'];
const contract = (number: number) => number.toString(16).padStart(64, '0') as FileContractId;
const wanted = (...counts: number[]) => new Map(counts.map((count, number) => [contract(number), count]));

const noPause = async (): Promise<void> => {};

let root: string;
let opened: HostStorage[];
beforeEach(() => {
  root = temporaryFolder('storage');
  opened = [];
});
afterEach(() => {
  for (const storage of opened) storage.close();
  rmSync(root, { recursive: true, force: true });
});

function open(pause: () => Promise<void> = noPause, hostKey = HOST_KEY): HostStorage {
  const storage = new HostStorage({ path: join(root, 'host.sqlite'), hostKey, pause, yieldTurn: noPause });
  opened.push(storage);
  return storage;
}
function reopen(): HostStorage {
  for (const storage of opened.splice(0)) storage.close();
  return open();
}
function directory(name: string): string {
  const path = join(root, name);
  mkdirSync(path);
  return path;
}
/** Positions of the contract's sectors that are present and intact. */
const provable = (storage: HostStorage, number: number, count: number): number[] =>
  Array.from({ length: count }, (_, position) => position).filter((position) =>
    storage.canProve({ contract: contract(number), position })
  );
const sectorsFile = (path: string) => join(path, 'quarry-sectors.dat');

describe('a simulated sector', () => {
  test('has the Merkle root of 4 MiB of one repeated 64-byte segment', () => {
    const segment = sectorSegment(contract(1), 2);
    const leaves = Array.from({ length: Number(SECTOR_BYTES) / 64 }, () => merkleLeaf(segment));
    expect(sectorRoot(segment)).toBe(encodeHex(merkleRoot(leaves)));
  });
  test('differs from every other', () => {
    const roots = [0, 1, 2].flatMap((number) =>
      [0, 1, 11].map((at) => sectorRoot(sectorSegment(contract(number), at)))
    );
    expect(new Set(roots).size).toBe(roots.length);
  });
});

describe('adding a folder', () => {
  test('creates two small files in the directory and leaves the rest alone', async () => {
    const path = directory('a');
    writeFileSync(join(path, 'mine.txt'), 'keep me');
    const storage = open();
    await storage.add(`${path}//`, MIN_FOLDER_BYTES + 1n);
    expect(readdirSync(path).sort()).toEqual(['mine.txt', ...FILES]);
    expect(FILES.reduce((sum, name) => sum + statSync(join(path, name)).size, 0)).toBeLessThan(1_000);
    // The files have the same permissions as any other file in the directory.
    const modes = ['quarry-folder.json', 'mine.txt'].map((name) => statSync(join(path, name)).mode & 0o644);
    expect(modes[0]).toBe(modes[1]);
    expect(storage.folders).toEqual([
      {
        index: 0,
        path,
        capacity: MIN_FOLDER_BYTES,
        capacityRemaining: MIN_FOLDER_BYTES,
        failedReads: 0,
        failedWrites: 0,
        successfulReads: 0,
        successfulWrites: 0,
        progressNumerator: 0n,
        progressDenominator: 0n
      }
    ]);
    await storage.remove(path, false);
    expect(readdirSync(path)).toEqual(['mine.txt']);
    expect(storage.folders).toEqual([]);
  });

  test.each([MIN_FOLDER_BYTES, MIN_FOLDER_BYTES + SECTOR_BYTES, MAX_FOLDER_BYTES])('accepts %d bytes', async (size) => {
    const storage = open();
    await storage.add(directory('a'), size);
    expect(storage.folders[0]!.capacity).toBe(size);
  });

  const BELOW = 'minimum allowed size for a storage folder is 268.44 MB (268435456 bytes)';
  const ABOVE = 'maximum allowed size for a storage folder is 18.01440 PB (18014398509481984 bytes)';
  test.each<[string, string, bigint, string]>([
    ['below the minimum size', 'a', MIN_FOLDER_BYTES - 1n, BELOW],
    ['of size zero', 'a', 0n, BELOW],
    ['above the maximum size', 'a', MAX_FOLDER_BYTES + 1n, ABOVE],
    ['that does not exist', 'b', MIN_FOLDER_BYTES, 'stat ROOT/b: no such file or directory'],
    ['that is a file', 'file', MIN_FOLDER_BYTES, 'ROOT/file is not a directory']
  ])('rejects one %s', async (_, name, size, message) => {
    const storage = open();
    directory('a');
    writeFileSync(join(root, 'file'), '');
    await expect(storage.add(join(root, name), size)).rejects.toThrow(message.replace('ROOT', root));
    expect(readdirSync(join(root, 'a'))).toEqual([]);
    expect(storage.folders).toEqual([]);
  });

  test.each([
    ['none', 'host/directory-missing', 'no such file or directory'],
    [join('file', 'a'), 'host/directory-unreadable', 'not a directory'],
    ['file', 'host/not-a-directory', 'is not a directory']
  ])('names what is wrong with a path: %s', async (name, code, reason) => {
    writeFileSync(join(root, 'file'), '');
    await expect(open().add(join(root, name), MIN_FOLDER_BYTES)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(reason)
    });
  });

  test('rejects a path that is not absolute', async () => {
    const storage = open();
    await expect(storage.add('a', MIN_FOLDER_BYTES)).rejects.toThrow('storage folder paths must be absolute');
  });

  test('rejects a directory it already has, by any path', async () => {
    const storage = open();
    const path = directory('a');
    await storage.add(path, MIN_FOLDER_BYTES);
    symlinkSync(path, join(root, 'link'));
    for (const name of [path, `${path}/`, join(root, 'link')]) {
      await expect(storage.add(name, MIN_FOLDER_BYTES)).rejects.toThrow(
        "selected path is already in use as a storage folder, please use 'resize'"
      );
    }
  });

  test("rejects another host's folder and leaves it untouched", async () => {
    const path = directory('a');
    const other = new HostStorage({ path: ':memory:', hostKey: 'ed25519:other', pause: noPause, yieldTurn: noPause });
    opened.push(other);
    await other.add(path, MIN_FOLDER_BYTES);
    const before = FILES.map((name) => readFileSync(join(path, name), 'utf8'));
    await expect(open().add(path, MIN_FOLDER_BYTES)).rejects.toThrow('holds storage of another host');
    expect(FILES.map((name) => readFileSync(join(path, name), 'utf8'))).toEqual(before);
  });

  test('adopts what an interrupted attempt left behind', async () => {
    const path = directory('a');
    await open().add(path, MIN_FOLDER_BYTES);
    for (const storage of opened.splice(0)) storage.close();
    rmSync(join(root, 'host.sqlite'));
    const again = open();
    await again.add(path, 2n * MIN_FOLDER_BYTES);
    expect(again.folders[0]!.capacity).toBe(2n * MIN_FOLDER_BYTES);
  });

  test('stops at 65,536 folders', async () => {
    const tables = new StorageTables(join(root, 'host.sqlite'));
    tables.transaction(() => {
      for (let index = 0; index < MAX_FOLDERS - 1; index++) tables.insertFolder(index, `/nowhere/${index}`, SECTORS);
    });
    tables.close();
    const storage = open();
    await storage.add(directory('last'), MIN_FOLDER_BYTES);
    await expect(storage.add(directory('more'), MIN_FOLDER_BYTES)).rejects.toThrow(
      'maximum number of storage folders is 65536'
    );
  });

  test('reports its progress', async () => {
    const seen: bigint[] = [];
    const storage = open(async () => {
      const [folder] = storage.folders;
      expect(folder!.progressDenominator).toBe(MIN_FOLDER_BYTES);
      expect(storage.isBusy).toBe(true);
      seen.push(folder!.progressNumerator);
    });
    await storage.add(directory('a'), MIN_FOLDER_BYTES);
    expect(storage.isBusy).toBe(false);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen).toEqual(seen.toSorted((a, b) => Number(a - b)));
    expect(storage.folders[0]!.progressDenominator).toBe(0n);
  });
});

test.each([
  ['in four steps', MIN_FOLDER_BYTES, 4],
  ['in one step per TiB', 7n << 40n, 7],
  ['in sixty steps at most', 61n << 40n, 60]
])('a folder is prepared %s', async (_, size, steps) => {
  const seen: bigint[] = [];
  const storage = open(async () => void seen.push(storage.folders[0]!.progressNumerator));
  await storage.add(directory('a'), size);
  expect(seen).toEqual(Array.from({ length: steps }, (_, i) => (size * BigInt(i)) / BigInt(steps)));
});

describe('data', () => {
  test('takes the lowest free places, so that files stay short', async () => {
    const storage = open();
    const path = directory('a');
    await storage.add(path, MIN_FOLDER_BYTES);
    await storage.follow(wanted(10, 10));
    // The first contract ends; the second grows.
    await storage.follow(new Map([[contract(1), 20]]));
    expect(statSync(sectorsFile(path)).size).toBe(20 * RECORD_BYTES);
    expect(provable(storage, 1, 20)).toHaveLength(20);
    await storage.follow(new Map([[contract(1), 21]]));
    expect(statSync(sectorsFile(path)).size).toBe(21 * RECORD_BYTES);
  });

  test('is stored and searched in steps, with other work in between', async () => {
    let turns = 0;
    const yieldTurn = async () => void turns++;
    const storage = new HostStorage({ path: ':memory:', hostKey: HOST_KEY, pause: noPause, yieldTurn });
    opened.push(storage);
    await storage.add(directory('a'), 32n * MIN_FOLDER_BYTES);
    await storage.follow(wanted(512));
    expect(turns).toBe(0);
    await storage.follow(wanted(1_025));
    expect(turns).toBe(1);
    await storage.deleteSector(sectorRoot(sectorSegment(contract(0), 998)));
    expect(turns).toBe(1);
    await storage.deleteSector(sectorRoot(sectorSegment(contract(0), 1_000)));
    expect(turns).toBe(2);
  });

  test('is stored as contracts grow and released as they end', async () => {
    const storage = open();
    await storage.add(directory('a'), MIN_FOLDER_BYTES);
    expect(await storage.follow(wanted(10, 20))).toEqual(new Map());
    expect(storage.room).toEqual({ total: SECTORS, free: SECTORS - 30 });
    expect(statSync(sectorsFile(join(root, 'a'))).size).toBe(30 * RECORD_BYTES);
    expect(provable(storage, 1, 20)).toHaveLength(20);
    await storage.follow(wanted(0, 25));
    expect(storage.room.free).toBe(SECTORS - 25);
    expect(storage.folders[0]).toMatchObject({ successfulWrites: 35, successfulReads: 20, failedReads: 0 });
  });

  test('stops when the folders are full, without gaps', async () => {
    const storage = open();
    await storage.add(directory('a'), MIN_FOLDER_BYTES);
    expect(await storage.follow(wanted(50, 30))).toEqual(new Map([[contract(1), SECTORS - 50]]));
    expect(storage.room.free).toBe(0);
    expect(provable(storage, 1, SECTORS - 50)).toHaveLength(SECTORS - 50);
  });

  test('that takes more than one batch of writes is stored completely', async () => {
    const storage = open();
    await storage.add(directory('a'), 16n * MIN_FOLDER_BYTES);
    expect(await storage.follow(wanted(400, 400))).toEqual(new Map());
    expect(storage.room.free).toBe(16 * SECTORS - 800);
    expect(provable(storage, 1, 400)).toHaveLength(400);
  });

  test('is spread over folders, and survives a restart', async () => {
    const storage = open();
    for (const name of ['a', 'b']) await storage.add(directory(name), MIN_FOLDER_BYTES);
    await storage.follow(wanted(60));
    const [a, b] = storage.folders;
    expect([a!.capacityRemaining, b!.capacityRemaining]).toEqual([34n * SECTOR_BYTES, 34n * SECTOR_BYTES]);
    provable(storage, 0, 60);
    const before = storage.folders;
    const again = reopen();
    expect(again.folders).toEqual(before);
    expect(provable(again, 0, 60)).toHaveLength(60);
    expect(await again.follow(wanted(60))).toEqual(new Map());
    expect(again.folders.map(({ successfulWrites }) => successfulWrites)).toEqual([30, 30]);
  });

  test('is not provable once it is damaged or missing', async () => {
    const storage = open();
    const path = directory('a');
    await storage.add(path, MIN_FOLDER_BYTES);
    await storage.follow(wanted(3));
    const content = readFileSync(sectorsFile(path));
    writeFileSync(
      sectorsFile(path),
      content.map((byte, at) => (at === RECORD_BYTES + 100 ? byte ^ 1 : byte))
    );
    expect(provable(storage, 0, 3)).toEqual([0, 2]);
    writeFileSync(sectorsFile(path), content.subarray(0, 2 * RECORD_BYTES));
    expect(provable(storage, 0, 3)).toEqual([0, 1]);
    rmSync(path, { recursive: true });
    expect(provable(storage, 0, 3)).toEqual([]);
    expect(storage.folders[0]!.failedReads).toBe(5);
    expect(storage.health).toEqual([{ path, isAvailable: false, total: SECTORS, taken: 3, failures: 5 }]);
    await storage.follow(wanted(3, 2));
    expect(storage.folders[0]!.failedWrites).toBe(2);
    expect(storage.health[0]!.failures).toBe(7);
  });

  test('is not provable if another sector lies in its place', async () => {
    const storage = open();
    const path = directory('a');
    await storage.add(path, MIN_FOLDER_BYTES);
    await storage.follow(wanted(3));
    const content = readFileSync(sectorsFile(path));
    const [first, second, third] = [0, 1, 2].map((slot) =>
      content.subarray(slot * RECORD_BYTES, (slot + 1) * RECORD_BYTES)
    );
    writeFileSync(sectorsFile(path), Buffer.concat([second!, first!, third!]));
    expect(provable(storage, 0, 3)).toEqual([2]);
  });

  test('goes to other folders if a directory is missing', async () => {
    const storage = open();
    const [a, b] = [directory('a'), directory('b')];
    await storage.add(a, 2n * MIN_FOLDER_BYTES);
    await storage.add(b, MIN_FOLDER_BYTES);
    rmSync(a, { recursive: true });
    expect(await storage.follow(wanted(40))).toEqual(new Map());
    expect(provable(storage, 0, 40)).toHaveLength(40);
    expect(storage.folders.map(({ capacityRemaining }) => Number(capacityRemaining / SECTOR_BYTES))).toEqual([128, 24]);
    expect(storage.folders[0]!.failedWrites).toBeGreaterThan(0);
    expect(existsSync(a)).toBe(false);
  });
});

test('a sector that is yet to be written counts as provable while a folder exists', async () => {
  const storage = open();
  expect(provable(storage, 0, 2)).toEqual([]);
  const path = directory('a');
  await storage.add(path, MIN_FOLDER_BYTES);
  expect(provable(storage, 0, 2)).toEqual([0, 1]);
  rmSync(sectorsFile(path));
  expect(provable(storage, 0, 2)).toEqual([]);
});

describe('deleting a sector', () => {
  test('loses it permanently', async () => {
    const storage = open();
    await storage.add(directory('a'), MIN_FOLDER_BYTES);
    await storage.follow(wanted(5));
    await storage.deleteSector(sectorRoot(sectorSegment(contract(0), 3)));
    expect(provable(storage, 0, 5)).toEqual([0, 1, 2, 4]);
    expect(storage.room.free).toBe(SECTORS - 4);
    await storage.follow(wanted(6));
    expect(provable(storage, 0, 6)).toEqual([0, 1, 2, 4, 5]);
    expect(provable(reopen(), 0, 6)).toEqual([0, 1, 2, 4, 5]);
  });

  test('is refused if there is no such sector', async () => {
    const storage = open();
    await storage.add(directory('a'), MIN_FOLDER_BYTES);
    await expect(storage.deleteSector('ab'.repeat(32) as Hash256)).rejects.toThrow('could not find the desired sector');
  });
});

describe('removing a folder', () => {
  test('moves its data to the others, and reports its progress', async () => {
    const seen: bigint[] = [];
    const storage = open(async () => {
      const [folder] = storage.folders;
      seen.push(folder!.progressNumerator);
      total = folder!.progressDenominator;
    });
    let total = 0n;
    const [a, b] = [directory('a'), directory('b')];
    await storage.add(a, 4n * MIN_FOLDER_BYTES);
    await storage.follow(wanted(150));
    await storage.add(b, 4n * MIN_FOLDER_BYTES);
    seen.splice(0);
    await storage.remove(a, false);
    expect(seen).toEqual([0n, 64n * SECTOR_BYTES, 128n * SECTOR_BYTES]);
    expect(total).toBe(150n * SECTOR_BYTES);
    expect(readdirSync(a)).toEqual([]);
    expect(storage.folders.map(({ path }) => path)).toEqual([b]);
    expect(provable(storage, 0, 150)).toHaveLength(150);
    expect(provable(reopen(), 0, 150)).toHaveLength(150);
  });

  test('is refused if not all of it can be moved, and then changes nothing', async () => {
    const storage = open();
    const [a, b] = [directory('a'), directory('b')];
    await storage.add(a, 4n * MIN_FOLDER_BYTES);
    await storage.follow(wanted(100));
    await expect(storage.remove(a, false)).rejects.toThrow('unable to migrate all sectors');
    await storage.add(b, MIN_FOLDER_BYTES);
    await expect(storage.remove(a, false)).rejects.toThrow('unable to migrate all sectors');
    expect(storage.folders[0]).toMatchObject({ path: a, progressDenominator: 0n });
    expect(storage.folders[1]!.capacityRemaining).toBe(MIN_FOLDER_BYTES);
    expect(provable(storage, 0, 100)).toHaveLength(100);
  });

  test('by force moves what fits and loses the rest', async () => {
    const storage = open();
    const [a, b] = [directory('a'), directory('b')];
    await storage.add(a, 4n * MIN_FOLDER_BYTES);
    await storage.follow(wanted(100));
    await storage.add(b, MIN_FOLDER_BYTES);
    await storage.remove(a, true);
    expect(provable(storage, 0, 100)).toHaveLength(SECTORS);
    expect(readdirSync(a)).toEqual([]);
    await storage.remove(b, true);
    expect(provable(storage, 0, 100)).toEqual([]);
    // Lost data does not return with a new folder.
    await storage.add(a, 4n * MIN_FOLDER_BYTES);
    expect(storage.room.free).toBe(4 * SECTORS);
    await storage.follow(wanted(100));
    expect(provable(storage, 0, 100)).toEqual([]);
  });

  test('with a missing directory requires force', async () => {
    const storage = open();
    const [a, b] = [directory('a'), directory('b')];
    await storage.add(a, MIN_FOLDER_BYTES);
    await storage.follow(wanted(5));
    await storage.add(b, MIN_FOLDER_BYTES);
    rmSync(a, { recursive: true });
    await expect(storage.remove(a, false)).rejects.toThrow('unable to migrate all sectors');
    await storage.remove(a, true);
    expect(storage.folders.map(({ path }) => path)).toEqual([b]);
    expect(provable(storage, 0, 5)).toEqual([]);
  });

  test('deletes what is there of its files', async () => {
    const storage = open();
    const [a, b] = [directory('a'), directory('b')];
    await storage.add(a, MIN_FOLDER_BYTES);
    rmSync(sectorsFile(a));
    await storage.remove(a, false);
    expect(readdirSync(a)).toEqual([]);
    await storage.add(b, MIN_FOLDER_BYTES);
    rmSync(join(b, 'quarry-folder.json'));
    await storage.remove(b, false);
    // Without a label they could be another host's.
    expect(readdirSync(b)).toEqual(['quarry-sectors.dat']);
  });

  test('leaves the files in a directory that has become another host’s', async () => {
    const storage = open();
    const path = directory('a');
    await storage.add(path, MIN_FOLDER_BYTES);
    const label = join(path, 'quarry-folder.json');
    writeFileSync(label, readFileSync(label, 'utf8').replace(HOST_KEY, 'ed25519:other'));
    await storage.remove(path, true);
    expect(storage.folders).toEqual([]);
    expect(readdirSync(path).sort()).toEqual(FILES);
  });

  test('is refused if there is no such folder', async () => {
    await expect(open().remove(directory('a'), true)).rejects.toThrow(
      'storage folder with the provided path could not be found'
    );
  });

  test('is completed after a restart', async () => {
    const [path, other] = [directory('a'), directory('b')];
    const storage = open();
    for (const each of [path, other]) await storage.add(each, MIN_FOLDER_BYTES);
    storage.close();
    opened.splice(0);
    const tables = new StorageTables(join(root, 'host.sqlite'));
    tables.setLeaving(0);
    tables.close();
    expect(open().folders.map((folder) => folder.path)).toEqual([other]);
    expect(readdirSync(path)).toEqual([]);
    // Its index is free again.
    expect(reopen().folders.map(({ index }) => index)).toEqual([1]);
    await opened[0]!.add(path, MIN_FOLDER_BYTES);
    expect(opened[0]!.folders.map(({ index }) => index)).toEqual([0, 1]);
  });
});

describe('resizing a folder', () => {
  test('grows and shrinks it, also for the next start', async () => {
    let storage = open();
    const path = directory('a');
    await storage.add(path, MIN_FOLDER_BYTES);
    await storage.follow(wanted(30));
    await storage.resize(path, 3n * MIN_FOLDER_BYTES + 5n);
    storage = reopen();
    expect(storage.folders[0]!.capacity).toBe(3n * MIN_FOLDER_BYTES);
    await storage.follow(wanted(30));
    await storage.resize(path, MIN_FOLDER_BYTES);
    expect(storage.folders[0]).toMatchObject({
      capacity: MIN_FOLDER_BYTES,
      capacityRemaining: MIN_FOLDER_BYTES - 30n * SECTOR_BYTES
    });
    expect(provable(storage, 0, 30)).toHaveLength(30);
    // The file is not longer than its data.
    expect(statSync(sectorsFile(path)).size).toBe(30 * RECORD_BYTES);
    expect(reopen().folders[0]!.capacity).toBe(MIN_FOLDER_BYTES);
  });

  test('moves the data beyond the smaller size', async () => {
    const storage = open();
    const [a, b] = [directory('a'), directory('b')];
    await storage.add(a, 2n * MIN_FOLDER_BYTES);
    await storage.follow(wanted(100));
    await expect(storage.resize(a, MIN_FOLDER_BYTES)).rejects.toThrow('unable to migrate all sectors');
    expect(storage.folders[0]!.capacity).toBe(2n * MIN_FOLDER_BYTES);
    await storage.add(b, MIN_FOLDER_BYTES);
    await storage.resize(a, MIN_FOLDER_BYTES);
    expect(statSync(sectorsFile(a)).size).toBe(SECTORS * RECORD_BYTES);
    expect(storage.room.free).toBe(2 * SECTORS - 100);
    expect(provable(storage, 0, 100)).toHaveLength(100);
  });

  test('of which the files cannot be cut is counted as a failed write, and labels it with its new size otherwise', async () => {
    const storage = open();
    const path = directory('a');
    const label = join(path, 'quarry-folder.json');
    await storage.add(path, 2n * MIN_FOLDER_BYTES);
    await storage.resize(path, MIN_FOLDER_BYTES);
    expect(readFileSync(label, 'utf8')).toContain(`"${MIN_FOLDER_BYTES}"`);
    rmSync(label);
    mkdirSync(label);
    await storage.resize(path, 2n * MIN_FOLDER_BYTES);
    expect(storage.folders[0]).toMatchObject({ failedWrites: 1, capacity: 2n * MIN_FOLDER_BYTES });
    // A missing directory is not written to.
    rmSync(path, { recursive: true });
    await storage.resize(path, MIN_FOLDER_BYTES);
    expect(storage.folders[0]!.failedWrites).toBe(1);
  });

  test.each<[string, string, bigint, string]>([
    [
      'the same size',
      'a',
      MIN_FOLDER_BYTES,
      'storage folder selected for resize, but new size is same as current size'
    ],
    ['the same whole sectors', 'a', MIN_FOLDER_BYTES + 1n, 'new size is same as current size'],
    ['less than allowed', 'a', MIN_FOLDER_BYTES - 1n, 'minimum allowed size'],
    ['more than allowed', 'a', MAX_FOLDER_BYTES + 1n, 'maximum allowed size'],
    ['another directory', 'b', 2n * MIN_FOLDER_BYTES, 'storage folder with the provided path could not be found']
  ])('to %s is refused', async (_, name, size, message) => {
    const storage = open();
    await storage.add(directory('a'), MIN_FOLDER_BYTES);
    await expect(storage.resize(join(root, name), size)).rejects.toThrow(message);
    expect(storage.folders[0]!.capacity).toBe(MIN_FOLDER_BYTES);
  });
});

test('a reset deletes our files and nothing else', async () => {
  expect(() => deleteFolders(join(root, 'host.sqlite'))).not.toThrow();
  expect(readdirSync(root)).toEqual([]);
  const [gone, path, other] = [directory('gone'), directory('a'), directory('b')];
  writeFileSync(join(path, 'mine.txt'), 'keep me');
  const storage = open();
  for (const each of [gone, path, other]) await storage.add(each, MIN_FOLDER_BYTES);
  // A folder that has become another one's.
  const label = join(other, 'quarry-folder.json');
  writeFileSync(label, readFileSync(label, 'utf8').replace(/("index":\s*)2/, '$17'));
  for (const storage of opened.splice(0)) storage.close();
  rmSync(gone, { recursive: true });
  deleteFolders(join(root, 'host.sqlite'));
  expect(readdirSync(path)).toEqual(['mine.txt']);
  expect(readdirSync(other).toSorted()).toEqual(FILES);
});

test('after any operations in any order, every sector that fits is stored', async () => {
  const names = ['a', 'b', 'c'];
  const step = fc.oneof(
    fc.record({ do: fc.constant('add'), name: fc.constantFrom(...names), mib: fc.integer({ min: 200, max: 600 }) }),
    fc.record({ do: fc.constant('resize'), name: fc.constantFrom(...names), mib: fc.integer({ min: 200, max: 600 }) }),
    fc.record({ do: fc.constant('remove'), name: fc.constantFrom(...names) }),
    fc.record({ do: fc.constant('follow'), counts: fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 4 }) }),
    fc.record({ do: fc.constant('restart') })
  );
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const base = directory(`run${run++}`);
      for (const name of names) mkdirSync(join(base, name));
      const openRun = () =>
        new HostStorage({ path: join(base, 'host.sqlite'), hostKey: HOST_KEY, pause: noPause, yieldTurn: noPause });
      let storage = openRun();
      let held = new Map<FileContractId, number>();
      for (const each of steps) {
        const path = 'name' in each ? join(base, each.name) : '';
        if (each.do === 'add') await storage.add(path, BigInt(each.mib) << 20n).catch(() => {});
        if (each.do === 'resize') await storage.resize(path, BigInt(each.mib) << 20n).catch(() => {});
        if (each.do === 'remove') await storage.remove(path, false).catch(() => {});
        if (each.do === 'follow') {
          const asked = wanted(...each.counts);
          const caps = await storage.follow(asked);
          held = new Map([...asked].map(([id, count]) => [id, caps.get(id) ?? count]));
          expect(caps.size === 0 || storage.room.free === 0).toBe(true);
        }
        if (each.do === 'restart') {
          storage.close();
          storage = openRun();
        }
      }
      const count = [...held.values()].reduce((sum, sectors) => sum + sectors, 0);
      expect(storage.room.total - storage.room.free).toBe(count);
      const missing = [...held].flatMap(([id, sectors]) =>
        Array.from({ length: sectors }, (_, position) => ({ contract: id, position })).filter(
          (name) => !storage.canProve(name)
        )
      );
      expect(missing).toEqual([]);
      storage.close();
    }),
    { numRuns: 40 }
  );
});
