import {
  CALL_PRICE_UNITS,
  COIN_UNITS,
  SIZE_UNITS,
  STORAGE_PRICE_UNITS,
  TRAFFIC_PRICE_UNITS,
  type Unit
} from '$lib/chain/currency/quantity';
import { durationUnits } from '$lib/chain/currency/durationUnits';
import type { HostRow } from './hostRows';

const PRICE_KEYS = ['storage', 'upload', 'download', 'contract', 'call', 'read'] as const;
export type PriceKey = (typeof PRICE_KEYS)[number];
export const isPriceKey = (key: string): key is PriceKey => PRICE_KEYS.some((price) => price === key);

export type HostNumberKey =
  | PriceKey
  | 'rank'
  | 'uptime'
  | 'remaining'
  | 'total'
  | 'collateral'
  | 'maxcollateral'
  | 'scans'
  | 'ok'
  | 'failed'
  | 'age'
  | 'duration'
  | 'window'
  | 'contracts';

/** A figure for comparing hosts. */
export interface HostNumber {
  /** Id in URLs and exported files. */
  readonly key: HostNumberKey;
  /** Unit for display and filters; undefined for a plain count. */
  readonly unit: Unit | undefined;
  /** In base units; undefined if unknown. */
  readonly of: (row: HostRow) => bigint | undefined;
  /** Decimals for display. */
  readonly digits: number;
  /** A price, compared with other hosts' prices. */
  readonly isPrice?: true;
}

function named(units: readonly Unit[], symbol: string): Unit {
  const unit = units.find((each) => each.symbol === symbol);
  if (!unit) throw new RangeError(`no unit ${symbol}`);
  return unit;
}

/** Base: millionths. */
export const PERCENT: Unit = { symbol: '%', numerator: 10_000n, denominator: 1n };
const [STORAGE_PRICE] = STORAGE_PRICE_UNITS;
const [TRAFFIC_PRICE] = TRAFFIC_PRICE_UNITS;
const [CALL_PRICE] = CALL_PRICE_UNITS;
const [COIN] = COIN_UNITS;
const TERABYTE = named(SIZE_UNITS, 'TB');
const [, , DAYS, , MONTHS] = durationUnits();

/** Counters decay over time, so they are fractional; a sum of huge ones is infinite. */
const whole = (count: number): bigint => BigInt(Math.round(Math.min(count, Number.MAX_SAFE_INTEGER)));

/** All figures of a host, in table order; durations in the main network's units, which URLs use on every network. */
export const HOST_NUMBERS: readonly HostNumber[] = [
  {
    key: 'rank',
    unit: undefined,
    of: ({ rank }) => (rank === undefined ? undefined : BigInt(rank)),
    digits: 0
  },
  price('storage', STORAGE_PRICE, ({ entry }) => entry.storagePrice),
  price('upload', TRAFFIC_PRICE, ({ entry }) => entry.uploadBandwidthPrice),
  price('download', TRAFFIC_PRICE, ({ entry }) => entry.downloadBandwidthPrice),
  price('contract', COIN, ({ entry }) => entry.contractPrice, 3),
  {
    key: 'uptime',
    unit: PERCENT,
    of: ({ uptime }) => (uptime.share === undefined ? undefined : BigInt(Math.round(uptime.share * 1_000_000))),
    digits: 2
  },
  {
    key: 'remaining',
    unit: TERABYTE,
    of: ({ entry }) => entry.remainingStorage,
    digits: 2
  },
  {
    key: 'total',
    unit: TERABYTE,
    of: ({ entry }) => entry.totalStorage,
    digits: 2
  },
  {
    key: 'collateral',
    unit: STORAGE_PRICE,
    of: ({ entry }) => entry.collateral,
    digits: 1
  },
  {
    key: 'maxcollateral',
    unit: COIN,
    of: ({ entry }) => entry.maxCollateral,
    digits: 0
  },
  {
    key: 'scans',
    unit: undefined,
    of: ({ entry }) => BigInt(entry.scanHistory.length),
    digits: 0
  },
  {
    key: 'ok',
    unit: undefined,
    of: ({ entry }) => whole(entry.historicSuccessfulInteractions + entry.recentSuccessfulInteractions),
    digits: 0
  },
  {
    key: 'failed',
    unit: undefined,
    of: ({ entry }) => whole(entry.historicFailedInteractions + entry.recentFailedInteractions),
    digits: 0
  },
  {
    key: 'age',
    unit: DAYS,
    of: ({ age }) => age,
    digits: 1
  },
  {
    key: 'duration',
    unit: MONTHS,
    of: ({ entry }) => entry.maxDuration,
    digits: 1
  },
  {
    key: 'window',
    unit: DAYS,
    of: ({ entry }) => entry.windowSize,
    digits: 1
  },
  price('call', CALL_PRICE, ({ entry }) => entry.baseRpcPrice, 3),
  price('read', CALL_PRICE, ({ entry }) => entry.sectorAccessPrice, 3),
  {
    key: 'contracts',
    unit: undefined,
    of: ({ contracts }) => (contracts === undefined ? undefined : BigInt(contracts)),
    digits: 0
  }
];

/** The same figures for display, with durations scaled by the network's block time. */
export function hostNumbersAt(blockSeconds: number | undefined): readonly HostNumber[] {
  const [, , days, , months] = durationUnits(blockSeconds);
  const shown = new Map([
    [DAYS, days],
    [MONTHS, months]
  ]);
  return HOST_NUMBERS.map((number) => ({ ...number, unit: number.unit && (shown.get(number.unit) ?? number.unit) }));
}

function price(key: PriceKey, unit: Unit, of: (row: HostRow) => bigint | undefined, digits = 1): HostNumber {
  return { key, unit, of, digits, isPrice: true };
}

/** A version as a sortable number: `1.5.10` after `1.5.9`; undefined unless it has three parts. */
export function versionOrder(version: string): bigint | undefined {
  const parts = /^v?(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?/.exec(version)?.slice(1);
  return parts?.reduce((order, part = '0') => order * 1_000_000n + BigInt(part), 0n);
}
