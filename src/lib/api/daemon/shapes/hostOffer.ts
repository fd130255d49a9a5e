import * as z from 'zod/mini';
import { converted, type JsonCodec } from '../../schemas/codec';
import { address } from '../../schemas/scalars';
import { currency, u64 } from './values';

const NANOSECONDS = 1_000_000_000n;

/**
 * Seconds. The document counts them, real daemons answer in nanoseconds; what would be 31 years or more can only be the
 * latter. Parameters are seconds everywhere.
 */
export const accountExpiry: JsonCodec<bigint> = converted(
  u64,
  (given) => (given < NANOSECONDS ? given : given / NANOSECONDS),
  (seconds) => seconds
);

/**
 * What a host offers to everybody: of itself in `GET /host`, of others in the host database. Hosts claim what they like,
 * so whatever may be a large number is exact. Sizes in bytes, times in blocks, storage prices in hastings per byte and
 * block, bandwidth prices in hastings per byte.
 */
export const offerShape = {
  acceptingContracts: z.boolean(),
  maxDownloadBatchSize: u64,
  /** A contract's proof window must end before the current height plus this. */
  maxDuration: u64,
  maxReviseBatchSize: u64,
  netAddress: z.string(),
  /** Claimed by the host. */
  remainingStorage: u64,
  /** The smallest piece that is transferred. */
  sectorSize: u64,
  /** Claimed by the host. */
  totalStorage: u64,
  /** Where the host is paid. */
  address,
  /** The shortest proof window that is accepted. */
  windowSize: u64,
  collateral: currency,
  /** For one contract. */
  maxCollateral: currency,
  contractPrice: currency,
  downloadBandwidthPrice: currency,
  storagePrice: currency,
  uploadBandwidthPrice: currency,
  /** For every call; newer daemons only. */
  baseRpcPrice: z.optional(currency),
  /** For every sector that is read; newer daemons only. */
  sectorAccessPrice: z.optional(currency),
  /** Seconds without use until an account is deleted, 0 means never; newer daemons only. */
  ephemeralAccountExpiry: z.optional(accountExpiry),
  /** Newer daemons only. */
  maxEphemeralAccountBalance: z.optional(currency),
  /** Higher is newer. */
  revisionNumber: u64,
  /** Of the settings in `GET /host`, of the host's software in the host database. */
  version: z.string()
};
export const offerNames = { address: 'unlockhash' } as const;
