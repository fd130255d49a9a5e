import type { HostInternalSettings } from '$lib/api/daemon/host';
import { REGISTRY_ENTRY_BYTES, REGISTRY_PAGE_BYTES } from '$lib/api/daemon/hostLimits';
import type { HostdbEntry } from '$lib/api/daemon/hostdb';
import { MAX_HASTINGS } from '$lib/chain/currency/currency';
import { durationUnits } from '$lib/chain/currency/durationUnits';
import {
  CALL_PRICE_UNITS,
  COIN_UNITS,
  SIZE_UNITS,
  STORAGE_PRICE_UNITS,
  TRAFFIC_PRICE_UNITS,
  type Unit
} from '$lib/chain/currency/quantity';

/** Units of the registry's size; their base is bytes. */
const REGISTRY_UNITS: readonly Unit[] = [
  { symbol: 'entries', one: 'entry', numerator: REGISTRY_ENTRY_BYTES, denominator: 1n },
  ...SIZE_UNITS
];

/** A numeric setting in base units: hastings, hastings per byte and block, bytes, blocks. */
interface QuantitySetting {
  readonly kind: 'quantity';
  /** Available units; the first is the usual one. */
  readonly units: readonly Unit[];
  /** Counted in blocks; {@link unitsOf} derives the units from the network's block time. */
  readonly isDuration?: true;
  /** The initial unit; by default the one that suits the value. */
  readonly unit?: Unit;
  /** Minimum useful value, and the maximum that daemons can decode. */
  readonly min: bigint;
  readonly max: bigint;
  /** The corresponding price in the host database. */
  readonly ofHost?: (host: HostdbEntry) => bigint | undefined;
  /** A new daemon's default. */
  readonly initial: bigint;
}
interface SwitchSetting {
  readonly kind: 'switch';
}
interface TextSetting {
  readonly kind: 'text';
}

type Setting = QuantitySetting | SwitchSetting | TextSetting;

/** Numbers other than currency are encoded as signed 64-bit integers. */
const MAX_INTEGER = (1n << 63n) - 1n;

const currency = { kind: 'quantity', min: 0n, max: MAX_HASTINGS } as const;
const amount = { ...currency, units: COIN_UNITS, unit: COIN_UNITS[0] } as const;
const perByteAndBlock = { ...currency, units: STORAGE_PRICE_UNITS, unit: STORAGE_PRICE_UNITS[0] } as const;
const perByte = { ...currency, units: TRAFFIC_PRICE_UNITS, unit: TRAFFIC_PRICE_UNITS[0] } as const;
const perCall = { ...currency, units: CALL_PRICE_UNITS, unit: CALL_PRICE_UNITS[0] } as const;
const blocks = { kind: 'quantity', units: durationUnits(), isDuration: true, min: 1n, max: MAX_INTEGER } as const;
const bytes = { kind: 'quantity', units: SIZE_UNITS, min: 0n, max: MAX_INTEGER } as const;

const SC = 10n ** 24n;

