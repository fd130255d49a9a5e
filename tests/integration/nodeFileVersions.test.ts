import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { BlockId } from '$lib/chain/ids';
import { StorageTables } from '$lib/server/node/host/storage/storageTables';
import { MarketStore } from '$lib/server/node/market/marketStore';
import { SeedVault } from '$lib/server/node/signing/seedVault';
import { ChainStore } from '$lib/server/node/store/store';
import { startProblem } from '$lib/server/startProblem';
import type { Seed } from '$lib/wallet/keys/seed';
import { temporaryFolder } from '../support/temporary';

// Each database in the data folder contains its version (docs/operating.md).
const directory = temporaryFolder('versions');

const SECRET = '00'.repeat(32);
const seed = (): Seed => new Uint8Array(32).fill(7) as Seed;
const openVault = (path: string) => new SeedVault(path, SECRET, () => 1_000_000);

function inFile<T>(path: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const versionOf = (path: string) =>
  inFile(path, (database) => Number(database.prepare('PRAGMA user_version').get()!.user_version));

const FILES: readonly [name: string, open: (path: string) => { close(): void }, version: number, advice: RegExp][] = [
  ['chain', (path) => new ChainStore(path), 10, /Start the version that wrote it, or start once with --reset/],
  ['market', (path) => new MarketStore(path, '11' as BlockId), 1, /Move it elsewhere: the market then starts over/],
  ['host', (path) => new StorageTables(path), 1, /Move it elsewhere and add the folders again/],
  ['seeds', openVault, 1, /restore a copy from before the upgrade.*Neither --reset nor --repair touches it/]
];

test.each(FILES)('%s.sqlite contains its version; a newer one is rejected, unchanged, with advice', (...file) => {
  const [name, open, version, advice] = file;
  const path = join(directory, `${name}.sqlite`);
  open(path).close();
  expect(versionOf(path)).toBe(version);
  inFile(path, (database) => database.exec(`PRAGMA user_version = ${version + 1}`));
  const problem = (() => {
    try {
      open(path).close();
    } catch (error) {
      return startProblem(error);
    }
    return 'it was opened';
  })();
  expect(problem).toContain(`${path} was written by a newer version of Quarry`);
  expect(problem).toMatch(advice);
  expect(versionOf(path)).toBe(version + 1);
  // The version that wrote it finds it unchanged.
  inFile(path, (database) => database.exec(`PRAGMA user_version = ${version}`));
  open(path).close();
});

test('a file with another program’s tables is rejected', () => {
  const path = join(directory, 'other.sqlite');
  inFile(path, (database) => database.exec('CREATE TABLE other (x)'));
  const error = { code: 'node/store-version', message: expect.not.stringContaining('newer') };
  expect(() => new MarketStore(path, '11' as BlockId)).toThrow(expect.objectContaining(error));
});

test('seeds stored before version numbers are kept, even if a crash left only one table', () => {
  const path = join(directory, 'older.sqlite');
  let vault = openVault(path);
  const { id } = vault.add(seed());
  const [key] = vault.derive(id, 1);
  vault.close();
  inFile(path, (database) => database.exec('PRAGMA user_version = 0'));
  vault = openVault(path);
  expect(vault.keys(id, { offset: 0, limit: 9 })).toEqual([key]);
  expect(vault.sign(key!, new Uint8Array(32))).toMatch(/^[0-9a-f]{128}$|=$/);
  vault.close();
  expect(versionOf(path)).toBe(1);
  inFile(path, (database) => database.exec('DROP TABLE keys; PRAGMA user_version = 0'));
  vault = openVault(path);
  expect(vault.derive(id, 1)).toEqual([key]);
  vault.close();
});
