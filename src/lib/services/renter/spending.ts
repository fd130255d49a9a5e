import type { RenterFinancialMetrics } from '$lib/api/daemon/renter';
import { hastings, sumHastings, type Hastings } from '$lib/chain/currency/currency';

/** Breakdown of a period's allowance, in hastings. */
export interface Spending {
  readonly fees: Hastings;
  readonly storage: Hastings;
  readonly upload: Hastings;
  readonly download: Hastings;
  /** Deposits into accounts at hosts, from which RPCs are paid. */
  readonly accounts: Hastings;
  /** Cost of account maintenance. */
  readonly maintenance: Hastings;
  /** Sum of the above. */
  readonly spent: Hastings;
  /** Unspent funds in contracts, which are returned when these end. */
  readonly reserved: Hastings;
  /** Not in any contract. */
  readonly free: Hastings;
  /** `reserved` and `free` as reported by the node. */
  readonly unspent: Hastings;
}

export function spendingOfPeriod(metrics: RenterFinancialMetrics): Spending {
  const { maintenanceSpending: upkeep, totalAllocated, unspent } = metrics;
  const parts = {
    fees: metrics.contractFees,
    storage: metrics.storageSpending,
    upload: metrics.uploadSpending,
    download: metrics.downloadSpending,
    accounts: metrics.fundAccountSpending,
    maintenance: sumHastings([upkeep.accountBalanceCost, upkeep.fundAccountCost, upkeep.updatePriceTableCost])
  };
  const spent = sumHastings(Object.values(parts));
  const reserved = least(atLeastZero(totalAllocated - spent), unspent);
  return { ...parts, spent, reserved: hastings(reserved), free: hastings(unspent - reserved), unspent };
}

const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Position in the billing period. */
export interface PeriodProgress {
  /** 0 at its start, 1 at the start of the next. */
  readonly share: number;
  readonly blocksLeft: number;
  /** Height at which renewals start. */
  readonly renewsFrom: number;
  readonly isRenewing: boolean;
}

/**
 * @param renewWindow in blocks
 * @returns undefined without an allowance
 */
export function periodProgress(
  { currentPeriod, nextPeriod }: { readonly currentPeriod: number; readonly nextPeriod: number },
  renewWindow: bigint,
  height: number
): PeriodProgress | undefined {
  const length = nextPeriod - currentPeriod;
  if (length <= 0) return undefined;
  const renewsFrom = Math.max(currentPeriod, nextPeriod - Number(renewWindow));
  return {
    share: Math.min(1, Math.max(0, (height - currentPeriod) / length)),
    blocksLeft: Math.max(0, nextPeriod - height),
    renewsFrom,
    isRenewing: height >= renewsFrom
  };
}