/** Every host setting that can be changed. */
export const HOST_SETTINGS = {
  acceptingContracts: {
    kind: 'switch'
  },
  netAddress: {
    kind: 'text'
  },
  maxDuration: {
    ...blocks,
    ofHost: (host) => host.maxDuration,
    initial: 25_920n
  },
  minStoragePrice: {
    ...perByteAndBlock,
    ofHost: (host) => host.storagePrice,
    initial: 11_574_074_074n
  },
  minDownloadBandwidthPrice: {
    ...perByte,
    ofHost: (host) => host.downloadBandwidthPrice,
    initial: 25n * 10n ** 12n
  },
  minUploadBandwidthPrice: {
    ...perByte,
    ofHost: (host) => host.uploadBandwidthPrice,
    initial: 10n ** 12n
  },
  minContractPrice: {
    ...amount,
    ofHost: (host) => host.contractPrice,
    initial: SC / 20n
  },
  collateral: {
    ...perByteAndBlock,
    ofHost: (host) => host.collateral,
    initial: 23_148_148_148n
  },
  maxCollateral: {
    ...amount,
    ofHost: (host) => host.maxCollateral,
    initial: 5000n * SC
  },
  collateralBudget: {
    ...amount,
    initial: 100_000n * SC
  },
  windowSize: {
    ...blocks,
    ofHost: (host) => host.windowSize,
    initial: 144n
  },
  minBaseRpcPrice: {
    ...perCall,
    ofHost: (host) => host.baseRpcPrice,
    initial: 10n ** 17n
  },
  minSectorAccessPrice: {
    ...perCall,
    ofHost: (host) => host.sectorAccessPrice,
    initial: 2n * 10n ** 18n
  },
  maxEphemeralAccountBalance: {
    ...amount,
    ofHost: (host) => host.maxEphemeralAccountBalance,
    initial: SC
  },
  maxEphemeralAccountRisk: {
    ...amount,
    initial: 5n * SC
  },
  maxDownloadBatchSize: {
    ...bytes,
    ofHost: (host) => host.maxDownloadBatchSize,
    initial: 17_825_792n
  },
  maxReviseBatchSize: {
    ...bytes,
    ofHost: (host) => host.maxReviseBatchSize,
    initial: 17_825_792n
  },
  registrySize: {
    ...bytes,
    units: REGISTRY_UNITS,
    unit: REGISTRY_UNITS[0],
    max: MAX_INTEGER - (MAX_INTEGER % REGISTRY_PAGE_BYTES),
    initial: 0n
  },
  customRegistryPath: {
    kind: 'text'
  }
} as const satisfies Partial<Record<keyof HostInternalSettings, Setting>>;

export type HostSettings = typeof HOST_SETTINGS;
export type SettingName = keyof HostSettings;
export const SETTING_NAMES = Object.keys(HOST_SETTINGS) as readonly SettingName[];

type NamesOf<Kind extends Setting['kind']> = {
  [Name in SettingName]: HostSettings[Name]['kind'] extends Kind ? Name : never;
}[SettingName];
export type QuantityName = NamesOf<'quantity'>;
export const QUANTITY_NAMES = SETTING_NAMES.filter(
  (name): name is QuantityName => HOST_SETTINGS[name].kind === 'quantity'
);

/** Units of a setting on a network with this block time. */
export const unitsOf = (
  { units, isDuration }: Pick<QuantitySetting, 'units' | 'isDuration'>,
  blockSeconds: number | undefined
): readonly Unit[] => (isDuration ? durationUnits(blockSeconds) : units);

/** Values of all these settings, in the API's units. */
export type SettingValues = Pick<HostInternalSettings, SettingName>;

export type SettingGroup = 'offer' | 'prices' | 'collateral' | 'calls' | 'accounts' | 'proofs';

/** The sections of the form; `advanced` ones are collapsed initially. */
export const SETTING_GROUPS: readonly {
  readonly group: SettingGroup;
  readonly advanced?: true;
  readonly names: readonly SettingName[];
}[] = [
  { group: 'offer', names: ['acceptingContracts', 'netAddress', 'maxDuration'] },
  {
    group: 'prices',
    names: ['minStoragePrice', 'minDownloadBandwidthPrice', 'minUploadBandwidthPrice', 'minContractPrice']
  },
  { group: 'collateral', names: ['collateral', 'maxCollateral', 'collateralBudget'] },
  {
    group: 'calls',
    advanced: true,
    names: ['minBaseRpcPrice', 'minSectorAccessPrice', 'maxDownloadBatchSize', 'maxReviseBatchSize']
  },
  { group: 'accounts', advanced: true, names: ['maxEphemeralAccountBalance', 'maxEphemeralAccountRisk'] },
  { group: 'proofs', advanced: true, names: ['windowSize', 'registrySize', 'customRegistryPath'] }
];
