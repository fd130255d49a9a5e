import * as z from 'zod/mini';
import { hastings } from '$lib/chain/currency/currency';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { converted, type JsonCodec } from '../schemas/codec';
import { fileContractId, hash256 } from '../schemas/scalars';
import { parseTimestamp } from '../schemas/timestamp';
import { allowance } from './shapes/allowance';
import { hostKey } from './shapes/hostKey';
import { isWireObject, record, reshaped } from './shapes/record';
import { coinOutput, transaction } from './shapes/transactions';
import { currency, float, int, list, listOrNull, missingAs, seconds, u64, wrappedHeight } from './shapes/values';

/** Cost of account maintenance. */
const maintenanceSpending = record({
  accountBalanceCost: currency,
  fundAccountCost: currency,
  updatePriceTableCost: currency
});

/** Spending in the current period. */
const financialMetrics = reshaped(
  record({
    contractFees: currency,
    downloadSpending: currency,
    fundAccountSpending: missingAs(currency, hastings(0n)),
    maintenanceSpending,
    storageSpending: currency,
    /** Funds put into contracts, spent or not. */
    totalAllocated: currency,
    uploadSpending: currency,
    unspent: currency,
    /** Locked in contracts of the last period, until {@link releaseBlock}. */
    withheldFunds: z.optional(currency),
    /** Height. */
    releaseBlock: z.optional(int),
    previousSpending: z.optional(currency)
  }),
  (wire) => ({ ...wire, totalallocated: wire.totalallocated ?? wire.contractspending }),
  (wire) => ({ ...wire, contractspending: wire.totalallocated })
);
export type RenterFinancialMetrics = z.output<typeof financialMetrics>;

/** Unix seconds or RFC 3339 text; 0 for none, which some daemons encode as the year 1. */
const endOfPause: JsonCodec<UnixSeconds> = converted(
  z.union([z.number(), z.bigint(), z.string()]),
  (given) => {
    const isText = typeof given === 'string' && !/^-?\d+$/.test(given);
    const time = isText ? parseTimestamp(given) : unixSeconds(Number(given));
    return time > 0 ? time : unixSeconds(0);
  },
  (time) => time
);

const uploadsStatus = reshaped(
  record(
    {
      /** Uploads and repairs are paused. */
      paused: z.boolean(),
      /** When they resume automatically; 0 if unknown. */
      pauseEndTime: missingAs(endOfPause, unixSeconds(0))
    },
    { paused: 'pause' }
  ),
  (wire) => ({ ...wire, pause: wire.pause ?? wire.paused })
);

const settings = record({
  allowance,
  /** Bytes per second; 0 means unlimited. */
  maxUploadSpeed: u64,
  /** Bytes per second; 0 means unlimited. */
  maxDownloadSpeed: u64,
  /** Pieces cached while streaming; older daemons only. */
  streamCacheSize: z.optional(u64),
  /** Allow only one host per subnet; newer daemons only. */
  ipViolationCheck: z.optional(z.boolean())
});

/** A memory manager, in bytes. Memory that is not available is in use. */
const memoryShape = {
  available: u64,
  base: u64,
  /** Requested by work that is waiting for memory. */
  requested: u64,
  /** Including the reserve, for work that a user is waiting for. */
  priorityAvailable: u64,
  priorityBase: u64,
  priorityRequested: u64,
  priorityReserve: u64
};
const memoryManager = record(memoryShape);
export type MemoryManager = z.output<typeof memoryManager>;

/** The totals, and the individual managers. */
const memoryStatus = record({
  ...memoryShape,
  registry: memoryManager,
  userUpload: memoryManager,
  userDownload: memoryManager,
  /** Repairs and other background work. */
  system: memoryManager
});
export type MemoryStatus = z.output<typeof memoryStatus>;

