import type { HostInternalSettings } from '$lib/api/daemon/host';
import { REGISTRY_ENTRY_BYTES, REGISTRY_PAGE_BYTES } from '$lib/api/daemon/hostLimits';
import type { HostdbEntry } from '$lib/api/daemon/hostdb';
import { MAX_HASTINGS } from '$lib/chain/currency/currency';
import {
  CALL_PRICE_UNITS,
  COIN_UNITS,
  DURATION_UNITS,
  SIZE_UNITS,
  STORAGE_PRICE_UNITS,
  TRAFFIC_PRICE_UNITS,
  type Unit
} from '$lib/chain/currency/quantity';

/** Base: bytes. */
const REGISTRY_UNITS: readonly Unit[] = [
  { symbol: 'entries', one: 'entry', numerator: REGISTRY_ENTRY_BYTES, denominator: 1n },
  ...SIZE_UNITS
];

/** A setting that is a number of base units: hastings, hastings per byte and block, bytes, blocks. */
interface QuantitySetting {
  readonly kind: 'quantity';
  /** Units to choose from; the first is the one most hosts speak in. */
  readonly units: readonly Unit[];
  /** The one to begin with, whatever the value; left out, the one in which the value reads best. */
  readonly unit?: Unit;
  /** The least value that makes sense, and the largest that the daemon can read. */
  readonly min: bigint;
  readonly max: bigint;
  /** What other hosts ask, where the host database tells. */
  readonly ofHost?: (host: HostdbEntry) => bigint | undefined;
  /** What a new daemon starts with. */
  readonly initial: bigint;
}
interface SwitchSetting {
  readonly kind: 'switch';
}
interface TextSetting {
  readonly kind: 'text';
}

interface SettingWords {
  readonly label: string;
  /** What it decides, in one sentence. */
  readonly explanation: string;
}

type Setting = SettingWords & (QuantitySetting | SwitchSetting | TextSetting);

/** Numbers that are no currency travel as signed 64-bit integers. */
const MAX_INTEGER = (1n << 63n) - 1n;

const currency = { kind: 'quantity', min: 0n, max: MAX_HASTINGS } as const;
const amount = { ...currency, units: COIN_UNITS, unit: COIN_UNITS[0] } as const;
const perByteAndBlock = { ...currency, units: STORAGE_PRICE_UNITS, unit: STORAGE_PRICE_UNITS[0] } as const;
const perByte = { ...currency, units: TRAFFIC_PRICE_UNITS, unit: TRAFFIC_PRICE_UNITS[0] } as const;
const perCall = { ...currency, units: CALL_PRICE_UNITS, unit: CALL_PRICE_UNITS[0] } as const;
const blocks = { kind: 'quantity', units: DURATION_UNITS, min: 1n, max: MAX_INTEGER } as const;
const bytes = { kind: 'quantity', units: SIZE_UNITS, min: 0n, max: MAX_INTEGER } as const;

const SC = 10n ** 24n;

