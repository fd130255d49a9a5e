import type { Allowance } from '$lib/api/daemon/shapes/allowance';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import type { FileContractId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { payoutTax } from '$lib/consensus/contractTax';
import type { HostOffer } from '../hostdb/offers';
import type { MarketRandom } from '../simulation/random';
import { NO_SPENDING, withPayments } from './spending';
import { hostsWanted } from './allowance';
import type { Contract } from './state';

/** Parameters of a new contract. */
export interface Formation {
  readonly host: number;
  readonly offer: HostOffer;
  readonly startHeight: Height;
  readonly endHeight: Height;
  /** Desired funding. */
  readonly funding: bigint;
  /** Spending limit, fees included. */
  readonly budget: bigint;
  /** The contract to renew; its data is paid for until the new end. */
  readonly replaces?: Contract;
}

/** Initial funding: a third of a host's share of the allowance, which leaves money for refreshing. */
export const initialFunding = (allowance: Allowance): bigint => allowance.funds / BigInt(hostsWanted(allowance)) / 3n;

/** Below this fraction of the usual funding a contract is not worth its fees. */
const MIN_FUNDING_FRACTION = 50n;

/**
 * Forms a contract within the budget.
 * @returns undefined if the budget is too small
 */
export function formContract(random: MarketRandom, formation: Formation): Contract | undefined {
  const { host, offer, startHeight, endHeight, funding, budget, replaces } = formation;
  const txnFee = (HASTINGS_PER_COIN * BigInt(random.integer(30, 70, 'contract/fee', host, startHeight))) / 1000n;
  const held = replaces === undefined ? 0n : heldStorage(replaces, offer, endHeight);
  const wanted = funding + held;
  const fees = (renterFunds: bigint): bigint =>
    offer.contractPrice + txnFee + payoutTax(renterFunds + offer.contractPrice + collateralFor(offer, renterFunds));
  let renterFunds = wanted;
  if (renterFunds + fees(renterFunds) > budget) {
    // Fees grow more slowly than funding, so reserving the fees of the desired funding is enough.
    renterFunds = budget - fees(wanted);
    if (renterFunds < held + funding / MIN_FUNDING_FRACTION || renterFunds <= 0n) return undefined;
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

/** Cost of storing the existing data from the old contract's end to the new one's. */
const heldStorage = ({ size, endHeight }: Contract, offer: HostOffer, newEnd: Height): bigint =>
  size * offer.storagePrice * BigInt(Math.max(newEnd - endHeight, 0));

/** The host's collateral for its maximum revenue, up to its limit. */
function collateralFor(offer: HostOffer, renterFunds: bigint): bigint {
  if (offer.storagePrice === 0n) return 0n;
  const asked = (renterFunds * offer.collateral) / offer.storagePrice;
  return asked < offer.maxCollateral ? asked : offer.maxCollateral;
}
