import * as z from 'zod/mini';
import { hastings } from '$lib/chain/currency/currency';
import { fileContractId, transactionId } from '../schemas/scalars';
import { hostKey } from './shapes/hostKey';
import { accountExpiry, offerNames, offerShape } from './shapes/hostOffer';
import { isWireObject, record, reshaped, type WireObject } from './shapes/record';
import { coinOutput } from './shapes/transactions';
import { bignum, currency, float, int, list, missingAs, u64 } from './shapes/values';

/** The host's public settings. */
const externalSettings = record(offerShape, offerNames);

/**
 * The host's configuration. Sizes in bytes, times in blocks, storage prices in hastings per byte per block, bandwidth
 * prices in hastings per byte.
 */
const internalSettings = record({
  acceptingContracts: z.boolean(),
  maxDownloadBatchSize: u64,
  maxDuration: u64,
  maxReviseBatchSize: u64,
  /** Empty: detected automatically. */
  netAddress: z.string(),
  windowSize: u64,
  collateral: currency,
  /** Total for all contracts. */
  collateralBudget: currency,
  /** Per contract. */
  maxCollateral: currency,
  /** Per RPC. */
  minBaseRpcPrice: currency,
  minContractPrice: currency,
  minDownloadBandwidthPrice: currency,
  /** Per sector read. */
  minSectorAccessPrice: currency,
  minStoragePrice: currency,
  minUploadBandwidthPrice: currency,
  /** Seconds of inactivity after which an account is deleted; 0 means never. */
  ephemeralAccountExpiry: accountExpiry,
  /** Maximum balance of one account. */
  maxEphemeralAccountBalance: currency,
  /** Maximum total of withdrawals not yet written to disk. */
  maxEphemeralAccountRisk: currency,
  /** Bytes, 256 per entry; 0 means no registry. */
  registrySize: missingAs(u64, 0n),
  /** Empty: the default location. */
  customRegistryPath: missingAs(z.string(), '')
});
export type HostInternalSettings = z.output<typeof internalSettings>;

/** Earned, potential, locked and lost amounts. */
const financialMetrics = record({
  /** Open contracts. */
  contractCount: int,
  accountFunding: z.optional(currency),
  potentialAccountFunding: z.optional(currency),
  contractCompensation: currency,
  potentialContractCompensation: currency,
  lockedStorageCollateral: currency,
  lostRevenue: currency,
  lostStorageCollateral: currency,
  potentialStorageRevenue: currency,
  riskedStorageCollateral: currency,
  storageRevenue: currency,
  transactionFeeExpenses: currency,
  downloadBandwidthRevenue: currency,
  potentialDownloadBandwidthRevenue: currency,
  potentialUploadBandwidthRevenue: currency,
  uploadBandwidthRevenue: currency
});
export type HostFinancialMetrics = z.output<typeof financialMetrics>;

/** RPC counts by kind. */
const networkMetrics = record({
  downloadCalls: int,
  errorCalls: int,
  formContractCalls: int,
  renewCalls: int,
  reviseCalls: int,
  settingsCalls: int,
  unrecognizedCalls: int
});

/** Prices of single operations; hastings unless noted. */
const priceTable = reshaped(
  record({
    uid: z.string(),
    /** Nanoseconds. */
    validity: u64,
    hostBlockHeight: int,
    updatePriceTableCost: currency,
    accountBalanceCost: currency,
    fundAccountCost: currency,
    latestRevisionCost: currency,
    initBaseCost: currency,
    /** Per byte per unit of time. */
    memoryTimeCost: currency,
    /** Per byte. */
    collateralCost: missingAs(currency, hastings(0n)),
    /** Per byte. */
    downloadBandwidthCost: currency,
    /** Per byte. */
    uploadBandwidthCost: currency,
    dropSectorsBaseCost: currency,
    /** Per sector. */
    dropSectorsUnitCost: currency,
    hasSectorBaseCost: currency,
    readBaseCost: currency,
    /** Per byte. */
    readLengthCost: currency,
    revisionBaseCost: currency,
    swapSectorCost: currency,
    writeBaseCost: currency,
    /** Per byte. */
    writeLengthCost: currency,
    /** Per byte per block, for new data only. */
    writeStoreCost: currency,
    /** Per byte. */
    txnFeeMinRecommended: currency,
    /** Per byte. */
    txnFeeMaxRecommended: currency,
    registryEntriesLeft: u64,
    registryEntriesTotal: u64,
    subscriptionMemoryCost: z.optional(currency),
    subscriptionNotificationCost: z.optional(currency),
    renewContractCost: z.optional(currency),
    contractPrice: z.optional(currency),
    maxCollateral: z.optional(currency),
    maxDuration: z.optional(u64),
    windowSize: z.optional(u64)
  }),
  // The API documentation itself spells these in two ways.
  (wire) => ({
    ...wire,
    validity: wire.validity ?? wire.expiry,
    dropsectorsbasecost: wire.dropsectorsbasecost ?? wire.dropsectorbasecost,
    dropsectorsunitcost: wire.dropsectorsunitcost ?? wire.dropsectorunitcost
  })
);

