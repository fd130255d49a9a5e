import * as z from 'zod/mini';
import { record } from './record';
import { currency, float, int, u64 } from './values';

/**
 * What the renter may spend in a period and wants for it. Sizes in bytes, times in blocks, rates in bytes per block. The
 * `max…` limits exist in newer daemons only; 0 means no limit.
 */
export const allowance = record({
  /** For all contracts of one period. */
  funds: currency,
  hosts: int,
  period: u64,
  /** The end of a period, in which contracts are renewed. */
  renewWindow: u64,
  expectedStorage: u64,
  expectedUpload: u64,
  expectedDownload: u64,
  /** Raw storage is the expected storage times this. */
  expectedRedundancy: float,
  maxPeriodChurn: z.optional(u64),
  maxRpcPrice: z.optional(currency),
  maxContractPrice: z.optional(currency),
  maxDownloadBandwidthPrice: z.optional(currency),
  maxSectorAccessPrice: z.optional(currency),
  maxStoragePrice: z.optional(currency),
  maxUploadBandwidthPrice: z.optional(currency)
});
export type Allowance = z.output<typeof allowance>;
