import type { HostInternalSettings, HostStatus } from '$lib/api/daemon/host';
import { REGISTRY_ENTRY_BYTES, SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
import { reservedBy, hostAddress, type HostState } from './state';

type ExternalSettings = HostStatus['externalSettings'];
type PriceTable = HostStatus['priceTable'];

/** The host version that is announced to renters; its rules apply to the settings. */
const SETTINGS_VERSION = '1.5.9';
/** Assumed size of a contract's transactions, for the contract price. */
const CONTRACT_BYTES = 5_000n;
/** Validity of a price table in nanoseconds. */
const PRICE_TABLE_VALIDITY = 600_000_000_000n;
/** Typical size of a revision on the wire. */
const REVISION_BYTES = 2_048n;
const REVISION_BASE_COST = 10n ** 17n;
const ONE = hastings(1n);

/** Transaction fees per byte, in hastings. */
export interface FeeRange {
  readonly min: Hastings;
  readonly max: Hastings;
}

/** From the node's recommended fee to three times that, for transactions with a deadline. */
export const feeRange = (recommended: bigint): FeeRange => ({
  min: hastings(recommended),
  max: hastings(3n * recommended)
});

const smaller = (a: bigint, b: bigint): Hastings => hastings(a < b ? a : b);
const larger = (a: bigint, b: bigint): Hastings => hastings(a > b ? a : b);

/** The configured minimum, or the cost of the contract's transactions if that is higher. */
export const contractPrice = ({ minContractPrice }: HostInternalSettings, { max }: FeeRange): Hastings =>
  larger(minContractPrice, max * CONTRACT_BYTES);

/** Unused part of the host's collateral budget. */
export const freeBudget = (state: HostState): Hastings =>
  larger(state.settings.collateralBudget - reservedBy(state).locked, 0n);

/**
 * The host's settings as renters receive them.
 * @param room free sectors
 */
export function externalSettings(
  state: HostState,
  fees: FeeRange,
  room: { readonly total: number; readonly free: number },
  address: Address
): ExternalSettings {
  const { settings } = state;
  return {
    acceptingContracts: settings.acceptingContracts,
    maxDownloadBatchSize: settings.maxDownloadBatchSize,
    maxDuration: settings.maxDuration,
    maxReviseBatchSize: settings.maxReviseBatchSize,
    netAddress: hostAddress(state),
    remainingStorage: BigInt(room.free) * SECTOR_BYTES,
    sectorSize: SECTOR_BYTES,
    totalStorage: BigInt(room.total) * SECTOR_BYTES,
    address,
    windowSize: settings.windowSize,
    collateral: settings.collateral,
    maxCollateral: smaller(settings.maxCollateral, freeBudget(state)),
    contractPrice: contractPrice(settings, fees),
    downloadBandwidthPrice: settings.minDownloadBandwidthPrice,
    storagePrice: settings.minStoragePrice,
    uploadBandwidthPrice: settings.minUploadBandwidthPrice,
    baseRpcPrice: settings.minBaseRpcPrice,
    sectorAccessPrice: settings.minSectorAccessPrice,
    ephemeralAccountExpiry: settings.ephemeralAccountExpiry,
    maxEphemeralAccountBalance: settings.maxEphemeralAccountBalance,
    revisionNumber: state.revisionNumber,
    version: SETTINGS_VERSION
  };
}

/** Prices of single operations, derived from the settings as daemons derive them. */
export function priceTable(state: HostState, fees: FeeRange, height: Height, usedEntries: bigint): PriceTable {
  const { settings } = state;
  const download = settings.minDownloadBandwidthPrice;
  const entries = settings.registrySize / REGISTRY_ENTRY_BYTES;
  return {
    uid: '0'.repeat(32),
    validity: PRICE_TABLE_VALIDITY,
    hostBlockHeight: height,
    updatePriceTableCost: ONE,
    accountBalanceCost: ONE,
    fundAccountCost: ONE,
    latestRevisionCost: hastings(REVISION_BASE_COST + download * REVISION_BYTES),
    subscriptionMemoryCost: ONE,
    subscriptionNotificationCost: ONE,
    initBaseCost: settings.minBaseRpcPrice,
    memoryTimeCost: ONE,
    downloadBandwidthCost: download,
    uploadBandwidthCost: settings.minUploadBandwidthPrice,
    dropSectorsBaseCost: ONE,
    dropSectorsUnitCost: ONE,
    hasSectorBaseCost: ONE,
    readBaseCost: settings.minSectorAccessPrice,
    readLengthCost: ONE,
    renewContractCost: hastings(REVISION_BASE_COST),
    revisionBaseCost: hastings(0n),
    swapSectorCost: ONE,
    writeBaseCost: settings.minSectorAccessPrice,
    writeLengthCost: ONE,
    writeStoreCost: settings.minStoragePrice,
    txnFeeMinRecommended: fees.min,
    txnFeeMaxRecommended: fees.max,
    contractPrice: contractPrice(settings, fees),
    collateralCost: settings.collateral,
    maxCollateral: smaller(settings.maxCollateral, freeBudget(state)),
    maxDuration: settings.maxDuration,
    windowSize: settings.windowSize,
    registryEntriesLeft: entries > usedEntries ? entries - usedEntries : 0n,
    registryEntriesTotal: entries
  };
}
