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

/** Paid to keep accounts with hosts going. */
const maintenanceSpending = record({
  accountBalanceCost: currency,
  fundAccountCost: currency,
  updatePriceTableCost: currency
});

/** Where the allowance of the current period went. */
const financialMetrics = reshaped(
  record({
    contractFees: currency,
    downloadSpending: currency,
    fundAccountSpending: missingAs(currency, hastings(0n)),
    maintenanceSpending,
    storageSpending: currency,
    /** Put into contracts, spent or not. */
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

/** Unix seconds; an RFC 3339 text is read too. Never (0) where a daemon has none, which it may write as the year 1. */
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
      /** No uploads and no repairs. */
      paused: z.boolean(),
      /** When they go on by themselves; 0 where that is not said. */
      pauseEndTime: missingAs(endOfPause, unixSeconds(0))
    },
    { paused: 'pause' }
  ),
  (wire) => ({ ...wire, pause: wire.pause ?? wire.paused })
);

const settings = record({
  allowance,
  /** Bytes per second; 0 means unlimited. */
  maxUploadSpeed: int,
  /** Bytes per second; 0 means unlimited. */
  maxDownloadSpeed: int,
  /** Pieces kept while streaming; older daemons only. */
  streamCacheSize: z.optional(int),
  /** No two hosts of one subnet; newer daemons only. */
  ipViolationCheck: z.optional(z.boolean())
});

/** Everything the daemon says of its renter. */
export const renterStatus = reshaped(
  record({
    settings,
    financialMetrics,
    /** Height at which the period began; on a chain younger than a period, real daemons begin it before genesis. */
    currentPeriod: wrappedHeight,
    /** Height at which the next one begins. */
    nextPeriod: wrappedHeight,
    uploadsStatus
  }),
  // Real daemons keep it among the settings.
  (wire) => ({
    ...wire,
    uploadsstatus: wire.uploadsstatus ?? (isWireObject(wire.settings) ? wire.settings.uploadsstatus : undefined)
  })
);
export type RenterStatus = z.output<typeof renterStatus>;

/** A contract from the renter's side. Amounts count from its beginning. */
export const renterContract = reshaped(
  record({
    id: fileContractId,
    hostPublicKey: hostKey,
    hostVersion: missingAs(z.string(), ''),
    netAddress: missingAs(z.string(), ''),
    /** Height. */
    startHeight: int,
    /** Height at which the proof window opens. */
    endHeight: int,
    /** Bytes. */
    size: u64,
    /** What the renter has left in it. */
    renterFunds: currency,
    /** Everything it cost, what is left included. */
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
    /** The newest transaction both sides signed. */
    lastTransaction: z.optional(transaction)
  }),
  // Said twice, under names that differ only by case.
  (wire) => ({ ...wire, storagespending: wire.storagespending ?? wire.StorageSpending })
);
export type RenterContract = z.output<typeof renterContract>;

/** A contract found on the chain that the renter could make its own again. Heights are of blocks. */
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
 * Contracts by category. `contracts` and `inactive` are older summaries that hold them again. `refreshed` and
 * `expiredRefreshed` have data that is counted elsewhere. Those not asked for are empty.
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

/** A backup of the renter's files that hosts keep. */
export const uploadedBackup = record(
  {
    name: z.string(),
    uid: missingAs(z.string(), ''),
    creationDate: seconds,
    /** Bytes. */
    size: u64,
    /** Per cent. */
    uploadProgress: z.optional(float)
  },
  { uid: 'UID' }
);
export type UploadedBackup = z.output<typeof uploadedBackup>;

/** A list, alone or under `backups`: read in both forms, written alone. */
export const uploadedBackups: JsonCodec<UploadedBackup[]> = z.pipe(
  z.codec(z.unknown(), z.unknown(), {
    decode: (wire) => (isWireObject(wire) ? wire.backups : wire),
    encode: (items) => items
  }),
  list(uploadedBackup)
);

/** How far the hosts know of the backups. */
export const backupStatus = record({
  backups: list(uploadedBackup),
  syncedHosts: listOrNull(hostKey),
  unsyncedHosts: listOrNull(hostKey)
});
