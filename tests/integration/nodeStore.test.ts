import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { SignatureWorkers } from '$lib/server/node/signatures/signatureWorkers';
import { ADDRESS_BALANCE } from '$lib/server/node/store/balances';
import {
  COIN_COUNT,
  COIN_PAGE,
  WALLET_COIN_PAGE,
  WALLET_BALANCE,
  WALLET_IMMATURE_VALUES,
  WALLET_COINS,
  type StoredCoin
} from '$lib/server/node/store/coins';
import { ADDRESS_EVENTS_AT, EVENT_PAGE, EVENT_PLACES, WALLET_EVENT_PAGE } from '$lib/server/node/store/events';
import { FUND_COUNT, FUND_PAGE, WALLET_FUND_UNITS, WALLET_FUNDS } from '$lib/server/node/store/funds';
import { ChainStore } from '$lib/server/node/store/store';
import { updatesSince } from '$lib/server/node/wallet/updateFeed';
import { ZERO_BLOCK_ID, type BlockId } from '$lib/chain/ids';
import { decodeHex } from '$lib/codec/bytes';
import { buildTemplate } from '$lib/mining/work/template';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { unixSeconds } from '$lib/chain/time';
import { solveBlock } from '../support/solve';
import { loadVectors } from '../support/vectors';
import { temporaryFolder } from '../support/temporary';

const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
let store: ChainStore;
afterEach(() => store.close());

const open = (path = ':memory:') => {
  store = new ChainStore(path);
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  return new ChainManager({ store, ...preset, clock: Date.now, signatures });
};

async function grow(chain: ChainManager, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const now = unixSeconds(Math.floor(Date.now() / 1000));
    const parts = { network: chain.network, state: chain.state, transactions: [], v2Transactions: [] };
    const { block } = buildTemplate(parts, DEV_ADDRESSES.policy, now, (n) => crypto.getRandomValues(new Uint8Array(n)));
    await chain.addBlock(solveBlock(chain.network, chain.state, block));
  }
}