/** The response of `GET /renter`. */
export const renterStatus = reshaped(
  record({
    settings,
    financialMetrics,
    /** Start height of the period; negative in real daemons on a chain younger than a period. */
    currentPeriod: wrappedHeight,
    /** Start height of the next period. */
    nextPeriod: wrappedHeight,
    uploadsStatus,
    /** Undocumented; newer daemons only. */
    memoryStatus: z.optional(memoryStatus)
  }),
  // Real daemons return it within the settings.
  (wire) => ({
    ...wire,
    uploadsstatus: wire.uploadsstatus ?? (isWireObject(wire.settings) ? wire.settings.uploadsstatus : undefined)
  })
);
export type RenterStatus = z.output<typeof renterStatus>;

/** A contract from the renter's side. Amounts are totals since formation. */
export const renterContract = reshaped(
  record({
    id: fileContractId,
    hostPublicKey: hostKey,
    hostVersion: missingAs(z.string(), ''),
    netAddress: missingAs(z.string(), ''),
    /** Height. */
    startHeight: int,
    /** First height of the proof window. */
    endHeight: int,
    /** Bytes. */
    size: u64,
    /** Remaining funds. */
    renterFunds: currency,
    /** Total cost, including remaining funds. */
    totalCost: currency,
    fees: currency,
    downloadSpending: currency,
    uploadSpending: currency,
    storageSpending: currency,
    fundAccountSpending: missingAs(currency, hastings(0n)),
    maintenanceSpending: z.optional(maintenanceSpending),
    goodForUpload: z.boolean(),
    goodForRenew: z.boolean(),
    badContract: missingAs(z.boolean(), false),
    /** The latest transaction signed by both sides. */
    lastTransaction: z.optional(transaction)
  }),
  // Present twice, under names that differ only in case.
  (wire) => ({ ...wire, storagespending: wire.storagespending ?? wire.StorageSpending })
);
export type RenterContract = z.output<typeof renterContract>;

/** A contract found on the chain that the renter can recover. Heights are block heights. */
export const recoverableContract = record({
  id: fileContractId,
  hostPublicKey: hostKey,
  startHeight: int,
  inputParentId: z.optional(hash256),
  txnFee: missingAs(currency, hastings(0n)),
  /** Bytes. */
  filesize: u64,
  windowStart: int,
  windowEnd: int,
  payout: currency,
  validProofOutputs: list(coinOutput),
  missedProofOutputs: list(coinOutput)
});
export type RecoverableContract = z.output<typeof recoverableContract>;

const contracts = listOrNull(renterContract);

/**
 * Contracts by category. `contracts` and `inactive` are older summaries of the other categories. The data of
 * `refreshed` and `expiredRefreshed` is counted in their successors. Categories that were not requested are empty.
 */
export const renterContracts = record(
  {
    contracts,
    inactive: contracts,
    active: contracts,
    passive: contracts,
    refreshed: contracts,
    disabled: contracts,
    expired: contracts,
    expiredRefreshed: contracts,
    recoverable: listOrNull(recoverableContract)
  },
  {
    inactive: 'inactivecontracts',
    active: 'activecontracts',
    passive: 'passivecontracts',
    refreshed: 'refreshedcontracts',
    disabled: 'disabledcontracts',
    expired: 'expiredcontracts',
    expiredRefreshed: 'expiredrefreshedcontracts',
    recoverable: 'recoverablecontracts'
  }
);
export type RenterContracts = z.output<typeof renterContracts>;

/** A backup stored on hosts. */
export const uploadedBackup = record(
  {
    name: z.string(),
    uid: missingAs(z.string(), ''),
    creationDate: seconds,
    /** Bytes. */
    size: u64,
    /** In percent. */
    uploadProgress: z.optional(float)
  },
  { uid: 'UID' }
);
export type UploadedBackup = z.output<typeof uploadedBackup>;

/** A list, bare or under `backups`: both forms are decoded; the bare one is encoded. */
export const uploadedBackups: JsonCodec<UploadedBackup[]> = z.pipe(
  z.codec(z.unknown(), z.unknown(), {
    decode: (wire) => (isWireObject(wire) ? wire.backups : wire),
    encode: (items) => items
  }),
  list(uploadedBackup)
);

/** Backups, and which hosts are synchronized. */
export const backupStatus = record({
  backups: list(uploadedBackup),
  syncedHosts: listOrNull(hostKey),
  unsyncedHosts: listOrNull(hostKey)
});
