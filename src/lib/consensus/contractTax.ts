import { FUND_COUNT, hastings, type Hastings } from '$lib/chain/currency/currency';
import type { FileContract, V2FileContract } from '$lib/chain/element/fileContract';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { childHeight } from './state';

// The float64 0.039 as the exact fraction it is: the tax was computed with it before the tax fork.
const FLOAT_RATE_NUMERATOR = 5620492334958379n;
const FLOAT_RATE_DENOMINATOR = 1n << 57n;

/** Tax on a V1 contract of the child block: 3.9 % of the payout, rounded down so that the fund units share it evenly. */
export function fileContractTax(network: Network, state: ChainState, { payout }: FileContract): Hastings {
  const tax =
    childHeight(state) < network.hardforkTax.height
      ? (payout * FLOAT_RATE_NUMERATOR) / FLOAT_RATE_DENOMINATOR
      : (payout * 39n) / 1000n;
  return hastings(tax - (tax % FUND_COUNT));
}

/** Tax on a V2 contract: 4 % of what renter and host put in. */
export const v2FileContractTax = ({ renterOutput, hostOutput }: V2FileContract): Hastings =>
  hastings((renterOutput.value + hostOutput.value) / 25n);

/** What a fund element earned since it was created: its share of the tax collected in between. */
export const claimValue = (taxRevenue: Hastings, claimStart: Hastings, units: bigint): Hastings =>
  hastings(((taxRevenue - claimStart) / FUND_COUNT) * units);
