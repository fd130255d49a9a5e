import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { repairChain, repairReport, type RepairOutcome } from '$lib/server/node/chain/repair';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { inTransaction } from '$lib/server/node/store/database';
import { DiskFullError } from '$lib/server/node/store/sqliteError';
import { ChainStore } from '$lib/server/node/store/store';
import { mine, openNode } from '../support/node';
import { TestChain, testPreset } from '../support/peers/testChain';
import { temporaryFolder } from '../support/temporary';

// A chain file changed by the disk or another program.
const BLOCKS = 60;
let sound: string;
let tip: { height: number; id: string };

const folder = () => temporaryFolder('damage');
const chainIn = (dataDir: string) => join(dataDir, 'test', 'chain.sqlite');

beforeAll(async () => {
  sound = folder();
  const open = await openNode({ dataDir: sound });
  await mine(open, BLOCKS);
  tip = open.node.tip;
  await open.node.close();
});

/** A copy of the intact data folder, with changes. */
async function damaged(change: (path: string) => void): Promise<string> {
  const dataDir = folder();
  const open = await openNode({ dataDir });
  await open.node.close();
  copyFileSync(chainIn(sound), chainIn(dataDir));
  for (const suffix of ['-wal', '-shm']) rmSync(`${chainIn(dataDir)}${suffix}`, { force: true });
  change(chainIn(dataDir));
  return dataDir;
}

const inSql = (sql: string) => (path: string) => {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
};
const flip = (table: string, column: string, where: string) => (path: string) => {
  const database = new DatabaseSync(path);
  const { bytes } = database.prepare(`SELECT ${column} AS bytes FROM ${table} WHERE ${where}`).get() as {
    readonly bytes: Uint8Array;
  };
  const flipped = bytes.map((byte, i) => (i === 20 ? byte ^ 0xff : byte));
  database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).run(flipped);
  database.close();
};

describe('a damaged chain is detected at startup', () => {
  test.each([
    ['a byte of the newest block', flip('blocks', 'body', `height = ${BLOCKS}`)],
    ['a byte of an earlier block', flip('blocks', 'body', `height = ${BLOCKS - 30}`)],
    ['a byte of a stored header', flip('blocks', 'header', `height = ${BLOCKS - 30}`)],
    ['a byte of the tip’s state', flip('blocks', 'state', `height = ${BLOCKS}`)],
    ['a byte of an earlier state', flip('blocks', 'state', `height = ${BLOCKS - 30}`)],
    ['an id of the best chain', inSql(`UPDATE best SET id = x'${'11'.repeat(32)}' WHERE height = ${BLOCKS - 10}`)],
    ['a missing block', inSql(`DELETE FROM blocks WHERE height = ${BLOCKS - 5}`)],
    ['the forest', inSql(`UPDATE tree SET hashes = zeroblob(length(hashes))`)],
    ['a missing tip', inSql(`DELETE FROM blocks WHERE height = ${BLOCKS}`)],
    ['a page of the file', (path: string) => overwrite(path, 0.5)],
    ['the end of the file', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -20_000))]
  ])('%s', async (_, change) => {
    const dataDir = await damaged(change);
    await expect(openNode({ dataDir })).rejects.toMatchObject({ code: 'node/damaged-chain' });
  });

  test('an intact one opens', async () => {
    const open = await openNode({ dataDir: await damaged(() => undefined) });
    expect(open.node.tip).toEqual(tip);
    await open.node.close();
  });
});

test('a complete check finds a damaged index, whatever table it belongs to', async () => {
  const roots = new DatabaseSync(chainIn(sound), { readOnly: true });
  const indexes = roots.prepare(`SELECT name, rootpage FROM sqlite_schema WHERE type = 'index'`).all();
  roots.close();
  expect(indexes.length).toBeGreaterThan(5);
  for (const { name, rootpage } of indexes) {
    const path = join(folder(), 'chain.sqlite');
    copyFileSync(chainIn(sound), path);
    const bytes = readFileSync(path);
    bytes.fill(0x5a, (Number(rootpage) - 1) * 4096, Number(rootpage) * 4096);
    writeFileSync(path, bytes);
    const store = new ChainStore(path);
    expect(findDifferences(store, networkPreset('test', TEST_GENESIS_TIMESTAMP)), String(name)).toHaveLength(1);
    store.close();
  }
});

function overwrite(path: string, at: number): void {
  const bytes = readFileSync(path);
  const start = Math.floor((bytes.length * at) / 4096) * 4096;
  bytes.fill(0x5a, start, start + 4096);
  writeFileSync(path, bytes);
}

