import {
  CALL_PRICE_UNITS,
  COIN_UNITS,
  DURATION_UNITS,
  SIZE_UNITS,
  STORAGE_PRICE_UNITS,
  TRAFFIC_PRICE_UNITS,
  type Unit
} from '$lib/chain/currency/quantity';
import type { HostRow } from './hostRows';

/** A figure by which hosts are compared. */
export interface HostNumber {
  /** Stands in addresses. */
  readonly key: string;
  /** Without its unit. */
  readonly label: string;
  readonly hint?: string;
  /** The unit it is shown and filtered in; undefined for a plain count. */
  readonly unit: Unit | undefined;
  /** In base units; undefined while not known. */
  readonly of: (row: HostRow) => bigint | undefined;
  /** Decimals on the page. */
  readonly digits: number;
  /** What a host asks for: it is compared with what others ask. */
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
const DAYS = named(DURATION_UNITS, 'days');
const MONTHS = named(DURATION_UNITS, 'months');

/** Counters fade over time, so nodes give them with fractions. */
const whole = (count: number): bigint => BigInt(Math.round(count));

/** Every figure of a host, in the order of the table. */
export const HOST_NUMBERS: readonly HostNumber[] = [
  {
    key: 'rank',
    label: 'Place',
    hint: 'In the order of preference of this node; only active hosts have one',
    unit: undefined,
    of: ({ rank }) => (rank === undefined ? undefined : BigInt(rank)),
    digits: 0
  },
  price('storage', 'Storage', STORAGE_PRICE, ({ entry }) => entry.storagePrice),
  price('upload', 'Upload', TRAFFIC_PRICE, ({ entry }) => entry.uploadBandwidthPrice),
  price('download', 'Download', TRAFFIC_PRICE, ({ entry }) => entry.downloadBandwidthPrice),
  price('contract', 'Contract', COIN, ({ entry }) => entry.contractPrice, 3),
  {
    key: 'uptime',
    label: 'Uptime',
    hint: 'Share of the time measured in which the host answered',
    unit: PERCENT,
    of: ({ uptime }) => (uptime.share === undefined ? undefined : BigInt(Math.round(uptime.share * 1_000_000))),
    digits: 2
  },
  {
    key: 'remaining',
    label: 'Free',
    hint: 'Storage that the host says is free',
    unit: TERABYTE,
    of: ({ entry }) => entry.remainingStorage,
    digits: 2
  },
  {
    key: 'total',
    label: 'Total',
    hint: 'Storage that the host says it has',
    unit: TERABYTE,
    of: ({ entry }) => entry.totalStorage,
    digits: 2
  },
  {
    key: 'collateral',
    label: 'Collateral',
    hint: 'What the host puts up against losing data: more is better',
    unit: STORAGE_PRICE,
    of: ({ entry }) => entry.collateral,
    digits: 1
  },
  {
    key: 'maxcollateral',
    label: 'Most collateral',
    hint: 'The most the host puts up in one contract',
    unit: COIN,
    of: ({ entry }) => entry.maxCollateral,
    digits: 0
  },
  {
    key: 'scans',
    label: 'Scans',
    hint: 'Visits of this node that it still remembers',
    unit: undefined,
    of: ({ entry }) => BigInt(entry.scanHistory.length),
    digits: 0
  },
  {
    key: 'ok',
    label: 'Calls done',
    hint: 'Dealings with the host that went well; older ones count less and less',
    unit: undefined,
    of: ({ entry }) => whole(entry.historicSuccessfulInteractions + entry.recentSuccessfulInteractions),
    digits: 0
  },
  {
    key: 'failed',
    label: 'Calls failed',
    hint: 'Dealings with the host that went wrong; older ones count less and less',
    unit: undefined,
    of: ({ entry }) => whole(entry.historicFailedInteractions + entry.recentFailedInteractions),
    digits: 0
  },
  {
    key: 'age',
    label: 'Known for',
    hint: 'Since this node first heard of the host',
    unit: DAYS,
    of: ({ age }) => age,
    digits: 1
  },
  {
    key: 'duration',
    label: 'Longest contract',
    hint: 'A contract may not reach further ahead than this',
    unit: MONTHS,
    of: ({ entry }) => entry.maxDuration,
    digits: 1
  },
  {
    key: 'window',
    label: 'Proof window',
    hint: 'The time the host wants for proving that it still has the data',
    unit: DAYS,
    of: ({ entry }) => entry.windowSize,
    digits: 1
  },
  price('call', 'Calls', CALL_PRICE, ({ entry }) => entry.baseRpcPrice, 3),
  price('read', 'Reads', CALL_PRICE, ({ entry }) => entry.sectorAccessPrice, 3),
  {
    key: 'contracts',
    label: 'Contracts',
    hint: 'Contracts in use that your renter has with the host',
    unit: undefined,
    of: ({ contracts }) => (contracts === undefined ? undefined : BigInt(contracts)),
    digits: 0
  }
];

function price(
  key: string,
  label: string,
  unit: Unit,
  of: (row: HostRow) => bigint | undefined,
  digits = 1
): HostNumber {
  return { key, label, unit, of, digits, isPrice: true };
}

/** A version as a number that orders versions: `1.5.10` after `1.5.9`; undefined where it is not three numbers. */
export function versionOrder(version: string): bigint | undefined {
  const parts = /^v?(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?/.exec(version)?.slice(1);
  return parts?.reduce((order, part = '0') => order * 1_000_000n + BigInt(part), 0n);
}
