import type { HostInternalSettings } from '$lib/api/daemon/host';
import { maxBaseRpcPrice, maxSectorAccessPrice, nearestRegistrySize } from '$lib/api/daemon/hostLimits';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { HostSettingsError } from '../errors';
import { netAddressProblem } from './netAddress';

/** What a host begins with: the values of the API document's examples. */
export const DEFAULT_HOST_SETTINGS: HostInternalSettings = {
  acceptingContracts: false,
  maxDownloadBatchSize: 17_825_792n,
  maxDuration: 25_920n,
  maxReviseBatchSize: 17_825_792n,
  netAddress: '',
  windowSize: 144n,
  collateral: hastings(23_148_148_148n),
  collateralBudget: hastings(100_000n * HASTINGS_PER_COIN),
  maxCollateral: hastings(5_000n * HASTINGS_PER_COIN),
  minBaseRpcPrice: hastings(HASTINGS_PER_COIN / 10_000_000n),
  minContractPrice: hastings(HASTINGS_PER_COIN / 20n),
  minDownloadBandwidthPrice: hastings(25_000_000_000_000n),
  minSectorAccessPrice: hastings(HASTINGS_PER_COIN / 500_000n),
  minStoragePrice: hastings(11_574_074_074n),
  minUploadBandwidthPrice: hastings(1_000_000_000_000n),
  ephemeralAccountExpiry: 604_800n,
  maxEphemeralAccountBalance: hastings(HASTINGS_PER_COIN),
  maxEphemeralAccountRisk: hastings(5n * HASTINGS_PER_COIN),
  registrySize: 0n,
  customRegistryPath: ''
};

/** Changes by the names of the API's parameters, all lower case; undefined leaves a setting as it is. */
export type SettingsParameters = {
  readonly [Name in keyof HostInternalSettings as Lowercase<Name>]?: HostInternalSettings[Name];
};

const NAMES = Object.keys(DEFAULT_HOST_SETTINGS) as readonly (keyof HostInternalSettings)[];

/**
 * The settings with the changes: all of them, or none.
 * @throws {HostSettingsError} worded as daemons do
 */
export function changedSettings(settings: HostInternalSettings, changes: SettingsParameters): HostInternalSettings {
  const given: Readonly<Record<string, unknown>> = changes;
  const changed = Object.fromEntries(NAMES.map((name) => [name, given[name.toLowerCase()] ?? settings[name]]));
  const next = changed as HostInternalSettings;
  const { minDownloadBandwidthPrice: download, netAddress } = next;
  if (next.minBaseRpcPrice > maxBaseRpcPrice(download)) {
    throw new HostSettingsError(ratioMessage('base RPC price', 'base cost of 100M request'));
  }
  if (next.minSectorAccessPrice > maxSectorAccessPrice(download)) {
    throw new HostSettingsError(ratioMessage('sector access price', 'base cost of 10M accesses'));
  }
  const problem = netAddress === '' ? undefined : netAddressProblem(netAddress);
  if (problem !== undefined) {
    throw new HostSettingsError(`internal settings not updated, invalid NetAddress: ${problem}`);
  }
  return { ...next, registrySize: nearestRegistrySize(next.registrySize) };
}

const ratioMessage = (price: string, cost: string): string =>
  `error parsing host settings: invalid ratio between the download price and the ${price}, ${cost} should be cheaper ` +
  'than downloading 4TB';