describe('a page of an address or a wallet', () => {
  test.each([
    ['outputs', COIN_PAGE],
    ['the count of outputs', COIN_COUNT],
    ['fund outputs', FUND_PAGE],
    ['the count of fund outputs', FUND_COUNT],
    ['events', EVENT_PAGE],
    ['event positions', EVENT_PLACES],
    ['events at a height', ADDRESS_EVENTS_AT],
    ['a wallet’s outputs', WALLET_COIN_PAGE],
    ['all of a wallet’s outputs', WALLET_COINS],
    ['an address’s balance', ADDRESS_BALANCE],
    ['a wallet’s balance', WALLET_BALANCE],
    ['a wallet’s immature outputs', WALLET_IMMATURE_VALUES],
    ['a wallet’s fund outputs', WALLET_FUNDS],
    ['a wallet’s fund units', WALLET_FUND_UNITS],
    ['a wallet’s events', WALLET_EVENT_PAGE]
  ])('of %s is read in index order, never sorted', (_, query) => {
    open();
    const plan = store.database
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .all(...Array.from({ length: query.split('?').length - 1 }, () => null))
      .map(({ detail }) => String(detail));
    expect(plan.join('\n')).not.toMatch(/TEMP B-TREE|SCAN(?! \(subquery| CONSTANT ROW| json_each)/);
    expect(plan.join('\n')).toMatch(/SEARCH \w+ USING (COVERING )?(INDEX|PRIMARY KEY)/);
  });
});

describe('the integrity check of a stored chain', () => {
  test.each([
    ['a missing output', 'DELETE FROM coins WHERE leaf = 0', 'coins'],
    [
      'a missing forest node',
      'UPDATE tree SET hashes = zeroblob(2016) WHERE position = (SELECT min(position) FROM tree)',
      'tree'
    ],
    [
      'a surplus event',
      'INSERT INTO events SELECT 1000000, id, height, maturity, timestamp, type, data FROM events LIMIT 1',
      'events'
    ],
    ['an output spent without a spender', 'UPDATE coins SET spent = 3', 'coins'],
    ['a wrong balance', 'UPDATE coin_balances SET total = zeroblob(16)', 'coin_balances'],
    ['a tip that was never reached', 'INSERT INTO best VALUES (99, zeroblob(32))', 'best']
  ])('detects %s', async (_, damage, table) => {
    const chain = open();
    await grow(chain, 5);
    expect(findDifferences(store, preset)).toEqual([]);
    store.database.exec(damage);
    expect(findDifferences(store, preset).join()).toContain(table);
  });
});

test('the update feed stops at its size limit, but never before one block', async () => {
  const chain = open();
  await grow(chain, 8);
  const since = { height: 0, id: ZERO_BLOCK_ID };
  const read = (bytes: number) => updatesSince(store, chain.network, since, { blocks: 100, bytes })!.applied.length;
  expect(read(1)).toBe(1);
  expect(read(20_000)).toBeGreaterThan(1);
  expect(read(20_000)).toBeLessThan(9);
  expect(read(Infinity)).toBe(9);
});

test('a failed transaction leaves nothing behind', () => {
  const chain = open();
  expect(() =>
    store.transaction(() => {
      store.settings.set('left', 'behind');
      store.blocks.shortenBest(chain.tip.height);
      store.tree.put([{ height: 0, index: 0, hash: new Uint8Array(32).fill(7) }]);
      throw new Error('in the middle');
    })
  ).toThrow('in the middle');
  expect(store.settings.get('left')).toBeUndefined();
  expect(store.blocks.tip()).toEqual(chain.tip);
  // Nor does the next one write what was left.
  store.transaction(() => undefined);
  expect(findDifferences(store, preset)).toEqual([]);
});

/** Stores the forest like files before version 4: one row per node. */
function splitTree(database: DatabaseSync): void {
  const chunks = database.prepare('SELECT position, hashes FROM tree').all();
  database.exec('DROP TABLE tree; CREATE TABLE tree (position INTEGER PRIMARY KEY, hash BLOB NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO tree VALUES (?, ?)');
  const BAND = 2 ** 46;
  for (const { position, hashes } of chunks) {
    const band = Math.floor((position as number) / BAND);
    const chunk = (position as number) - band * BAND;
    let at = 0;
    for (let level = 0, width = 32; width >= 1; level++, width /= 2) {
      for (let i = 0; i < width; i++, at += 32) {
        const hash = (hashes as Uint8Array).subarray(at, at + 32);
        if (hash.some((byte) => byte !== 0)) insert.run((6 * band + level) * BAND + chunk * width + i, hash);
      }
    }
  }
}

/** Stores the outputs like files before version 8: in id order, with full rows in the indexes. */
function sortOutputsById(database: DatabaseSync): void {
  database.exec(`
    DROP INDEX coins_unspent; DROP INDEX funds_unspent; DROP INDEX events_id;
    ALTER TABLE coins RENAME TO coins_by_leaf; ALTER TABLE funds RENAME TO funds_by_leaf;
    CREATE TABLE coins (
      id BLOB PRIMARY KEY, leaf INTEGER NOT NULL, value BLOB NOT NULL, address BLOB NOT NULL,
      maturity INTEGER NOT NULL, created INTEGER NOT NULL, spent INTEGER
    ) WITHOUT ROWID, STRICT;
    CREATE TABLE funds (
      id BLOB PRIMARY KEY, leaf INTEGER NOT NULL, value INTEGER NOT NULL, address BLOB NOT NULL,
      claim_start BLOB NOT NULL, created INTEGER NOT NULL, spent INTEGER
    ) WITHOUT ROWID, STRICT;
    INSERT INTO coins SELECT id, leaf, value, address, maturity, created, spent FROM coins_by_leaf;
    INSERT INTO funds SELECT id, leaf, value, address, claim_start, created, spent FROM funds_by_leaf;
    DROP TABLE coins_by_leaf; DROP TABLE funds_by_leaf;
    CREATE INDEX coins_unspent ON coins (address, maturity, leaf, spent) WHERE spent IS NULL;
    CREATE INDEX funds_unspent ON funds (address, leaf) WHERE spent IS NULL;
    CREATE INDEX events_id ON events (id)`);
}

/** Stores the blocks like files before version 5: in id order, including bodies. */
function sortBlocksById(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE blocks RENAME TO blocks_by_seq;
    CREATE TABLE blocks (
      id BLOB PRIMARY KEY, parent BLOB NOT NULL, height INTEGER NOT NULL, status INTEGER NOT NULL,
      body BLOB NOT NULL, state BLOB NOT NULL, supplement BLOB
    ) WITHOUT ROWID, STRICT;
    INSERT INTO blocks SELECT id, parent, height, status, body, state, supplement FROM blocks_by_seq;
    DROP TABLE blocks_by_seq;
    DROP TABLE checkpoint`);
}

describe('a file whose blocks are stored in id order', () => {
  let directory: string;
  let path: string;
  let ids: BlockId[];
  let rows: unknown[];
  let chain: ChainManager;
  const rowsNow = () => ids.map((id) => store.blocks.get(id));

  beforeEach(async () => {
    directory = temporaryFolder('store');
    path = join(directory, 'chain.sqlite');
    chain = open(path);
    await grow(chain, 5);
    // Off the best chain, with status 0 and without a supplement; and one marked invalid.
    const genesis = store.blocks.get(store.blocks.bestAt(0)!)!;
    const side = (id: string) => ({ ...genesis, id: id.repeat(64) as BlockId, status: 'header' as const });
    store.blocks.insert({ ...side('a'), supplement: undefined });
    store.blocks.insert(side('b'));
    store.blocks.setInvalid(side('b').id);
    ids = [...Array.from({ length: 6 }, (_, height) => store.blocks.bestAt(height)!), side('a').id, side('b').id];
    rows = rowsNow();
    sortOutputsById(store.database);
    sortBlocksById(store.database);
    store.database.exec(`CREATE TRIGGER wallet_event_happened AFTER INSERT ON event_addresses BEGIN
      INSERT OR IGNORE INTO wallet_events
        SELECT wallet, new.maturity, new.seq FROM wallet_addresses WHERE address = new.address;
      END;
      PRAGMA user_version = 4`);
    store.close();
  });

  test('is migrated and responds as before', async () => {
    chain = open(path);
    expect(rowsNow()).toEqual(rows);
    expect(store.blocks.count()).toBe(8);
    expect(findDifferences(store, preset)).toEqual([]);
    const old = store.database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'wallet_event_happened'");
    expect(old.all()).toEqual([]);
    await grow(chain, 2);
    expect(store.blocks.tip()!.height).toBe(7);
  });

  test('loses nothing if that is interrupted', () => {
    const file = new DatabaseSync(path);
    // Prevents the old table from being dropped, after everything was copied.
    file.exec('CREATE TABLE held (id BLOB REFERENCES blocks (id)); INSERT INTO held SELECT id FROM blocks');
    expect(() => new ChainStore(path)).toThrow('FOREIGN KEY constraint failed');
    expect(file.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 4 });
    expect(file.prepare('SELECT count(*) AS blocks FROM blocks').get()).toMatchObject({ blocks: 8 });
    file.exec('DROP TABLE held');
    file.close();
    open(path);
    expect(rowsNow()).toEqual(rows);
  });
});

test('a file of the first version is migrated, its chain unchanged', async () => {
  const directory = temporaryFolder('store');
  const path = join(directory, 'chain.sqlite');
  const schemaOf = () =>
    store.database
      .prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name')
      .all()
      .map((row) => Object.values(row).join('|'));
  store = new ChainStore(path);
  const fresh = schemaOf();
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const chain = new ChainManager({ store, ...preset, clock: Date.now, signatures });
  await grow(chain, 3);
  splitTree(store.database);
  sortOutputsById(store.database);
  sortBlocksById(store.database);
  store.database.exec(`
    DROP INDEX coins_unspent; DROP TABLE coin_balances;
    CREATE INDEX coins_unspent ON coins (address, maturity, leaf) WHERE spent IS NULL;
    DROP TRIGGER wallet_event_undone;
    DROP TRIGGER wallet_address_added; DROP TRIGGER wallet_address_removed;
    DROP TABLE wallets; DROP TABLE wallet_addresses; DROP TABLE wallet_events; DROP INDEX events_id;
    DROP TABLE expiries; DROP TABLE contracts;
    CREATE TABLE contracts (id BLOB PRIMARY KEY, version INTEGER NOT NULL, leaf INTEGER NOT NULL, body BLOB NOT NULL,
      ends INTEGER NOT NULL, resolved INTEGER) WITHOUT ROWID, STRICT;
    CREATE INDEX contracts_open ON contracts (version, ends, leaf) WHERE resolved IS NULL;
    ALTER TABLE mined DROP COLUMN cpu_miner; INSERT INTO mined (id) SELECT id FROM best WHERE height = 1;
    PRAGMA user_version = 1`);
  store.close();

  store = new ChainStore(path);
  expect(schemaOf()).toEqual(fresh);
  expect(store.blocks.tip()).toEqual(chain.tip);
  expect(findDifferences(store, preset)).toEqual([]);
  const [{ element: coin }] = store.coins.maturePage(DEV_ADDRESSES.policy, 0, { offset: 0, limit: 1 }) as [StoredCoin];
  expect(store.coins.get(coin.id)?.element).toEqual(coin);
  expect(store.mined.count()).toEqual({ best: 1, cpu: 0, stale: 0 });
  // A wallet includes what happened before it was created.
  const words = { name: 'late', description: '', metadata: null };
  const { id } = store.wallets.create(words, unixSeconds(0));
  store.wallets.putAddress(Number(id), { address: DEV_ADDRESSES.policy, description: '', metadata: null });
  expect(store.events.walletPlaces(Number(id), { offset: 0, limit: 10 })).toHaveLength(4);
  store.close();
  store = new ChainStore(path);
});

test('a file in another format is rejected', () => {
  const directory = temporaryFolder('store');
  const path = join(directory, 'chain.sqlite');
  store = new ChainStore(path);
  store.database.exec('PRAGMA user_version = 77');
  expect(() => new ChainStore(path)).toThrow(expect.objectContaining({ code: 'node/store-version', version: 77 }));
});

describe('signatures on other threads', () => {
  interface Row {
    readonly publicKey: string;
    readonly message: string;
    readonly signature: string;
    readonly valid: boolean;
  }

  test('get the network’s verdict on every recorded case', async () => {
    open();
    const rows = loadVectors<Row[]>('ed25519');
    // Messages signed on this chain always have 32 bytes.
    const usable = rows.filter(({ message }) => message.length === 64);
    expect(usable.length).toBeGreaterThan(100);
    const workers = new SignatureWorkers();
    const checker = new SignatureChecker((checks) => workers.verify(checks));
    const verdicts: boolean[] = [];
    for (const { publicKey, message, signature } of usable) {
      const isValid = await checker.withVerified(({ verifySignature, requireVerified }) => {
        const verdict = verifySignature(decodeHex(publicKey), decodeHex(message), decodeHex(signature));
        requireVerified();
        return verdict;
      });
      verdicts.push(isValid);
    }
    await workers.close();
    expect(verdicts).toEqual(usable.map(({ valid }) => valid));
  });
});