/** The response of `GET /host`. */
export const hostStatus = reshaped(
  record({
    externalSettings,
    financialMetrics,
    internalSettings,
    networkMetrics,
    /** `checking`, `connectable` or `not connectable`. */
    connectabilityStatus: z.string(),
    /** `checking`, `working` or `not working`. */
    workingStatus: z.string(),
    publicKey: hostKey,
    priceTable
  }),
  // The registry settings are external according to the API documentation, internal in real daemons.
  (wire) => ({ ...wire, internalsettings: withRegistry(wire.internalsettings, wire.externalsettings) }),
  (wire) => ({ ...wire, externalsettings: withRegistry(wire.externalsettings, wire.internalsettings) })
);
export type HostStatus = z.output<typeof hostStatus>;

function withRegistry(settings: unknown, others: unknown): unknown {
  if (!isWireObject(settings) || !isWireObject(others)) return settings;
  return { ...registryOf(others), ...settings };
}

const registryOf = ({ registrysize, customregistrypath }: WireObject): WireObject => ({
  registrysize,
  customregistrypath
});

/** A contract from the host's side. Heights are block heights. */
export const storageObligation = record(
  {
    /** The id of the file contract. */
    id: fileContractId,
    /** Transaction fees. */
    contractCost: currency,
    /** Bytes. */
    dataSize: u64,
    lockedCollateral: currency,
    potentialAccountFunding: missingAs(currency, hastings(0n)),
    potentialDownloadRevenue: currency,
    potentialStorageRevenue: currency,
    potentialUploadRevenue: currency,
    riskedCollateral: currency,
    revisionNumber: u64,
    sectorRootsCount: int,
    transactionFeesAdded: currency,
    transactionId: z.optional(transactionId),
    /** First height of the proof window. */
    expirationHeight: int,
    negotiationHeight: int,
    /** Height by which the proof must be in a block. */
    proofDeadline: int,
    /** `obligationUnresolved`, `obligationSucceeded`, `obligationFailed` or `obligationRejected`. */
    obligationStatus: z.string(),
    originConfirmed: z.boolean(),
    proofConfirmed: z.boolean(),
    proofConstructed: z.boolean(),
    revisionConfirmed: z.boolean(),
    revisionConstructed: z.boolean(),
    /** Payouts if the proof is confirmed: renter, host. */
    validProofOutputs: list(coinOutput),
    /** Payouts otherwise: renter, host, void. */
    missedProofOutputs: list(coinOutput)
  },
  { id: 'obligationid' }
);
export type StorageObligation = z.output<typeof storageObligation>;

/** A storage folder; sizes in bytes. */
export const storageFolder = record(
  {
    /** The daemon's number for the folder; newer daemons only. */
    index: z.optional(int),
    path: z.string(),
    capacity: u64,
    capacityRemaining: u64,
    failedReads: int,
    failedWrites: int,
    successfulReads: int,
    successfulWrites: int,
    /** Progress of an operation on the folder, out of `progressDenominator`; both 0 when idle. */
    progressNumerator: missingAs(u64, 0n),
    progressDenominator: missingAs(u64, 0n)
  },
  { progressNumerator: 'ProgressNumerator', progressDenominator: 'ProgressDenominator' }
);
export type StorageFolder = z.output<typeof storageFolder>;

/** An estimated score. */
export const scoreEstimate = record({
  /** Comparable only with scores of the same host database. */
  estimatedScore: bignum,
  /** Probability of being picked, in percent. */
  conversionRate: float
});
export type ScoreEstimate = z.output<typeof scoreEstimate>;
