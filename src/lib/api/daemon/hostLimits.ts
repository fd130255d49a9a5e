import { hastings, type Hastings } from '$lib/chain/currency/currency';

// What the API document limits in a host, and what daemons were measured to limit: the page checks before it sends, the
// embedded node before it changes anything. Sizes in bytes.

/** The smallest unit a host stores. */
export const SECTOR_BYTES = 4n << 20n;
/** 256 MiB. */
export const MIN_FOLDER_BYTES = 256n << 20n;
/** 16 PiB. */
export const MAX_FOLDER_BYTES = 16n << 50n;
export const MAX_FOLDERS = 65_536;

/** One entry of the registry. */
export const REGISTRY_ENTRY_BYTES = 256n;
/** The registry grows and shrinks by 64 entries: 16 KiB. */
export const REGISTRY_PAGE_BYTES = 64n * REGISTRY_ENTRY_BYTES;

/** 100 million calls must not cost more than downloading 4 TB. */
const MAX_BASE_RPC_RATIO = 4_000_000_000_000n / 100_000_000n;
/** 10 million sector reads must not cost more than downloading 4 TB. */
const MAX_SECTOR_ACCESS_RATIO = 4_000_000_000_000n / 10_000_000n;

/** The most a call may cost beside a download price in hastings per byte. */
export const maxBaseRpcPrice = (downloadPrice: Hastings): Hastings => hastings(downloadPrice * MAX_BASE_RPC_RATIO);

/** The most reading a sector may cost beside a download price in hastings per byte. */
export const maxSectorAccessPrice = (downloadPrice: Hastings): Hastings =>
  hastings(downloadPrice * MAX_SECTOR_ACCESS_RATIO);

/** A folder's size as daemons keep it: whole sectors, rounded down. */
export const wholeSectors = (bytes: bigint): bigint => bytes - (bytes % SECTOR_BYTES);

/** A registry's size to the nearest 16 KiB; no registry only when 0 was asked for. */
export function nearestRegistrySize(bytes: bigint): bigint {
  if (bytes === 0n) return 0n;
  const pages = (bytes + REGISTRY_PAGE_BYTES / 2n) / REGISTRY_PAGE_BYTES;
  return (pages > 0n ? pages : 1n) * REGISTRY_PAGE_BYTES;
}
