import * as z from 'zod/mini';
import { hastings } from '$lib/chain/currency/currency';
import { fileContractId, transactionId } from '../schemas/scalars';
import { hostKey } from './shapes/hostKey';
import { accountExpiry, offerNames, offerShape } from './shapes/hostOffer';
import { isWireObject, record, reshaped, type WireObject } from './shapes/record';
import { coinOutput } from './shapes/transactions';
import { bignum, currency, float, int, list, missingAs, u64 } from './shapes/values';

/** What everybody may know of this host. */
const externalSettings = record(offerShape, offerNames);

/**
 * What the host is told to do, by its owner. Sizes in bytes, times in blocks, storage prices in hastings per byte and
 * block, bandwidth prices in hastings per byte.
 */
const internalSettings = record({
  acceptingContracts: z.boolean(),
  maxDownloadBatchSize: u64,
  maxDuration: u64,
  maxReviseBatchSize: u64,
  /** Empty: found out by itself. */
  netAddress: z.string(),
  windowSize: u64,
  collateral: currency,
  /** Over all contracts. */
  collateralBudget: currency,
  /** For one contract. */
  maxCollateral: currency,
  /** For every call. */
  minBaseRpcPrice: currency,
  minContractPrice: currency,
  minDownloadBandwidthPrice: currency,
  /** For every sector that is read. */
  minSectorAccessPrice: currency,
  minStoragePrice: currency,
  minUploadBandwidthPrice: currency,
  /** Seconds without use until an account is deleted; 0 means never. */
  ephemeralAccountExpiry: accountExpiry,
  /** The most that may be paid into one account. */
  maxEphemeralAccountBalance: currency,
  /** The most the host risks on withdrawals that it has not written down yet. */
  maxEphemeralAccountRisk: currency,
  /** Bytes; an entry takes 256. 0: no registry. */
  registrySize: missingAs(u64, 0n),
  /** Empty: the usual place. */
  customRegistryPath: missingAs(z.string(), '')
});
export type HostInternalSettings = z.output<typeof internalSettings>;

/** What the host earned, may still earn, has locked and has lost; all but the count are amounts. */
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

/** Calls that renters made, by kind. */
const networkMetrics = record({
  downloadCalls: int,
  errorCalls: int,
  formContractCalls: int,
  renewCalls: int,
  reviseCalls: int,
  settingsCalls: int,
  unrecognizedCalls: int
});

/** What single operations cost; in hastings where nothing else is said. */
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
    /** Per byte and time. */
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
    /** Per byte and block, for new data only. */
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
  // The document itself knows two spellings of these.
  (wire) => ({
    ...wire,
    validity: wire.validity ?? wire.expiry,
    dropsectorsbasecost: wire.dropsectorsbasecost ?? wire.dropsectorbasecost,
    dropsectorsunitcost: wire.dropsectorsunitcost ?? wire.dropsectorunitcost
  })
);

/** Everything the daemon says of its host. */
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
  // The document has the registry's settings with the external ones, real daemons with the internal ones.
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

/** A contract from the host's side. Heights are of blocks. */
export const storageObligation = record(
  {
    /** The id of its file contract. */
    id: fileContractId,
    /** Fees for its transactions. */
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
    /** The proof window opens. */
    expirationHeight: int,
    negotiationHeight: int,
    /** The proof has to be in a block by then. */
    proofDeadline: int,
    /** `obligationUnresolved`, `obligationSucceeded`, `obligationFailed` or `obligationRejected`. */
    obligationStatus: z.string(),
    originConfirmed: z.boolean(),
    proofConfirmed: z.boolean(),
    proofConstructed: z.boolean(),
    revisionConfirmed: z.boolean(),
    revisionConstructed: z.boolean(),
    /** Who is paid what when the proof is confirmed: renter, host. */
    validProofOutputs: list(coinOutput),
    /** Who is paid what otherwise: renter, host, nobody. */
    missedProofOutputs: list(coinOutput)
  },
  { id: 'obligationid' }
);
export type StorageObligation = z.output<typeof storageObligation>;

/** A directory whose disk space the host sells; sizes in bytes. */
export const storageFolder = record(
  {
    path: z.string(),
    capacity: u64,
    capacityRemaining: u64,
    failedReads: int,
    failedWrites: int,
    successfulReads: int,
    successfulWrites: int,
    /** How far an operation on the folder has come, of `progressDenominator`; both 0 when there is none. */
    progressNumerator: missingAs(u64, 0n),
    progressDenominator: missingAs(u64, 0n)
  },
  { progressNumerator: 'ProgressNumerator', progressDenominator: 'ProgressDenominator' }
);
export type StorageFolder = z.output<typeof storageFolder>;

/** What the host's score would be. */
export const scoreEstimate = record({
  /** Only comparable with scores of the same host database. */
  estimatedScore: bignum,
  /** How likely the host is to be chosen, per cent. */
  conversionRate: float
});
export type ScoreEstimate = z.output<typeof scoreEstimate>;
