import type { HostInternalSettings } from '$lib/api/daemon/host';
import { maxBaseRpcPrice, maxSectorAccessPrice, nearestRegistrySize } from '$lib/api/daemon/hostLimits';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { refusal } from '../errors';
import { netAddressProblem, UNSPECIFIED_ADDRESS } from './netAddress';

/** Initial settings: the example values of the API documentation. */
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

/** Changes, keyed by the API's parameter names in lower case; undefined leaves a setting unchanged. */
export type SettingsParameters = {
  readonly [Name in keyof HostInternalSettings as Lowercase<Name>]?: HostInternalSettings[Name];
};

const NAMES = Object.keys(DEFAULT_HOST_SETTINGS) as readonly (keyof HostInternalSettings)[];

/**
 * The settings with the changes applied, all or none. The address is not checked: see {@link requireAddress}.
 * @throws {Refusal} a price
 */
export function changedSettings(settings: HostInternalSettings, changes: SettingsParameters): HostInternalSettings {
  const given: Readonly<Record<string, unknown>> = changes;
  const changed = Object.fromEntries(NAMES.map((name) => [name, given[name.toLowerCase()] ?? settings[name]]));
  const next = changed as HostInternalSettings;
  const { minDownloadBandwidthPrice: download } = next;
  if (next.minBaseRpcPrice > maxBaseRpcPrice(download)) {
    throw refusal('host/base-rpc-price-ratio').about('minbaserpcprice');
  }
  if (next.minSectorAccessPrice > maxSectorAccessPrice(download)) {
    throw refusal('host/sector-access-price-ratio').about('minsectoraccessprice');
  }
  return { ...next, registrySize: nearestRegistrySize(next.registrySize) };
}

/** Checks the address at which renters shall reach the host; empty means that it is detected. @throws {Refusal} */
export function requireAddress({ netAddress }: HostInternalSettings): void {
  const problem = netAddress === '' ? undefined : netAddressProblem(netAddress);
  if (problem === UNSPECIFIED_ADDRESS) throw refusal('host/address-unspecified').about('netaddress');
  if (problem !== undefined) throw refusal('host/address-invalid', { problem }).about('netaddress');
}
