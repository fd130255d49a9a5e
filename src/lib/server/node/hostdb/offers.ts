import { hastings, HASTINGS_PER_COIN, type Hastings } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
import type { MarketRandom } from '../simulation/random';
import type { ScoredOffer } from '../simulation/score';

/** A host's settings and prices at a height. Units as in the daemon's API. */
export interface HostOffer extends ScoredOffer {
  readonly maxDownloadBatchSize: bigint;
  readonly maxReviseBatchSize: bigint;
  readonly sectorSize: bigint;
  readonly totalStorage: bigint;
  readonly windowSize: bigint;
  readonly maxCollateral: Hastings;
  readonly ephemeralAccountExpiry: bigint;
  readonly maxEphemeralAccountBalance: Hastings;
  readonly revisionNumber: bigint;
}

const TB = 10n ** 12n;
/** 30 days. */
const BLOCKS_PER_MONTH = 4_320n;
export const SECTOR_SIZE = 4_194_304n;
const MAX_BATCH_SIZE = 17_825_792n;
const MILLICOIN = HASTINGS_PER_COIN / 1000n;

/** Typical prices in coins. */
export const TYPICAL = {
  /** Per terabyte and month. */
  storage: 180,
  /** Per terabyte. */
  upload: 25,
  /** Per terabyte. */
  download: 90,
  contract: 0.2
};

// Hosts change their prices about every three days.
const REVISION_BLOCKS = 432;
// Market-wide price level, in waves of about two weeks.
const DRIFT_BLOCKS = 2_016;
const NEWEST_VERSION = '1.5.9';
/** With the share of hosts that run at least this version. */
const VERSIONS: readonly (readonly [string, number])[] = [
  [NEWEST_VERSION, 0.68],
  ['1.5.8', 0.82],
  ['1.5.7', 0.89],
  ['1.5.6', 0.94],
  ['1.5.4', 0.98],
  ['1.4.11', 1]
];
const DURATIONS: readonly (readonly [bigint, number])[] = [
  [25_920n, 0.8],
  [51_840n, 0.92],
  [12_960n, 0.97],
  [4_320n, 1]
];

const shareOf = <T>(table: readonly (readonly [T, number])[], share: number): T =>
  (table.find(([, below]) => share < below) ?? table.at(-1)!)[0];

/** Coins per terabyte and month to hastings per byte and block, in steps of a millicoin. */
export const storagePriceOf = (coins: number): Hastings =>
  hastings((BigInt(Math.round(coins * 1000)) * MILLICOIN) / (TB * BLOCKS_PER_MONTH));
/** Coins per terabyte to hastings per byte, in steps of a millicoin. */
export const trafficPriceOf = (coins: number): Hastings =>
  hastings((BigInt(Math.round(coins * 1000)) * MILLICOIN) / TB);
const amountOf = (coins: number): Hastings => hastings(BigInt(Math.round(coins * 1000)) * MILLICOIN);

/** Rounded to two significant digits, as people set prices. */
function roundPrice(price: number): number {
  const unit = 10 ** (Math.floor(Math.log10(price)) - 1);
  return Math.round(price / unit) * unit;
}

/** Market-wide price level at a height, 1 on average; linear between random points. */
function priceLevel(random: MarketRandom, height: Height): number {
  const wave = Math.floor(height / DRIFT_BLOCKS);
  const [from, to] = [random.normal('market/drift', wave), random.normal('market/drift', wave + 1)];
  return Math.exp(0.12 * (from + (to - from) * (height / DRIFT_BLOCKS - wave)));
}

/** Number of times the host has changed its offer since genesis. */
export function offerRevision(random: MarketRandom, index: number, height: Height): number {
  return Math.floor((height + revisionPhase(random, index)) / REVISION_BLOCKS);
}
const revisionPhase = (random: MarketRandom, index: number): number =>
  random.integer(0, REVISION_BLOCKS, 'host/revision-phase', index);

/** The host's offer during one of its revisions, except free space; a function of the seed. */
export function hostOffer(random: MarketRandom, index: number, revision: number): Omit<HostOffer, 'remainingStorage'> {
  const level = priceLevel(random, Math.max(revision * REVISION_BLOCKS - revisionPhase(random, index), 0));
  const price = (median: number, spread: number, label: string): number =>
    roundPrice(
      level *
        random.logNormal(median, spread, label, index) *
        random.logNormal(1, 0.08, `${label}/now`, index, revision)
    );
  const storage = price(TYPICAL.storage, 0.45, 'host/storage-price');
  const ratio = random.between(
    1.2,
    2.8,
    'host/collateral',
    index,
    random.integer(0, 3, 'host/collateral-mood', index, revision)
  );
  const totalStorage = sizeOf(random.logNormal(9e12, 1.1, 'host/size', index));
  const newest = random.unit('host/version', index);
  return {
    acceptingContracts: !random.chance(0.06, 'host/closed', index, revision),
    maxDownloadBatchSize: MAX_BATCH_SIZE,
    maxReviseBatchSize: MAX_BATCH_SIZE,
    maxDuration: shareOf(DURATIONS, random.unit('host/duration', index)),
    sectorSize: SECTOR_SIZE,
    totalStorage,
    windowSize: 144n,
    storagePrice: storagePriceOf(storage),
    collateral: storagePriceOf(roundPrice(storage * ratio)),
    maxCollateral: amountOf(roundPrice(random.logNormal(1_500, 0.5, 'host/max-collateral', index))),
    contractPrice: amountOf(price(TYPICAL.contract, 0.3, 'host/contract-price')),
    uploadBandwidthPrice: trafficPriceOf(price(TYPICAL.upload, 0.6, 'host/upload-price')),
    downloadBandwidthPrice: trafficPriceOf(price(TYPICAL.download, 0.6, 'host/download-price')),
    // Per RPC and per sector. The API limits them to the download price of 4 TB per 10^8 and 10^7 calls.
    baseRpcPrice: hastings(BigInt(Math.round(price(100, 0.3, 'host/call-price'))) * 10n ** 15n),
    sectorAccessPrice: hastings(BigInt(Math.round(price(200, 0.3, 'host/sector-price'))) * 10n ** 16n),
    ephemeralAccountExpiry: 604_800n,
    maxEphemeralAccountBalance: hastings(HASTINGS_PER_COIN),
    revisionNumber: BigInt(revision + 1 + random.integer(0, 40, 'host/old-revisions', index)),
    // Some hosts upgrade to the newest release between revisions.
    version: shareOf(
      VERSIONS,
      newest * (random.chance(Math.min(revision * 0.02, 0.6), 'host/updated', index) ? 0.6 : 1)
    )
  };
}

/** Free space: hosts fill up slowly and lose data when contracts end; a few are full. */
export function remainingStorage(random: MarketRandom, index: number, height: Height, totalStorage: bigint): bigint {
  if (random.chance(0.04, 'host/full', index)) return 0n;
  const usual = random.between(0.05, 1, 'host/free', index);
  const wave = Math.floor(height / REVISION_BLOCKS);
  const from = random.between(0.75, 1.05, 'host/free-wave', index, wave);
  const to = random.between(0.75, 1.05, 'host/free-wave', index, wave + 1);
  const now = usual * (from + (to - from) * (height / REVISION_BLOCKS - wave));
  return sizeOf(Number(totalStorage) * Math.min(now, 1));
}

/** Rounded down to whole sectors. */
const sizeOf = (bytes: number): bigint => (BigInt(Math.floor(bytes)) / SECTOR_SIZE) * SECTOR_SIZE;
