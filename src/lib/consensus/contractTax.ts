import { FUND_COUNT, hastings, type Hastings } from '$lib/chain/currency/currency';
import type { FileContract, V2FileContract } from '$lib/chain/element/fileContract';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { childHeight } from './state';

// The float64 0.039 as an exact fraction: before the tax hard fork the tax was computed with it.
const FLOAT_RATE_NUMERATOR = 5620492334958379n;
const FLOAT_RATE_DENOMINATOR = 1n << 57n;

/**
 * Tax on a V1 contract formed in the child block: 3.9 % of the payout, rounded down to a multiple of the fund unit
 * count.
 */
export function fileContractTax(network: Network, state: ChainState, { payout }: FileContract): Hastings {
  const tax =
    childHeight(state) < network.hardforkTax.height
      ? (payout * FLOAT_RATE_NUMERATOR) / FLOAT_RATE_DENOMINATOR
      : (payout * 39n) / 1000n;
  return hastings(tax - (tax % FUND_COUNT));
}

/** Tax on a V2 contract: 4 % of the renter's and host's outputs. */
export const v2FileContractTax = ({ renterOutput, hostOutput }: V2FileContract): Hastings =>
  hastings((renterOutput.value + hostOutput.value) / 25n);

/** Claim of a fund element: its share of the tax collected since it was created. */
export const claimValue = (taxRevenue: Hastings, claimStart: Hastings, units: bigint): Hastings =>
  hastings(((taxRevenue - claimStart) / FUND_COUNT) * units);
