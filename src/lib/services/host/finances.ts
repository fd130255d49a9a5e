import type { HostFinancialMetrics } from '$lib/api/daemon/host';
import { hastings, sumHastings, type Hastings } from '$lib/chain/currency/currency';

/** What renters pay a host for. */
export const SOURCES = ['fees', 'storage', 'upload', 'download', 'accounts'] as const;
export type Source = (typeof SOURCES)[number];

/** One source: what ended contracts have brought, and what open ones bring if they end well. */
export interface SourceShare {
  readonly source: Source;
  readonly earned: Hastings;
  readonly potential: Hastings;
}

/** A host's money, each coin in one place. All sums are exact. */
export interface Finances {
  readonly shares: readonly SourceShare[];
  /** Revenue of contracts that ended well. */
  readonly earned: Hastings;
  /** Revenue of open contracts, paid only if they end well. */
  readonly potential: Hastings;
  /** The host's own coins tied up in open contracts; they come back. */
  readonly locked: Hastings;
  /** The part of `locked` that is gone if the data it stands for is lost. */
  readonly risked: Hastings;
  readonly lostRevenue: Hastings;
  readonly lostCollateral: Hastings;
  /** Both of them. */
  readonly lost: Hastings;
  /** Transaction fees the host has paid. */
  readonly expenses: Hastings;
  /** Earned less expenses and lost collateral; below zero when hosting has cost more than it brought. */
  readonly net: bigint;
}

/** The daemon's counters as a person reads them. */
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
      // Older daemons do not tell.
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

/** What is drawn as one bar: its parts in order, and their sum. */
export interface FinanceBar {
  readonly name: 'earned' | 'potential' | 'locked' | 'lost';
  readonly parts: readonly { readonly key: FinancePart; readonly value: Hastings }[];
  readonly total: Hastings;
}

/** The bars of the financial chart; revenue by source, collateral by whether it is at stake. */
export function financeBars(finances: Finances): readonly FinanceBar[] {
  const bySource = (pick: (share: SourceShare) => Hastings) =>
    finances.shares.map((share) => ({ key: share.source, value: pick(share) }));
  // A daemon counts the two apart; were more at stake than is locked, nothing of the rest would be free of it.
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
