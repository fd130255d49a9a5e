import type { Allowance } from '$lib/api/daemon/shapes/allowance';
import { DAEMON_BOUNDS } from '$lib/api/parameterBounds';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
import { SECTOR_SIZE, type HostOffer } from '../hostdb/offers';
import { DEFAULT_DEMAND, type Demand } from '../simulation/score';

/** The daemon's suggested allowance, and its defaults for omitted fields. */
export const DEFAULT_ALLOWANCE = {
  funds: hastings(2_500n * HASTINGS_PER_COIN),
  hosts: 50n,
  period: 12_096n,
  renewWindow: 4_032n,
  expectedStorage: 1_000_000_000_000n,
  expectedUpload: 1_653_439n,
  expectedDownload: 8_267_195n,
  expectedRedundancy: 3
} satisfies Allowance;

/** Limits that newer daemons add; a price of zero means unlimited. */
export const NO_PRICE_LIMITS = {
  maxPeriodChurn: 250_000_000_000n,
  maxRpcPrice: hastings(0n),
  maxContractPrice: hastings(0n),
  maxDownloadBandwidthPrice: hastings(0n),
  maxSectorAccessPrice: hastings(0n),
  maxStoragePrice: hastings(0n),
  maxUploadBandwidthPrice: hastings(0n)
} satisfies Partial<Allowance>;

/** A missing allowance in the API's form. */
export const ZERO_ALLOWANCE: Allowance = {
  ...NO_PRICE_LIMITS,
  maxPeriodChurn: 0n,
  funds: hastings(0n),
  hosts: 0n,
  period: 0n,
  renewWindow: 0n,
  expectedStorage: 0n,
  expectedUpload: 0n,
  expectedDownload: 0n,
  expectedRedundancy: 0
};

// Keeps heights safe integers for any input.
const MAX_BLOCKS = 10n ** 12n;
const blocks = (count: bigint): number => Number(count < MAX_BLOCKS ? count : MAX_BLOCKS);

export const periodBlocks = ({ period }: Allowance): number => Math.max(blocks(period), 1);
export const renewWindowBlocks = ({ renewWindow }: Allowance): number => blocks(renewWindow);

/**
 * End height of a period's contracts: one renew window after the period, so that the next period starts when they come
 * up for renewal.
 */
export const contractEnd = (currentPeriod: Height, allowance: Allowance): Height =>
  currentPeriod + periodBlocks(allowance) + renewWindowBlocks(allowance);

// More than any market has.
const MAX_HOSTS = 1_000_000n;
/** Number of hosts to have contracts with; at least one. */
export const hostsWanted = ({ hosts }: Allowance): number =>
  hosts < MAX_HOSTS ? Math.max(Number(hosts), 1) : Number(MAX_HOSTS);

const { largest: MAX_REDUNDANCY } = DAEMON_BOUNDS['POST /renter'].expectedredundancy;

/** Converts a stored allowance: earlier releases stored `hosts` as a number and accepted any redundancy. */
export const restoredAllowance = (stored: Allowance): Allowance => ({
  ...stored,
  hosts: BigInt(stored.hosts),
  expectedRedundancy: Math.min(stored.expectedRedundancy, MAX_REDUNDANCY)
});

/** Bytes to store per host at full use, in whole sectors. */
export function targetSize(allowance: Allowance): bigint {
  const { expectedStorage, expectedRedundancy } = allowance;
  const raw = (expectedStorage * BigInt(Math.round(expectedRedundancy * 1000))) / 1000n;
  const share = raw / BigInt(hostsWanted(allowance));
  return ((share + SECTOR_SIZE - 1n) / SECTOR_SIZE) * SECTOR_SIZE;
}

/** Demand on each host; without an allowance, the default one. */
export function demandOf(allowance: Allowance | undefined): Demand {
  if (allowance === undefined) return DEFAULT_DEMAND;
  const hosts = hostsWanted(allowance);
  const length = periodBlocks(allowance) + renewWindowBlocks(allowance);
  return {
    hosts,
    blocks: length,
    storage: Number(targetSize(allowance)),
    upload: (Number(allowance.expectedUpload) * allowance.expectedRedundancy * length) / hosts,
    download: (Number(allowance.expectedDownload) * length) / hosts
  };
}

/** Whether the offer is within the allowance's price limits; a limit of 0 means unlimited. */
export function isAffordable(offer: HostOffer, allowance: Allowance): boolean {
  const limits = [
    [offer.baseRpcPrice, allowance.maxRpcPrice],
    [offer.contractPrice, allowance.maxContractPrice],
    [offer.downloadBandwidthPrice, allowance.maxDownloadBandwidthPrice],
    [offer.sectorAccessPrice, allowance.maxSectorAccessPrice],
    [offer.storagePrice, allowance.maxStoragePrice],
    [offer.uploadBandwidthPrice, allowance.maxUploadBandwidthPrice]
  ] as const;
  return limits.every(([price, limit]) => limit === undefined || limit === 0n || price <= limit);
}