describe('repair', () => {
  test.each([
    [
      'everything except the blocks',
      inSql('DELETE FROM coins; DELETE FROM best; DELETE FROM tree; DELETE FROM events'),
      BLOCKS
    ],
    ['the tip’s state', flip('blocks', 'state', `height = ${BLOCKS}`), BLOCKS],
    ['a block in the middle', flip('blocks', 'body', `height = ${BLOCKS - 20}`), BLOCKS - 21]
  ] as const)('rebuilds a chain that lost %s', async (_, change, height) => {
    const dataDir = await damaged(change);
    const onRepaired = vi.fn<(outcome: RepairOutcome) => void>();
    const open = await openNode({ dataDir, repair: true, onRepaired });
    expect(open.node.tip.height).toBe(height);
    const lost = BLOCKS - height;
    expect(onRepaired.mock.calls).toEqual([[{ height, kept: BLOCKS + 1 - lost, lost }]]);
    if (height === BLOCKS) expect(open.node.tip).toEqual(tip);
    await mine(open, 1);
    await open.node.close();
    const store = new ChainStore(chainIn(dataDir));
    expect(findDifferences(store, networkPreset('test', TEST_GENESIS_TIMESTAMP))).toEqual([]);
    store.close();
    expect(existsSync(`${chainIn(dataDir)}.damaged`)).toBe(true);
  });

  test('keeps blocks that were stored before their parent was stored again', async () => {
    const path = join(folder(), 'chain.sqlite');
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    const store = new ChainStore(path);
    const chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
    const best = TestChain.create().extend(5);
    const branch = best.fork(2, 7).extend(4);
    await chain.addBlocks(best.blocks.slice(1));
    const [first, second, third, heaviest] = branch.blocks.slice(3);
    // The header does not commit to this V1 transaction.
    const tampered = { ...first!, transactions: [EMPTY_TRANSACTION] };
    for (const block of [tampered, second!, third!]) expect(await chain.addBlock(block)).toBe('side');
    await expect(chain.addBlock(heaviest!)).rejects.toMatchObject({ code: 'chain/invalid-ancestor' });
    await chain.addBlocks([first!, heaviest!]);
    expect(chain.tip).toEqual(branch.tip.index);
    store.close();

    const repaired = await repairChain(path, testPreset, { clock: Date.now, signatures });
    expect(repaired).toEqual({ height: 6, kept: best.blocks.length + 4, lost: 0 });
    // Neither one that cannot be decoded, nor one that is not valid.
    inSql(`UPDATE blocks SET body = x'00' WHERE height = 6`)(path);
    flip('blocks', 'body', `id = x'${branch.idAt(5)}'`)(path);
    const again = await repairChain(path, testPreset, { clock: Date.now, signatures });
    expect(again).toEqual({ height: 5, kept: best.blocks.length + 2, lost: 2 });
    expect(repairReport(again)).toMatch(/to height 5\. Blocks kept: 8, lost: 2\./);
  });

  test('leaves the file unchanged if the disk is full', async () => {
    const path = chainIn(await damaged(() => undefined));
    const before = readFileSync(path);
    let left = 20;
    const clock = () => {
      if (left-- === 0) throw new DiskFullError();
      return Date.now();
    };
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    const repairing = repairChain(path, networkPreset('test', TEST_GENESIS_TIMESTAMP), { clock, signatures });
    await expect(repairing).rejects.toMatchObject({ code: 'node/disk-full' });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(['repair', 'damaged'].filter((suffix) => existsSync(`${path}.${suffix}`))).toEqual([]);
  });

  test('that was killed after moving the damaged file is completed at the next start', async () => {
    const dataDir = await damaged(() => undefined);
    const path = chainIn(dataDir);
    renameSync(path, `${path}.repair`);
    let open = await openNode({ dataDir });
    expect(open.node.tip).toEqual(tip);
    await open.node.close();
    // A reset also covers what an earlier repair left behind.
    renameSync(path, `${path}.repair`);
    open = await openNode({ dataDir, reset: true });
    expect(open.node.tip.height).toBe(0);
    await open.node.close();
    expect(existsSync(`${path}.repair`)).toBe(false);
  });

  test('that was killed before the damaged file’s log was moved too does not apply it to the new file', async () => {
    const dataDir = await damaged(() => undefined);
    const path = chainIn(dataDir);
    const other = await damaged(() => undefined);
    const open = await openNode({ dataDir: other });
    await mine(open, 1);
    copyFileSync(`${chainIn(other)}-wal`, `${path}-wal`);
    await open.node.close();
    renameSync(path, `${path}.repair`);
    const repaired = await openNode({ dataDir });
    expect(repaired.node.tip).toEqual(tip);
    await repaired.node.close();
    expect(existsSync(`${path}.damaged-wal`)).toBe(true);
  });

  test('keeps user data: wallets and settings', async () => {
    const dataDir = folder();
    let open = await openNode({ dataDir });
    await mine(open, 3);
    await open.wallet.createWallet({ body: { name: 'kept', description: '', metadata: null } });
    await open.daemon.gateway.configure({ body: { maxdownloadspeed: 7n, maxuploadspeed: 8n } });
    await open.node.close();
    open = await openNode({ dataDir, repair: true });
    expect((await open.wallet.wallets()).map(({ name }) => name)).toEqual(['kept']);
    expect(await open.daemon.gateway.status()).toMatchObject({ maxDownloadSpeed: 7n, maxUploadSpeed: 8n });
    await open.node.close();
  });
});

test('a full disk is reported, and nothing is changed', () => {
  const path = join(folder(), 'small.sqlite');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA page_size = 512; CREATE TABLE entries (text TEXT); PRAGMA max_page_count = 8');
  const insert = database.prepare('INSERT INTO entries VALUES (?)');
  inTransaction(database, () => insert.run('first'));
  expect(() => inTransaction(database, () => insert.run('x'.repeat(10_000)))).toThrow(
    expect.objectContaining({ code: 'node/disk-full' })
  );
  expect(database.prepare('SELECT text FROM entries').all()).toEqual([{ text: 'first' }]);
  inTransaction(database, () => insert.run('second'));
  database.close();
});

describe('a data folder', () => {
  test('is locked by one process; a second one reports which', async () => {
    const dataDir = folder();
    const open = await openNode({ dataDir });
    await expect(openNode({ dataDir })).rejects.toMatchObject({ code: 'node/folder-in-use', holder: process.pid });
    await open.node.close();
    const again = await openNode({ dataDir });
    await again.node.close();
  });

  test('is unlocked when its process is killed', async () => {
    const dataDir = folder();
    const program = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(${JSON.stringify(join(dataDir, 'lock.sqlite'))});
      database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      process.stdout.write('locked');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await expect(openNode({ dataDir })).rejects.toMatchObject({ code: 'node/folder-in-use', holder: undefined });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    const open = await openNode({ dataDir });
    await open.node.close();
  });
});
