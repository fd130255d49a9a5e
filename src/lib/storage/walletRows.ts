import { fundUnits, hastings, MAX_HASTINGS } from '$lib/chain/currency/currency';
import type { Snapshot } from '$lib/services/wallet/ports';
import type { MetaRow, TipState } from '$lib/services/wallet/records';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { Key } from './database';
import type { CoinRow, EventRow } from './tables';

/** The orders in which coins are listed: by value (largest first) or maturity (soonest first). */
export type CoinOrder = 'byValue' | 'byMaturity';

const UNPROVEN_HEIGHT = Number.MAX_SAFE_INTEGER;
const HEX_DIGITS = 32;
/** Sort key in descending order of amounts. */
const valueRank = (value: bigint): string => (MAX_HASTINGS - value).toString(16).padStart(HEX_DIGITS, '0');

export const coinRow = (walletId: string, coin: OwnedCoin): CoinRow => ({
  walletId,
  id: coin.id,
  coin,
  valueRank: valueRank(coin.output.value),
  // Without a proof it cannot be spent at any height.
  maturityHeight: coin.leafIndex === undefined ? UNPROVEN_HEIGHT : Number(coin.maturityHeight)
});

export const eventRow = (walletId: string, event: WalletEvent): EventRow => ({
  walletId,
  id: event.id,
  event,
  rank: -event.index.height,
  type: event.type
});

/** The sum of a value of each item. */
export const sumOf = <T>(items: Iterable<T>, value: (item: T) => bigint): bigint => {
  let sum = 0n;
  for (const item of items) sum += value(item);
  return sum;
};

/** Its key in an index. */
export const coinKey = (walletId: string, order: CoinOrder, coin: OwnedCoin): Key => {
  const row = coinRow(walletId, coin);
  return [walletId, order === 'byValue' ? row.valueRank : row.maturityHeight, row.id];
};

/** The fund units of all outputs. */
export const unitsOf = ({ funds }: WalletCache) =>
  fundUnits(sumOf(funds.values(), ({ output }: OwnedFund) => output.value));

/** The values derived from the outputs at a block. */
export const metaFields = (walletId: string, cache: WalletCache, state: TipState, atMs: number) => ({
  walletId,
  state,
  numLeaves: cache.numLeaves,
  atMs,
  coinCount: cache.coins.size,
  funds: unitsOf(cache)
});

/** The position and totals of a first sync. */
export function metaOf(walletId: string, { cache, events, state, atMs, imports }: Snapshot): MetaRow {
  return {
    ...metaFields(walletId, cache, state, atMs),
    coins: hastings(sumOf(cache.coins.values(), ({ output }) => output.value)),
    eventCount: events.length,
    ...(imports && { imports })
  };
}
