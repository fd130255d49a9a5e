import type { HostFinancialMetrics } from '$lib/api/daemon/host';
import { hastings, sumHastings, type Hastings } from '$lib/chain/currency/currency';

/** A host's sources of revenue. */
export const SOURCES = ['fees', 'storage', 'upload', 'download', 'accounts'] as const;
export type Source = (typeof SOURCES)[number];

/** One source: earned from ended contracts, and potential from open ones. */
export interface SourceShare {
  readonly source: Source;
  readonly earned: Hastings;
  readonly potential: Hastings;
}

/** A host's balance sheet; each coin is counted once. All totals are exact. */
export interface Finances {
  readonly shares: readonly SourceShare[];
  /** Revenue of successful contracts. */
  readonly earned: Hastings;
  /** Revenue of open contracts, paid only if they succeed. */
  readonly potential: Hastings;
  /** Collateral locked in open contracts. */
  readonly locked: Hastings;
  /** The part of `locked` that is lost if the data is lost. */
  readonly risked: Hastings;
  readonly lostRevenue: Hastings;
  readonly lostCollateral: Hastings;
  /** The sum of both. */
  readonly lost: Hastings;
  /** Transaction fees paid by the host. */
  readonly expenses: Hastings;
  /** Earned revenue minus expenses and lost collateral; may be negative. */
  readonly net: bigint;
}

/** Converts the daemon's metrics. */
export function splitFinances(metrics: HostFinancialMetrics): Finances {
  const shares: readonly SourceShare[] = [
    { source: 'fees', earned: metrics.contractCompensation, potential: metrics.potentialContractCompensation },
    { source: 'storage', earned: metrics.storageRevenue, potential: metrics.potentialStorageRevenue },
    {
      source: 'upload',
      earned: metrics.uploadBandwidthRevenue,
      potential: metrics.potentialUploadBandwidthRevenue
    },
    {
      source: 'download',
      earned: metrics.downloadBandwidthRevenue,
      potential: metrics.potentialDownloadBandwidthRevenue
    },
    {
      source: 'accounts',
      // Absent in older daemons.
      earned: metrics.accountFunding ?? hastings(0n),
      potential: metrics.potentialAccountFunding ?? hastings(0n)
    }
  ];
  const earned = sumHastings(shares.map((share) => share.earned));
  const lostCollateral = metrics.lostStorageCollateral;
  const expenses = metrics.transactionFeeExpenses;
  return {
    shares,
    earned,
    potential: sumHastings(shares.map((share) => share.potential)),
    locked: metrics.lockedStorageCollateral,
    risked: metrics.riskedStorageCollateral,
    lostRevenue: metrics.lostRevenue,
    lostCollateral,
    lost: sumHastings([metrics.lostRevenue, lostCollateral]),
    expenses,
    net: earned - expenses - lostCollateral
  };
}

export type FinancePart = Source | 'safe' | 'risked' | 'lostRevenue' | 'lostCollateral';

/** A stacked bar: its parts in order, and their sum. */
export interface FinanceBar {
  readonly name: 'earned' | 'potential' | 'locked' | 'lost';
  readonly parts: readonly { readonly key: FinancePart; readonly value: Hastings }[];
  readonly total: Hastings;
}

/** The bars of the financial chart: revenue by source, collateral by risk. */
export function financeBars(finances: Finances): readonly FinanceBar[] {
  const bySource = (pick: (share: SourceShare) => Hastings) =>
    finances.shares.map((share) => ({ key: share.source, value: pick(share) }));
  // The daemon counts the two separately; if more is at risk than locked, the safe part is zero.
  const safe = finances.locked > finances.risked ? hastings(finances.locked - finances.risked) : hastings(0n);
  return [
    { name: 'earned', parts: bySource(({ earned }) => earned), total: finances.earned },
    { name: 'potential', parts: bySource(({ potential }) => potential), total: finances.potential },
    {
      name: 'locked',
      parts: [
        { key: 'safe', value: safe },
        { key: 'risked', value: hastings(finances.locked - safe) }
      ],
      total: finances.locked
    },
    {
      name: 'lost',
      parts: [
        { key: 'lostRevenue', value: finances.lostRevenue },
        { key: 'lostCollateral', value: finances.lostCollateral }
      ],
      total: finances.lost
    }
  ];
}
