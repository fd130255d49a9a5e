import type { Hastings } from '$lib/chain/currency/currency';

/** What of a host's settings its score depends on. Units as in the daemon's API. */
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

/** How a host behaved so far. */
export interface HostRecord {
  readonly ageBlocks: number;
  /** Share of the time it answered, 0 to 1. */
  readonly uptime: number;
  readonly successfulInteractions: number;
  readonly failedInteractions: number;
}

/** What a renter would keep with one host, for one contract. */
export interface Demand {
  /** Contracts wanted in all. */
  readonly hosts: number;
  /** Of a contract. */
  readonly blocks: number;
  /** Bytes kept. */
  readonly storage: number;
  /** Bytes over all of it. */
  readonly upload: number;
  /** Bytes over all of it. */
  readonly download: number;
}

/** The factors of a score, in the API's names, and their product. */
export interface Score {
  /** The product without its fraction. */
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

/** What the usual allowance means for one host: a fiftieth of three terabytes for three months and the renew window. */
export const USUAL_DEMAND: Demand = { hosts: 50, blocks: 16_128, storage: 6e10, upload: 2e10, download: 1e11 };

/*
 * Every factor but one is of the order of 1, at best 1 or little more. Scores are whole numbers, so one factor has to
 * lift the product: like real daemons it is the collateral's.
 */
export const SCORE_SCALE = 1e24;
// Hastings a host of typical prices would ask for the usual demand: about 50 coins.
const TYPICAL_COST = 5e25;
const TYPICAL_CALL_PRICE = 1e17;
const TYPICAL_SECTOR_PRICE = 2e18;
const SETTLED_AGE_BLOCKS = 4_320;
const GOOD_UPTIME = 0.98;
const USUAL_COLLATERAL_RATIO = 2;
/** Weights of software that still works; anything older is as good as unusable. */
const VERSION_WEIGHTS: Readonly<Record<string, number>> = {
  '1.5.9': 1,
  '1.5.8': 0.99,
  '1.5.7': 0.97,
  '1.5.6': 0.9,
  '1.5.4': 0.7
};
const OLD_VERSION_WEIGHT = 0.05;

/** The score of a host for a demand, factor by factor. Every price that rises makes it fall. */
export function hostScore(offer: ScoredOffer, record: HostRecord, demand: Demand = USUAL_DEMAND): Score {
  const factors = {
    acceptContractAdjustment: offer.acceptingContracts ? 1 : 0,
    ageAdjustment: age(record.ageBlocks),
    basePriceAdjustment: basePrice(offer),
    // Nobody burns coins in the simulated market.
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
 * How likely, per cent, a renter picks the host for one of its contracts, when hosts are drawn with the odds of their
 * scores. `others` are the scores of the other hosts it could take.
 */
export function conversionRate(score: bigint, others: readonly bigint[], hosts = USUAL_DEMAND.hosts): number {
  const total = Number(others.reduce((sum, other) => sum + other, score));
  if (score <= 0n || total <= 0) return 0;
  const share = Number(score) / total;
  return share >= 1 ? 100 : 100 * (1 - (1 - share) ** hosts);
}

/** Full age counts 1, a host just announced a quarter. */
const age = (blocks: number): number => 0.25 + 0.75 * Math.sqrt(Math.min(Math.max(blocks, 0) / SETTLED_AGE_BLOCKS, 1));

/** What the demand would cost with the host, hastings. */
function costOf(offer: ScoredOffer, demand: Demand): number {
  return (
    Number(offer.contractPrice) +
    Number(offer.storagePrice) * demand.storage * demand.blocks +
    Number(offer.uploadBandwidthPrice) * demand.upload +
    Number(offer.downloadBandwidthPrice) * demand.download
  );
}

/** Cheap hosts gain slowly, dear ones lose fast. */
function price(offer: ScoredOffer, demand: Demand): number {
  const scale = (demand.storage * demand.blocks) / (USUAL_DEMAND.storage * USUAL_DEMAND.blocks);
  const typical = TYPICAL_COST * Math.max(scale, 1e-6);
  // One hundredth more keeps what is free from being infinitely good.
  const ratio = costOf(offer, demand) / typical + 0.01;
  return ratio <= 1 ? ratio ** -1 : ratio ** -4;
}

/** Calls should cost next to nothing; a price above the usual counts against the host. */
function basePrice({ baseRpcPrice, sectorAccessPrice }: ScoredOffer): number {
  const excess = Math.max(Number(baseRpcPrice) / TYPICAL_CALL_PRICE, Number(sectorAccessPrice) / TYPICAL_SECTOR_PRICE);
  return 1 / (1 + Math.max(excess - 1, 0) / 4);
}

/** What the host risks, as a multiple of what it earns. Less than usual counts squared. */
function collateral(offer: ScoredOffer, demand: Demand): number {
  const promised = Number(offer.collateral) * demand.storage * demand.blocks;
  const risked = Math.min(promised, Number(offer.maxCollateral));
  const earned = Math.max(Number(offer.storagePrice) * demand.storage * demand.blocks, TYPICAL_COST / 100);
  const ratio = risked / earned / USUAL_COLLATERAL_RATIO;
  // Collateral far above the price of storage would pay for what it insures: it gains no more.
  return ratio <= 1 ? ratio ** 2 : Math.min(ratio, 4) ** 0.25;
}

/** Rolled towards a few good ones, so that one failure says little of a host with no history. */
function interactions({ successfulInteractions, failedInteractions }: HostRecord): number {
  return ((successfulInteractions + 30) / (successfulInteractions + failedInteractions + 31)) ** 4;
}

/** Room for twice the demand is enough. */
function remainingStorage({ remainingStorage: remaining }: ScoredOffer, { storage }: Demand): number {
  const enough = Number(remaining) / Math.max(2 * storage, 1);
  return enough >= 1 ? 1 : enough ** 2;
}

/** From 98 % on all is well; below, every hundredth missing hurts more. */
function uptime({ uptime: share }: HostRecord): number {
  if (share >= GOOD_UPTIME) return 1;
  return Math.max(share / GOOD_UPTIME, 0) ** 12;
}
