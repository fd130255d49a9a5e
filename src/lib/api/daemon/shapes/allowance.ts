import * as z from 'zod/mini';
import { record } from './record';
import { currency, float, u64 } from './values';

/**
 * The renter's budget and storage requirements. Sizes in bytes, times in blocks, rates in bytes per block. The `max…`
 * limits exist only in newer daemons; 0 means no limit.
 */
export const allowance = record({
  /** For all contracts of a period. */
  funds: currency,
  hosts: u64,
  period: u64,
  /** Blocks before a contract's end during which it is renewed. */
  renewWindow: u64,
  expectedStorage: u64,
  expectedUpload: u64,
  expectedDownload: u64,
  /** Ratio of raw to expected storage. */
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
