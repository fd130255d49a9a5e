import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId } from '$lib/chain/ids';
import { StaleWriteError } from '$lib/services/errors';
import type { Snapshot, Step, StoredCache } from '$lib/services/wallet/ports';
import type { MetaRow, OutputImport } from '$lib/services/wallet/records';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { dayOf, daysOf, totalBefore } from './dailyTotals';
import type { ReadTransaction, WriteTransaction } from './database';
import { packNodes, repackNodes, unpackNodes } from './proofNodes';
import type { EventRow, TableName } from './tables';
import type { UnstoredSnapshot } from './unstoredSnapshot';
import { coinRow, eventRow, metaFields, sumOf, unitsOf } from './walletRows';

/** What a wallet has read from the chain; a first sync replaces all of it. */
export const CHAIN_TABLES: readonly TableName[] = ['meta', 'coins', 'funds', 'nodes', 'events', 'days'];
/** The part of it that payments and the next sync steps are computed from. */
export const CACHE_TABLES: readonly TableName[] = ['meta', 'coins', 'funds', 'nodes'];

/** The outputs with their proof nodes; undefined before the first sync. */
export async function readCache(at: ReadTransaction, walletId: string): Promise<StoredCache | undefined> {
  const prefix = [walletId];
  const [meta, coins, funds, nodes] = await Promise.all([
    at.get('meta', prefix),
    at.range('coins', { prefix }),
    at.range('funds', { prefix }),
    at.range('nodes', { prefix })
  ]);
  if (!meta) return undefined;
  const { state, numLeaves, imports } = meta;
  const cache: WalletCache = {
    index: state.index,
    numLeaves,
    fundTaxRevenue: state.fundTaxRevenue,
    coins: new Map(coins.map(({ id, coin }) => [id, coin])),
    funds: new Map(funds.map(({ id, fund }) => [id, fund])),
    nodes: unpackNodes(nodes)
  };
  return { cache, state, imports };
}

/** Whether these are the stored outputs: an import changes them at the same block. */
export const isAt = ({ state, coinCount, funds }: MetaRow, cache: WalletCache): boolean =>
  state.index.id === cache.index.id && coinCount === cache.coins.size && funds === unitsOf(cache);

/** Whether the wallet has the same imports. */
const areSame = (a: readonly OutputImport[] = [], b: readonly OutputImport[] = []): boolean =>
  a.length === b.length && a.every(({ connection, atMs }, i) => connection === b[i]?.connection && atMs === b[i].atMs);

/**
 * Replaces what was read from the chain, after a first sync.
 * @throws {StaleWriteError} another tab has imported outputs since
 */
export async function writeSnapshot(
  at: WriteTransaction,
  walletId: string,
  { cache, events, importsBefore }: Snapshot,
  { meta, days }: UnstoredSnapshot
): Promise<void> {
  const imports = (await at.get('meta', [walletId]))?.imports;
  if (!areSame(imports, importsBefore)) throw new StaleWriteError();
  for (const table of CHAIN_TABLES) await at.deleteAll(table, [walletId]);
  for (const coin of cache.coins.values()) await at.put('coins', coinRow(walletId, coin));
  for (const fund of cache.funds.values()) await at.put('funds', { walletId, id: fund.id, fund });
  for (const row of packNodes(walletId, cache.nodes)) await at.put('nodes', row);
  for (const event of events) await at.put('events', eventRow(walletId, event));
  for (const day of days) await at.put('days', day);
  await at.put('meta', meta);
}

/** Marks stored addresses as used. */
export async function markUsed(at: WriteTransaction, walletId: string, used: readonly Address[]): Promise<void> {
  const rows = await Promise.all(used.map((address) => at.get('addresses', [walletId, address])));
  for (const row of rows) if (row) await at.put('addresses', { ...row, used: true });
}

async function writeNodes(at: WriteTransaction, walletId: string, cache: WalletCache, changed: Iterable<number>) {
  const { rows, empty } = repackNodes(walletId, changed, cache.nodes);
  for (const row of rows) await at.put('nodes', row);
  for (const bucket of empty) await at.delete('nodes', [walletId, bucket]);
}

/** Writes a sync step. @returns the wallet's new position and totals */
export async function writeStep(at: WriteTransaction, meta: MetaRow, step: Step): Promise<MetaRow> {
  const { walletId } = meta;
  const { before, after, changes, state, atMs, used = [], imported } = step;
  const { coins, funds, nodes, events } = changes;
  const valueBefore = (id: CoinOutputId): bigint => before.coins.get(id)?.output.value ?? 0n;
  const removed = sumOf(coins.removed, valueBefore);
  const gained = sumOf(coins.added, ({ id, output }) => output.value - valueBefore(id));
  const total = hastings(meta.coins - removed + gained);

  for (const id of coins.removed) await at.delete('coins', [walletId, id]);
  for (const coin of coins.added) await at.put('coins', coinRow(walletId, coin));
  for (const id of funds.removed) await at.delete('funds', [walletId, id]);
  for (const fund of funds.added) await at.put('funds', { walletId, id: fund.id, fund });
  await writeNodes(at, walletId, after, [...nodes.set.keys(), ...nodes.removed]);
  await markUsed(at, walletId, used);

  const removing = events.removed.map(async ({ id, blockId }) => {
    const row = await at.get('events', [walletId, id]);
    return row?.event.index.id === blockId ? [row] : [];
  });
  const removedRows = (await Promise.all(removing)).flat();
  for (const { id } of removedRows) await at.delete('events', [walletId, id]);
  const known = await Promise.all(events.added.map(({ id }) => at.get('events', [walletId, id])));
  for (const event of events.added) await at.put('events', eventRow(walletId, event));
  await writeDays(at, walletId, removedRows, events.added, total);

  const eventCount = meta.eventCount - removedRows.length + known.filter((row) => row === undefined).length;
  const imports = imported ? withImport(meta.imports, imported) : meta.imports;
  const fields = metaFields(walletId, after, state, atMs);
  const changed: MetaRow = { ...fields, coins: total, eventCount, ...(imports && { imports }) };
  await at.put('meta', changed);
  return changed;
}

/** Keeps one import per connection: the newest, with the outputs of all. */
function withImport(before: readonly OutputImport[] = [], imported: OutputImport): OutputImport[] {
  const isSame = ({ connection }: OutputImport): boolean => connection === imported.connection;
  const outputs = imported.outputs + (before.find(isSame)?.outputs ?? 0);
  return [...before.filter((other) => !isSame(other)), { ...imported, outputs }];
}

async function writeDays(
  at: WriteTransaction,
  walletId: string,
  removedRows: readonly EventRow[],
  added: readonly WalletEvent[],
  total: Hastings
): Promise<void> {
  const goneDays = removedRows.map(({ event }) => dayOf(event.timestamp));
  if (goneDays.length > 0) {
    const first = Math.min(...goneDays);
    const stale = await at.range('days', { prefix: [walletId], after: [walletId, first] });
    for (const { day } of stale) await at.delete('days', [walletId, day]);
    const timestamp = removedRows.find(({ event }) => dayOf(event.timestamp) === first)!.event.timestamp;
    await at.put('days', { walletId, day: first, timestamp, coins: totalBefore(added, total) });
  }
  for (const day of daysOf(walletId, added, total)) await at.put('days', day);
}
