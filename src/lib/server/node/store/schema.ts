import type { DatabaseSync } from 'node:sqlite';
import { fillBalances } from './balances';
import { fillHeaders } from './blocks';
import { ID_KEY } from './columns';
import { packTree } from './tree';

/** Incremented whenever the tables change; {@link MIGRATIONS} bring older files up to it. */
export const SCHEMA_VERSION = 10;

/*
 * Ids and addresses are stored as their 32 bytes, amounts as 16 bytes big-endian. Two rules shape the indices: a page
 * of outputs or events of an address is read in index order, never sorted, and a block's changes can be reverted by
 * reading only the rows it touched.
 */
const BLOCKS = `
-- Every accepted block; those on side branches until they are pruned. Long columns come last, and the table is not
-- WITHOUT ROWID: SQLite would then read whole blocks just to compare their ids.
CREATE TABLE blocks (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  parent BLOB NOT NULL,
  height INTEGER NOT NULL,
  status INTEGER NOT NULL,   -- 0 header validated, 1 fully validated, 2 invalid
  header BLOB NOT NULL,      -- 80 bytes
  state BLOB NOT NULL,       -- after the block; at status 0 only the parts that follow from headers
  supplement BLOB,           -- elements that its V1 transactions refer to; set by full validation
  body BLOB                  -- null once pruned
) STRICT;
`;

const BODIES = `
-- Finds the blocks to prune.
CREATE INDEX blocks_bodies ON blocks (height) WHERE body IS NOT NULL;
`;

const CHECKPOINT = `
-- The first block of a chain that begins with a checkpoint, and the state before it.
CREATE TABLE checkpoint (
  id BLOB PRIMARY KEY,
  parent_state BLOB NOT NULL
) WITHOUT ROWID, STRICT;
`;

const MINED = `
-- Blocks that miners submitted to this node, one row per submission.
CREATE TABLE mined (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL,
  cpu_miner INTEGER NOT NULL DEFAULT 0   -- 1 for blocks that the node's own CPU miner found
) STRICT;
`;

const COINS_UNSPENT = `
-- Includes spent although it is always null here: without it, SQLite looks it up in the table.
CREATE INDEX coins_unspent ON coins (address, maturity, leaf, spent) WHERE spent IS NULL;
`;

const OUTPUTS = `
-- Outputs in the order of their accumulator leaves, so that those of a block are adjacent, and spent ones are found
-- without a look-up by id.
CREATE TABLE coins (
  leaf INTEGER PRIMARY KEY,
  id BLOB NOT NULL,
  value BLOB NOT NULL,
  address BLOB NOT NULL,
  maturity INTEGER NOT NULL,
  created INTEGER NOT NULL,  -- height of the block
  spent INTEGER              -- height of the block, null while unspent
) STRICT;
CREATE INDEX coins_id ON coins (${ID_KEY});

CREATE TABLE funds (
  leaf INTEGER PRIMARY KEY,
  id BLOB NOT NULL,
  value INTEGER NOT NULL,
  address BLOB NOT NULL,
  claim_start BLOB NOT NULL,
  created INTEGER NOT NULL,
  spent INTEGER
) STRICT;
CREATE INDEX funds_id ON funds (${ID_KEY});
CREATE INDEX funds_unspent ON funds (address, leaf) WHERE spent IS NULL;
`;

const EVENTS_ID = `CREATE INDEX events_id ON events (${ID_KEY});`;

const CHAIN = `
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID, STRICT;

CREATE TABLE best (
  height INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE
) STRICT;

${MINED}
-- Changes of the best chain in order: lists of 32-byte block ids.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  reverted BLOB NOT NULL,
  applied BLOB NOT NULL
) STRICT;

${OUTPUTS}
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL,
  height INTEGER NOT NULL,
  maturity INTEGER NOT NULL,
  timestamp INTEGER NOT NULL,
  type TEXT NOT NULL,
  data BLOB NOT NULL
) STRICT;
CREATE INDEX events_height ON events (height);

CREATE TABLE event_addresses (
  address BLOB NOT NULL,
  maturity INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (address, maturity, seq)
) WITHOUT ROWID, STRICT;
CREATE INDEX event_addresses_seq ON event_addresses (seq);
`;

const CONTRACTS = `
CREATE TABLE contracts (
  id BLOB PRIMARY KEY,
  version INTEGER NOT NULL,  -- 1 or 2
  leaf INTEGER NOT NULL,
  body BLOB NOT NULL,        -- as last revised
  resolved INTEGER           -- height of the block, null while open
) WITHOUT ROWID, STRICT;

-- History of the lists of V1 contracts that end at each height.
CREATE TABLE expiries (
  seq INTEGER PRIMARY KEY,
  height INTEGER NOT NULL,   -- of the block that changed the list
  ends INTEGER NOT NULL,     -- the height that the list is for
  contract BLOB NOT NULL,
  joined INTEGER NOT NULL    -- 1 joined the list, 0 left it
) STRICT;
CREATE INDEX expiries_ends ON expiries (ends, seq);
CREATE INDEX expiries_height ON expiries (height);
`;

/*
 * Wallets and their addresses are user input; their balances and events are derived from them and the chain. Triggers
 * update the derived tables, except for events of new blocks: EventTable adds them once per block, not per address.
 */
