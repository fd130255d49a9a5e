import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { BLOCKS_PER_MONTH } from '$lib/chain/currency/quantity';

/** Host prices, in hastings. */
export interface Prices {
  /** Per byte and block. */
  readonly storage: bigint;
  /** Per byte. */
  readonly upload: bigint;
  readonly download: bigint;
  /** Per contract. */
  readonly contract: bigint;
}

/** Planned storage and traffic; data is counted once, before redundancy. */
export interface Plan {
  /** Bytes. */
  readonly storage: bigint;
  /** Bytes per block. */
  readonly upload: bigint;
  readonly download: bigint;
  /** Redundancy in thousandths: 3 is 3000n. */
  readonly redundancyThousandths: bigint;
  readonly hosts: bigint;
  /** Length of a period in blocks; contract prices are paid once per period. */
  readonly period: bigint;
}

/** Monthly costs in hastings. */
export interface Estimate {
  readonly storage: Hastings;
  readonly upload: Hastings;
  readonly download: Hastings;
  readonly contracts: Hastings;
  readonly total: Hastings;
}

const THOUSAND = 1000n;

/**
 * Monthly cost at these prices: storage and upload times redundancy, download once, and a contract with each host per
 * period. Exact up to the last hasting, rounded up.
 */
export function estimateMonth(plan: Plan, prices: Prices): Estimate {
  const { redundancyThousandths } = plan;
  const storage = roundUp(plan.storage * redundancyThousandths * prices.storage * BLOCKS_PER_MONTH, THOUSAND);
  const upload = roundUp(plan.upload * BLOCKS_PER_MONTH * redundancyThousandths * prices.upload, THOUSAND);
  const download = plan.download * BLOCKS_PER_MONTH * prices.download;
  const contracts = plan.period > 0n ? roundUp(plan.hosts * prices.contract * BLOCKS_PER_MONTH, plan.period) : 0n;
  return {
    storage: hastings(storage),
    upload: hastings(upload),
    download: hastings(download),
    contracts: hastings(contracts),
    total: hastings(storage + upload + download + contracts)
  };
}

const roundUp = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

/** Comparison of the estimate with the allowance, both per month. */
export interface Fit {
  readonly fits: boolean;
  /** The monthly part of the allowance, rounded down. */
  readonly allowedAMonth: Hastings;
  /** Surplus or shortfall. */
  readonly difference: Hastings;
}

/** @param funds for a whole period of `period` blocks, more than 0 */
export function compareWithAllowance(estimate: Estimate, funds: bigint, period: bigint): Fit {
  const allowed = (funds * BLOCKS_PER_MONTH) / period;
  const difference = allowed - estimate.total;
  return {
    // Compared without division, so that rounding has no effect.
    fits: estimate.total * period <= funds * BLOCKS_PER_MONTH,
    allowedAMonth: hastings(allowed),
    difference: hastings(difference < 0n ? -difference : difference)
  };
}

/**
 * Funds for a period that cover the estimate, rounded up to two significant digits.
 * @param period in blocks
 */
export function fundsFor(estimate: Estimate, period: bigint): Hastings {
  const exact = roundUp(estimate.total * period, BLOCKS_PER_MONTH);
  const step = 10n ** BigInt(Math.max(0, exact.toString().length - 2));
  return hastings(roundUp(exact, step) * step);
}
