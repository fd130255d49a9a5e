import type { Allowance } from '$lib/api/daemon/shapes/allowance';
import { FUND_COUNT, hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import type { FileContractId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { HostOffer } from '../hostdb/offers';
import type { MarketRandom } from '../simulation/random';
import { NO_SPENDING, withPayments } from './spending';
import type { Contract } from './state';

/** What a new contract is to be. */
export interface Formation {
  readonly host: number;
  readonly offer: HostOffer;
  readonly startHeight: Height;
  readonly endHeight: Height;
  /** What the renter would like to have in it. */
  readonly funding: bigint;
  /** What it can spend at most, fees included. */
  readonly budget: bigint;
  /** The contract whose data it takes over, paid for up to its end. */
  readonly replaces?: Contract;
}

/** Money for one contract to begin with: a third of its share, so that something is left for refreshing it. */
export const usualFunding = ({ funds, hosts }: Allowance): bigint => funds / BigInt(Math.max(hosts, 1)) / 3n;

/** With less than a fiftieth of the usual money in it a contract is not worth its fees. */
const LEAST_SHARE = 50n;

/**
 * The new contract, paid out of the budget.
 * @returns undefined when the budget does not reach
 */
export function formContract(random: MarketRandom, formation: Formation): Contract | undefined {
  const { host, offer, startHeight, endHeight, funding, budget, replaces } = formation;
  const txnFee = (HASTINGS_PER_COIN * BigInt(random.integer(30, 70, 'contract/fee', host, startHeight))) / 1000n;
  const held = replaces === undefined ? 0n : heldStorage(replaces, offer, endHeight);
  const wanted = funding + held;
  const fees = (renterFunds: bigint): bigint =>
    offer.contractPrice + txnFee + tax(renterFunds + offer.contractPrice + collateralFor(offer, renterFunds));
  let renterFunds = wanted;
  if (renterFunds + fees(renterFunds) > budget) {
    // Fees grow slower than the money they are for: what they are of the whole wish is left aside for them.
    renterFunds = budget - fees(wanted);
    if (renterFunds < held + funding / LEAST_SHARE || renterFunds <= 0n) return undefined;
  }
  const paidFees = fees(renterFunds);
  const contract: Contract = {
    id: random.hex<FileContractId>('contract/id', host, startHeight, endHeight),
    host,
    startHeight,
    endHeight,
    size: replaces?.size ?? 0n,
    totalCost: hastings(renterFunds + paidFees),
    renterFunds: hastings(renterFunds),
    collateral: hastings(collateralFor(offer, renterFunds)),
    spending: { ...NO_SPENDING, fees: hastings(paidFees) },
    revisionNumber: 1n,
    goodForUpload: true,
    goodForRenew: true,
    isBad: false,
    isCancelled: false,
    isOutbid: false,
    renewedTo: undefined
  };
  return withPayments(contract, ({ pay }) => pay('storage', held));
}

/** Keeping what is there already from the old contract's end to the new one's. */
const heldStorage = ({ size, endHeight }: Contract, offer: HostOffer, newEnd: Height): bigint =>
  size * offer.storagePrice * BigInt(Math.max(newEnd - endHeight, 0));

/** What the host locks for what it could earn, up to its limit. */
function collateralFor(offer: HostOffer, renterFunds: bigint): bigint {
  if (offer.storagePrice === 0n) return 0n;
  const asked = (renterFunds * offer.collateral) / offer.storagePrice;
  return asked < offer.maxCollateral ? asked : offer.maxCollateral;
}

/** 3.9 % of the payout, rounded down so that the fund units share it evenly. */
function tax(payout: bigint): bigint {
  const exact = (payout * 39n) / 1000n;
  return exact - (exact % FUND_COUNT);
}
