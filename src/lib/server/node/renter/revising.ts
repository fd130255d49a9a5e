import type { Allowance } from '$lib/api/daemon/shapes/allowance';
import { HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
import { SECTOR_SIZE, type HostOffer } from '../hostdb/offers';
import type { MarketRandom } from '../simulation/random';
import { hostsWanted, targetSize } from './allowance';
import { withPayments, type Payer } from './spending';
import type { Contract } from './state';

/** Blocks between two revisions of a contract; staggered over the contracts. */
export const REVISION_BLOCKS = 3;
// Each revision uploads 1/64 of what is missing: nine tenths are stored after about 450 blocks.
const UPLOAD_SHARE = 64;
const ACCOUNT_DEPOSIT = HASTINGS_PER_COIN;
const TOP_UP_CHANCE = 0.015;

/** Simulates the renter's activity since the last revision: uploads, downloads and account deposits, all paid. */
export function revise(
  random: MarketRandom,
  contract: Contract,
  offer: HostOffer,
  allowance: Allowance,
  height: Height
): Contract {
  const visit: Visit = { random, contract, offer, allowance, height };
  let uploaded = 0n;
  const paid = withPayments(contract, (payer) => {
    keepAccount(visit, payer);
    uploaded = contract.goodForUpload ? upload(visit, payer) : 0n;
    download(visit, payer);
  });
  return { ...paid, size: contract.size + uploaded, revisionNumber: contract.revisionNumber + 1n };
}

/** One contract, its host and the height. */
interface Visit {
  readonly random: MarketRandom;
  readonly contract: Contract;
  readonly offer: HostOffer;
  readonly allowance: Allowance;
  readonly height: Height;
}

/** RPCs are paid from an account at the host, which is topped up occasionally. */
function keepAccount({ random, contract, offer, height }: Visit, payer: Payer): void {
  const { host, revisionNumber } = contract;
  payer.pay('updatePriceTable', offer.baseRpcPrice);
  if (random.chance(0.25, 'revise/balance', host, height)) payer.pay('accountBalance', offer.baseRpcPrice);
  if (revisionNumber > 1n && !random.chance(TOP_UP_CHANCE, 'revise/top-up', host, height)) return;
  const share = payer.left() / 20n;
  payer.pay('fundAccount', share < ACCOUNT_DEPOSIT ? share : ACCOUNT_DEPOSIT);
  payer.pay('fundAccountCall', offer.baseRpcPrice);
}

/** Uploads part of what is missing, paid until the contract's end; returns whole sectors in bytes. */
function upload({ random, contract, offer, allowance, height }: Visit, payer: Payer): bigint {
  const missing = targetSize(allowance) - contract.size;
  const pace = random.between(0.5, 1.5, 'revise/upload', contract.host, height);
  const wanted = sectors(BigInt(Math.ceil((Number(missing) / UPLOAD_SHARE) * pace)) + SECTOR_SIZE - 1n);
  const storagePrice = offer.storagePrice * BigInt(Math.max(contract.endHeight - height, 1));
  const priceOfByte = offer.uploadBandwidthPrice + storagePrice;
  const affordable = priceOfByte === 0n ? wanted : sectors((payer.left() * 9n) / 10n / priceOfByte);
  const bytes = [wanted, affordable, offer.remainingStorage, missing].reduce((a, b) => (a < b ? a : b));
  if (bytes <= 0n) return 0n;
  payer.pay('upload', bytes * offer.uploadBandwidthPrice);
  payer.pay('storage', bytes * storagePrice);
  return bytes;
}

/** Expected download volume, in proportion to the data stored so far. */
function download({ random, contract, offer, allowance, height }: Visit, payer: Payer): void {
  const target = targetSize(allowance);
  if (target === 0n) return;
  const share = (allowance.expectedDownload * BigInt(REVISION_BLOCKS)) / BigInt(hostsWanted(allowance));
  const pace = BigInt(random.integer(200, 1800, 'revise/download', contract.host, height));
  const filled = contract.size < target ? contract.size : target;
  const cost = ((share * pace * filled) / target / 1000n) * offer.downloadBandwidthPrice;
  const limit = payer.left() / 10n;
  payer.pay('download', cost < limit ? cost : limit);
}

const sectors = (bytes: bigint): bigint => (bytes / SECTOR_SIZE) * SECTOR_SIZE;

/** Whether nearly all funds are spent: no more uploads, and a refresh is due. */
export const isStarved = ({ renterFunds, totalCost }: Contract): boolean => renterFunds * 20n < totalCost;
