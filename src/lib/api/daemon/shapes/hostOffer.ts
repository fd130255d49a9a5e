import * as z from 'zod/mini';
import { converted, type JsonCodec } from '../../schemas/codec';
import { address } from '../../schemas/scalars';
import { currency, u64 } from './values';

const NANOSECONDS = 1_000_000_000n;

/**
 * Seconds. Documented as seconds, but real daemons return nanoseconds; values of 31 years or more are treated as
 * nanoseconds. Parameters are always in seconds.
 */
export const accountExpiry: JsonCodec<bigint> = converted(
  u64,
  (given) => (given < NANOSECONDS ? given : given / NANOSECONDS),
  (seconds) => seconds
);

/**
 * A host's public settings: our host's in `GET /host`, others' in the host database. The values are claimed by the host
 * and unbounded, so large integers are exact. Sizes in bytes, times in blocks, storage prices in hastings per byte per
 * block, bandwidth prices in hastings per byte.
 */
export const offerShape = {
  acceptingContracts: z.boolean(),
  maxDownloadBatchSize: u64,
  /** A contract's proof window must end before the current height plus this value. */
  maxDuration: u64,
  maxReviseBatchSize: u64,
  netAddress: z.string(),
  /** Claimed by the host. */
  remainingStorage: u64,
  /** The smallest unit of transfer. */
  sectorSize: u64,
  /** Claimed by the host. */
  totalStorage: u64,
  /** The host's payout address. */
  address,
  /** The shortest accepted proof window. */
  windowSize: u64,
  collateral: currency,
  /** Per contract. */
  maxCollateral: currency,
  contractPrice: currency,
  downloadBandwidthPrice: currency,
  storagePrice: currency,
  uploadBandwidthPrice: currency,
  /** Per RPC; newer daemons only. */
  baseRpcPrice: z.optional(currency),
  /** Per sector read; newer daemons only. */
  sectorAccessPrice: z.optional(currency),
  /** Seconds of inactivity after which an account is deleted, 0 means never; newer daemons only. */
  ephemeralAccountExpiry: z.optional(accountExpiry),
  /** Newer daemons only. */
  maxEphemeralAccountBalance: z.optional(currency),
  /** Port of the newer protocol, as text; newer daemons only. */
  siamuxPort: z.optional(z.string()),
  /** Incremented with every change. */
  revisionNumber: u64,
  /** Version of the settings in `GET /host`; of the host's software in the host database. */
  version: z.string()
};
export const offerNames = { address: 'unlockhash' } as const;
