import type { Hastings } from '$lib/chain/currency/currency';

/** The host settings that its score depends on. Units as in the daemon's API. */
export interface ScoredOffer {
  readonly acceptingContracts: boolean;
  readonly maxDuration: bigint;
  readonly remainingStorage: bigint;
  readonly storagePrice: Hastings;
  readonly collateral: Hastings;
  readonly maxCollateral: Hastings;
  readonly contractPrice: Hastings;
  readonly uploadBandwidthPrice: Hastings;
  readonly downloadBandwidthPrice: Hastings;
  readonly baseRpcPrice: Hastings;
  readonly sectorAccessPrice: Hastings;
  readonly version: string;
}

/** A host's track record. */
export interface HostRecord {
  readonly ageBlocks: number;
  /** Uptime, 0 to 1. */
  readonly uptime: number;
  readonly successfulInteractions: number;
  readonly failedInteractions: number;
}

/** What a renter needs from one host, for one contract. */
export interface Demand {
  /** Total number of contracts wanted. */
  readonly hosts: number;
  /** Contract duration. */
  readonly blocks: number;
  /** Stored bytes. */
  readonly storage: number;
  /** Bytes over the whole duration. */
  readonly upload: number;
  /** Bytes over the whole duration. */
  readonly download: number;
}

/** The factors of a score, in the API's names, and their product. */
export interface Score {
  /** The product, truncated. */
  readonly score: bigint;
  readonly acceptContractAdjustment: number;
  readonly ageAdjustment: number;
  readonly basePriceAdjustment: number;
  readonly burnAdjustment: number;
  readonly collateralAdjustment: number;
  readonly durationAdjustment: number;
  readonly interactionAdjustment: number;
  readonly priceAdjustment: number;
  readonly storageRemainingAdjustment: number;
  readonly uptimeAdjustment: number;
  readonly versionAdjustment: number;
}

/** The default allowance per host: a fiftieth of three terabytes, for three months and the renew window. */
export const DEFAULT_DEMAND: Demand = { hosts: 50, blocks: 16_128, storage: 6e10, upload: 2e10, download: 1e11 };

/*
 * All factors but one are of the order of 1, at most slightly more. Scores are integers, so one factor must scale the
 * product: as in real daemons, the collateral's.
 */
export const SCORE_SCALE = 1e24;
// Price of the default demand at typical prices in hastings: about 50 coins.
const TYPICAL_COST = 5e25;
const TYPICAL_CALL_PRICE = 1e17;
const TYPICAL_SECTOR_PRICE = 2e18;
const SETTLED_AGE_BLOCKS = 4_320;
const GOOD_UPTIME = 0.98;
const USUAL_COLLATERAL_RATIO = 2;
/** Factors by software version; older versions are nearly unusable. */
const VERSION_WEIGHTS: Readonly<Record<string, number>> = {
  '1.5.9': 1,
  '1.5.8': 0.99,
  '1.5.7': 0.97,
  '1.5.6': 0.9,
  '1.5.4': 0.7
};
const OLD_VERSION_WEIGHT = 0.05;

/** A host's score for a demand, factor by factor. It decreases with every price. */
export function hostScore(offer: ScoredOffer, record: HostRecord, demand: Demand = DEFAULT_DEMAND): Score {
  const factors = {
    acceptContractAdjustment: offer.acceptingContracts ? 1 : 0,
    ageAdjustment: age(record.ageBlocks),
    basePriceAdjustment: basePrice(offer),
    // The simulated market has no burned coins.
    burnAdjustment: 1,
    collateralAdjustment: collateral(offer, demand) * SCORE_SCALE,
    durationAdjustment: offer.maxDuration >= BigInt(Math.round(demand.blocks)) ? 1 : 0,
    interactionAdjustment: interactions(record),
    priceAdjustment: price(offer, demand),
    storageRemainingAdjustment: remainingStorage(offer, demand),
    uptimeAdjustment: uptime(record),
    versionAdjustment: VERSION_WEIGHTS[offer.version] ?? OLD_VERSION_WEIGHT
  };
  const product = Object.values(factors).reduce((sofar, factor) => sofar * factor, 1);
  return { score: BigInt(Math.floor(product)), ...factors };
}

/**
 * Probability in percent that a renter picks the host for one of its contracts, when hosts are drawn with
 * probabilities proportional to their scores. `others` are the competitors' scores.
 */
export function conversionRate(score: bigint, others: readonly bigint[], hosts = DEFAULT_DEMAND.hosts): number {
  if (score <= 0n) return 0;
  const total = others.reduce((sum, other) => sum + other, score);
  const share = Number(score) / Number(total);
  return share >= 1 ? 100 : 100 * (1 - (1 - share) ** hosts);
}

/** 1 at full age, a quarter for a newly announced host. */
const age = (blocks: number): number => 0.25 + 0.75 * Math.sqrt(Math.min(Math.max(blocks, 0) / SETTLED_AGE_BLOCKS, 1));

/** Price of the demand at the host, hastings. */
function costOf(offer: ScoredOffer, demand: Demand): number {
  return (
    Number(offer.contractPrice) +
    Number(offer.storagePrice) * demand.storage * demand.blocks +
    Number(offer.uploadBandwidthPrice) * demand.upload +
    Number(offer.downloadBandwidthPrice) * demand.download
  );
}

/** Rises slowly below the typical price, falls steeply above it. */
function price(offer: ScoredOffer, demand: Demand): number {
  const scale = (demand.storage * demand.blocks) / (DEFAULT_DEMAND.storage * DEFAULT_DEMAND.blocks);
  const typical = TYPICAL_COST * Math.max(scale, 1e-6);
  // The added hundredth bounds the factor of a free host.
  const ratio = costOf(offer, demand) / typical + 0.01;
  return ratio <= 1 ? ratio ** -1 : ratio ** -4;
}

/** RPC prices above the typical ones reduce the score. */
function basePrice({ baseRpcPrice, sectorAccessPrice }: ScoredOffer): number {
  const excess = Math.max(Number(baseRpcPrice) / TYPICAL_CALL_PRICE, Number(sectorAccessPrice) / TYPICAL_SECTOR_PRICE);
  return 1 / (1 + Math.max(excess - 1, 0) / 4);
}

/** Collateral as a multiple of the storage price; below the usual ratio the factor is squared. */
function collateral(offer: ScoredOffer, demand: Demand): number {
  const promised = Number(offer.collateral) * demand.storage * demand.blocks;
  const risked = Math.min(promised, Number(offer.maxCollateral));
  const earned = Math.max(Number(offer.storagePrice) * demand.storage * demand.blocks, TYPICAL_COST / 100);
  const ratio = risked / earned / USUAL_COLLATERAL_RATIO;
  // Above four times the usual ratio there is no further gain.
  return ratio <= 1 ? ratio ** 2 : Math.min(ratio, 4) ** 0.25;
}

/** With a prior of a few successes, so that one failure of a new host weighs little. */
function interactions({ successfulInteractions, failedInteractions }: HostRecord): number {
  return ((successfulInteractions + 30) / (successfulInteractions + failedInteractions + 31)) ** 4;
}

/** Full score from twice the demand on. */
function remainingStorage({ remainingStorage: remaining }: ScoredOffer, { storage }: Demand): number {
  const enough = Number(remaining) / Math.max(2 * storage, 1);
  return enough >= 1 ? 1 : enough ** 2;
}

/** Full score from 98% uptime on; steeply less below. */
function uptime({ uptime: share }: HostRecord): number {
  if (share >= GOOD_UPTIME) return 1;
  return Math.max(share / GOOD_UPTIME, 0) ** 12;
}