/** Every setting of a host that can be changed. */
export const HOST_SETTINGS = {
  acceptingContracts: {
    kind: 'switch',
    label: 'Accept new contracts',
    explanation: 'Whether renters may form new contracts with this host; contracts it has run on either way.'
  },
  netAddress: {
    kind: 'text',
    label: 'Address for renters',
    explanation:
      'Where renters reach this host, as host:port; left empty, the host finds out its own address. Announce the host again after changing it.'
  },
  maxDuration: {
    ...blocks,
    label: 'Longest contract',
    explanation: 'How far ahead a contract may end, its time for the storage proof included.',
    ofHost: (host) => host.maxDuration,
    initial: 25_920n
  },
  minStoragePrice: {
    ...perByteAndBlock,
    label: 'Storage price',
    explanation: 'What renters pay at least for keeping their data, by its size and for as long as it stays.',
    ofHost: (host) => host.storagePrice,
    initial: 11_574_074_074n
  },
  minDownloadBandwidthPrice: {
    ...perByte,
    label: 'Download price',
    explanation: 'What renters pay at least for reading their data back from this host.',
    ofHost: (host) => host.downloadBandwidthPrice,
    initial: 25n * 10n ** 12n
  },
  minUploadBandwidthPrice: {
    ...perByte,
    label: 'Upload price',
    explanation: 'What renters pay at least for sending data to this host.',
    ofHost: (host) => host.uploadBandwidthPrice,
    initial: 10n ** 12n
  },
  minContractPrice: {
    ...amount,
    label: 'Contract price',
    explanation:
      'What a renter pays at least for forming a contract; the host asks for more while transaction fees are high.',
    ofHost: (host) => host.contractPrice,
    initial: SC / 20n
  },
  collateral: {
    ...perByteAndBlock,
    label: 'Collateral',
    explanation:
      'What this host puts down for the data it stores, and loses with it; renters prefer hosts that put down more.',
    ofHost: (host) => host.collateral,
    initial: 23_148_148_148n
  },
  maxCollateral: {
    ...amount,
    label: 'Most collateral in one contract',
    explanation: 'The most of its own coins this host puts into a single contract.',
    ofHost: (host) => host.maxCollateral,
    initial: 5000n * SC
  },
  collateralBudget: {
    ...amount,
    label: 'Collateral in all contracts',
    explanation: 'The most of its own coins this host ties up at a time, over all contracts together.',
    initial: 100_000n * SC
  },
  windowSize: {
    ...blocks,
    label: 'Time for the storage proof',
    explanation:
      'How long this host insists on having, after a contract ends, to prove that it still has the data; a host that is offline all that time loses the contract.',
    ofHost: (host) => host.windowSize,
    initial: 144n
  },
  minBaseRpcPrice: {
    ...perCall,
    label: 'Price of a call',
    explanation: 'Added to the price of traffic for each call a renter makes.',
    ofHost: (host) => host.baseRpcPrice,
    initial: 10n ** 17n
  },
  minSectorAccessPrice: {
    ...perCall,
    label: 'Price of reading a sector',
    explanation: 'Added to the price of traffic for each piece of data that is read from disk.',
    ofHost: (host) => host.sectorAccessPrice,
    initial: 2n * 10n ** 18n
  },
  maxEphemeralAccountBalance: {
    ...amount,
    label: 'Most coins in a prepaid account',
    explanation: 'How much a renter may pay into its account with this host in advance, to pay single calls from.',
    ofHost: (host) => host.maxEphemeralAccountBalance,
    initial: SC
  },
  maxEphemeralAccountRisk: {
    ...amount,
    label: 'Payments not yet on disk',
    explanation:
      'How much this host lets renters spend before it has written their payments down; beyond it, calls wait for the disk.',
    initial: 5n * SC
  },
  maxDownloadBatchSize: {
    ...bytes,
    label: 'Most data in one download call',
    explanation: 'The largest piece a renter may ask for at a time.',
    ofHost: (host) => host.maxDownloadBatchSize,
    initial: 17_825_792n
  },
  maxReviseBatchSize: {
    ...bytes,
    label: 'Most data in one upload call',
    explanation: 'The largest change of a contract, uploads above all, that a renter may send at a time.',
    ofHost: (host) => host.maxReviseBatchSize,
    initial: 17_825_792n
  },
  registrySize: {
    ...bytes,
    units: REGISTRY_UNITS,
    unit: REGISTRY_UNITS[0],
    max: MAX_INTEGER - (MAX_INTEGER % REGISTRY_PAGE_BYTES),
    label: 'Registry',
    explanation:
      'Room for small signed entries that renters can look up and change; it comes in steps of 64 entries, and 0 means none.',
    initial: 0n
  },
  customRegistryPath: {
    kind: 'text',
    label: 'Place of the registry',
    explanation:
      'An absolute path for the registry file; left empty, it lies in the default place. Changing it moves the registry, which may take long.'
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

/** Values of all settings that can be changed, in the API's units. */
export type SettingValues = Pick<HostInternalSettings, SettingName>;

/** The form's parts; those of `advanced` are folded away at first. */
export const SETTING_GROUPS: readonly {
  readonly title: string;
  readonly advanced?: true;
  readonly names: readonly SettingName[];
}[] = [
  { title: 'Offer', names: ['acceptingContracts', 'netAddress', 'maxDuration'] },
  {
    title: 'Prices',
    names: ['minStoragePrice', 'minDownloadBandwidthPrice', 'minUploadBandwidthPrice', 'minContractPrice']
  },
  { title: 'Collateral', names: ['collateral', 'maxCollateral', 'collateralBudget'] },
  {
    title: 'Calls',
    advanced: true,
    names: ['minBaseRpcPrice', 'minSectorAccessPrice', 'maxDownloadBatchSize', 'maxReviseBatchSize']
  },
  { title: 'Prepaid accounts', advanced: true, names: ['maxEphemeralAccountBalance', 'maxEphemeralAccountRisk'] },
  { title: 'Proofs and registry', advanced: true, names: ['windowSize', 'registrySize', 'customRegistryPath'] }
];
