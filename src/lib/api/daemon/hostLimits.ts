import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { DAEMON_BOUNDS } from '../parameterBounds';

// A host's limits, from the API documentation or measured in daemons. Pages validate them before sending, the embedded
// node before making changes. Sizes are in bytes.

/** The unit of storage. */
export const SECTOR_BYTES = 4n << 20n;
const { size: folderSize } = DAEMON_BOUNDS['POST /host/storage/folders/add'];
/** 256 MiB. */
export const MIN_FOLDER_BYTES = folderSize.smallest;
/** 16 PiB. */
export const MAX_FOLDER_BYTES = folderSize.largest;
export const MAX_FOLDERS = 65_536;

/** Size of a registry entry. */
export const REGISTRY_ENTRY_BYTES = 256n;
/** The registry is resized in steps of 64 entries: 16 KiB. */
export const REGISTRY_PAGE_BYTES = 64n * REGISTRY_ENTRY_BYTES;

/** 100 million RPCs or 10 million sector reads must not cost more than downloading this many bytes. */
export const CALL_LIMIT_BYTES = 4_000_000_000_000n;
const MAX_BASE_RPC_RATIO = CALL_LIMIT_BYTES / 100_000_000n;
const MAX_SECTOR_ACCESS_RATIO = CALL_LIMIT_BYTES / 10_000_000n;

/** Maximum RPC price for a download price in hastings per byte. */
export const maxBaseRpcPrice = (downloadPrice: Hastings): Hastings => hastings(downloadPrice * MAX_BASE_RPC_RATIO);

/** Maximum sector access price for a download price in hastings per byte. */
export const maxSectorAccessPrice = (downloadPrice: Hastings): Hastings =>
  hastings(downloadPrice * MAX_SECTOR_ACCESS_RATIO);

/** A folder's effective size: rounded down to whole sectors. */
export const wholeSectors = (bytes: bigint): bigint => bytes - (bytes % SECTOR_BYTES);

/** Rounds a registry size to the nearest 16 KiB; 0 only for 0. */
export function nearestRegistrySize(bytes: bigint): bigint {
  if (bytes === 0n) return 0n;
  const pages = (bytes + REGISTRY_PAGE_BYTES / 2n) / REGISTRY_PAGE_BYTES;
  return (pages > 0n ? pages : 1n) * REGISTRY_PAGE_BYTES;
}
