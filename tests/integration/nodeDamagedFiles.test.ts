import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { BlockId } from '$lib/chain/ids';
import { StorageTables } from '$lib/server/node/host/storage/storageTables';
import { MarketStore } from '$lib/server/node/market/marketStore';
import { startProblem } from '$lib/server/startProblem';
import { mine, openNode } from '../support/node';
import { temporaryFolder } from '../support/temporary';

// The files next to the chain file, changed by the disk or another program.
let dataDir: string;
let tip: { height: number; id: BlockId };

beforeAll(async () => {
  dataDir = temporaryFolder('damaged-file');
  const open = await openNode({ dataDir });
  await mine(open, 3);
  tip = open.node.tip;
  await open.node.close();
});

const problemOf = (start: Promise<unknown>): Promise<string | undefined> =>
  start.then(
    () => undefined,
    (error: unknown) => startProblem(error)
  );

const SPOILT: readonly [string, (bytes: Buffer) => Buffer][] = [
  ['no database', (bytes) => Buffer.alloc(bytes.length, 'x')],
  // Pages after the first: SQLite opens such a file without an error.
  ['spoilt pages', (bytes) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0x5a)])]
];

test.each(SPOILT)('a seed file with %s is reported at startup, with advice', async (_, spoil) => {
  const path = join(dataDir, 'seeds.sqlite');
  const sound = readFileSync(path);
  expect(sound.length).toBeGreaterThan(4096);
  writeFileSync(path, spoil(sound));
  const problem = await problemOf(openNode({ dataDir }));
  expect(problem).toContain(path);
  expect(problem).toMatch(/neither --reset nor --repair touches it\. Restore a copy of it/);
  expect(problem).not.toMatch(/rebuilds it|new chain/);
  // The advice is correct, and works.
  expect(await problemOf(openNode({ dataDir, repair: true }))).toBe(problem);
  renameSync(path, `${path}.damaged`);
  const open = await openNode({ dataDir });
  expect(open.node.tip).toEqual(tip);
  await open.node.close();
  writeFileSync(path, sound);
  await (await openNode({ dataDir })).node.close();
});

test.each<[string, (path: string) => { close(): void }, RegExp]>([
  ['market', (path) => new MarketStore(path, tip.id), /Move it elsewhere: the market then starts over/],
  ['host', (path) => new StorageTables(path), /Move it elsewhere and add the folders again/]
])('so is a %s file', (name, open, advice) => {
  const path = join(dataDir, `${name}.sqlite`);
  open(path).close();
  const sound = readFileSync(path);
  for (const [, spoil] of SPOILT) {
    writeFileSync(path, spoil(sound));
    expect(() => open(path)).toThrow(expect.objectContaining({ code: 'node/damaged-file', path }));
    expect(() => open(path)).toThrow(advice);
  }
  rmSync(path);
  open(path).close();
});