const WALLETS = `
${EVENTS_ID}

CREATE TABLE wallets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  metadata TEXT NOT NULL,    -- JSON
  created INTEGER NOT NULL,  -- Unix seconds
  updated INTEGER NOT NULL
) STRICT;

CREATE TABLE wallet_addresses (
  seq INTEGER PRIMARY KEY,   -- insertion order
  wallet INTEGER NOT NULL,
  address BLOB NOT NULL,
  description TEXT NOT NULL,
  policy BLOB,
  metadata TEXT NOT NULL,    -- JSON
  UNIQUE (address, wallet)
) STRICT;
CREATE INDEX wallet_addresses_wallet ON wallet_addresses (wallet);

CREATE TABLE wallet_events (
  wallet INTEGER NOT NULL,
  maturity INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (wallet, maturity, seq)
) WITHOUT ROWID, STRICT;
CREATE INDEX wallet_events_seq ON wallet_events (seq, wallet);

CREATE TRIGGER wallet_event_undone AFTER DELETE ON events BEGIN
  DELETE FROM wallet_events WHERE seq = old.seq;
END;
CREATE TRIGGER wallet_address_added AFTER INSERT ON wallet_addresses BEGIN
  INSERT OR IGNORE INTO wallet_events
    SELECT new.wallet, maturity, seq FROM event_addresses WHERE address = new.address;
END;
CREATE TRIGGER wallet_address_removed AFTER DELETE ON wallet_addresses BEGIN
  DELETE FROM wallet_events
  WHERE wallet = old.wallet
    AND seq IN (SELECT seq FROM event_addresses WHERE address = old.address)
    AND NOT EXISTS (
      SELECT 1 FROM event_addresses JOIN wallet_addresses USING (address)
      WHERE event_addresses.seq = wallet_events.seq AND wallet_addresses.wallet = old.wallet
    );
END;
`;

const TREE = `
-- Nodes of the element accumulator, 63 to a row: the subtrees of six levels. See TreeTable.
CREATE TABLE tree (
  position INTEGER PRIMARY KEY,
  hashes BLOB NOT NULL
) STRICT;
`;

const BALANCES = `
${COINS_UNSPENT}
-- Sum of the unspent outputs of an address, mature or not; no row if it is zero.
CREATE TABLE coin_balances (
  address BLOB PRIMARY KEY,
  total BLOB NOT NULL
) WITHOUT ROWID, STRICT;
`;

/** All tables of a new file. */
export const SCHEMA = BLOCKS + BODIES + CHECKPOINT + CHAIN + TREE + CONTRACTS + WALLETS + BALANCES;
/** Migrations from version i to version i + 1. */
export const MIGRATIONS: Readonly<Record<number, (database: DatabaseSync) => void>> = {
  // This version did not store the order of contracts, but also rejected blocks with contracts, so there are none.
  1: (database) => database.exec(`DROP TABLE contracts; ${CONTRACTS}`),
  2: (database) => database.exec(WALLETS),
  3: (database) => {
    database.exec(`DROP INDEX coins_unspent; ALTER TABLE tree RENAME TO tree_nodes; ${TREE} ${BALANCES}`);
    packTree(database);
    fillBalances(database);
    database.exec('DROP TABLE tree_nodes');
  },
  4: (database) =>
    database.exec(`
      ALTER TABLE blocks RENAME TO blocks_by_id;
      CREATE TABLE blocks (seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, parent BLOB NOT NULL,
        height INTEGER NOT NULL, status INTEGER NOT NULL, state BLOB NOT NULL, supplement BLOB, body BLOB NOT NULL) STRICT;
      INSERT INTO blocks (id, parent, height, status, state, supplement, body)
        SELECT id, parent, height, status, state, supplement, body FROM blocks_by_id ORDER BY height;
      DROP TABLE blocks_by_id`),
  5: (database) => {
    database.exec(`ALTER TABLE blocks RENAME TO blocks_without_header; ${BLOCKS} ${CHECKPOINT}`);
    fillHeaders(database);
    database.exec('DROP TABLE blocks_without_header');
  },
  6: (database) =>
    database.exec(`
      ALTER TABLE mined RENAME TO mined_by_all; ${MINED}
      INSERT INTO mined (seq, id) SELECT seq, id FROM mined_by_all;
      DROP TABLE mined_by_all`),
  7: (database) =>
    database.exec(`
      DROP INDEX coins_unspent; DROP INDEX funds_unspent; DROP INDEX events_id;
      ALTER TABLE coins RENAME TO coins_by_id; ALTER TABLE funds RENAME TO funds_by_id;
      ${OUTPUTS}
      INSERT INTO coins SELECT leaf, id, value, address, maturity, created, spent FROM coins_by_id ORDER BY leaf;
      INSERT INTO funds SELECT leaf, id, value, address, claim_start, created, spent FROM funds_by_id ORDER BY leaf;
      DROP TABLE coins_by_id; DROP TABLE funds_by_id;
      ${COINS_UNSPENT} ${EVENTS_ID}`),
  // Files of the first versions do not have it: step 2 created their wallet tables.
  8: (database) => database.exec('DROP TRIGGER IF EXISTS wallet_event_happened'),
  9: (database) => database.exec(BODIES)
};
