import { FUND_COUNT, hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Block } from '$lib/chain/block/block';
import type { FileContract, V2FileContract } from '$lib/chain/element/fileContract';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { childHeight } from './state';

// The float64 0.039 as an exact fraction, with which the tax was computed before the tax hard fork.
const FLOAT_RATE_NUMERATOR = 5620492334958379n;
const FLOAT_RATE_DENOMINATOR = 1n << 57n;

const wholeShares = (tax: bigint): Hastings => hastings(tax - (tax % FUND_COUNT));

/** Tax on a V1 contract since the tax hard fork: 3.9% of its payout, in multiples of {@link FUND_COUNT}, rounded down. */
export const payoutTax = (payout: bigint): Hastings => wholeShares((payout * 39n) / 1000n);

/** Tax on a V1 contract formed in the child block; see {@link payoutTax}. */
export function fileContractTax(
  network: Network,
  state: Pick<ChainState, 'index'>,
  { payout }: Pick<FileContract, 'payout'>
): Hastings {
  return childHeight(state) < network.hardforkTax.height
    ? wholeShares((payout * FLOAT_RATE_NUMERATOR) / FLOAT_RATE_DENOMINATOR)
    : payoutTax(payout);
}

/** Tax on a V2 contract: 4% of the renter's and host's outputs. */
export const v2FileContractTax = ({ renterOutput, hostOutput }: V2FileContract): Hastings =>
  hastings((renterOutput.value + hostOutput.value) / 25n);

/** Tax on every contract that a child block forms or renews, which adds to the revenue of the fund units. */
export function blockTax(
  network: Network,
  state: Pick<ChainState, 'index'>,
  { transactions, v2 }: Pick<Block, 'transactions' | 'v2'>
): Hastings {
  let tax = 0n;
  for (const { fileContracts } of transactions) {
    for (const contract of fileContracts) tax += fileContractTax(network, state, contract);
  }
  for (const { fileContracts, fileContractResolutions } of v2?.transactions ?? []) {
    for (const contract of fileContracts) tax += v2FileContractTax(contract);
    for (const { resolution } of fileContractResolutions) {
      if (resolution.type === 'renewal') tax += v2FileContractTax(resolution.renewal.newContract);
    }
  }
  return hastings(tax);
}

/** Claim of a fund element: its share of the tax collected since it was created. */
export const claimValue = (taxRevenue: Hastings, claimStart: Hastings, units: bigint): Hastings =>
  hastings(((taxRevenue - claimStart) / FUND_COUNT) * units);
