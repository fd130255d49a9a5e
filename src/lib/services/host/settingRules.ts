import {
  maxBaseRpcPrice,
  maxSectorAccessPrice,
  nearestRegistrySize,
  REGISTRY_ENTRY_BYTES
} from '$lib/api/daemon/hostLimits';
import { CALL_PRICE_UNITS, describeQuantity, TRAFFIC_PRICE_UNITS } from '$lib/chain/currency/quantity';
import { isAbsolutePath } from './folders';
import { netAddressProblem } from './netAddress';
import { HOST_SETTINGS, QUANTITY_NAMES, type SettingName, type SettingValues } from './settingFields';

/** What stands in the way of saving, and what is only worth a word, by setting. */
export interface SettingFindings {
  readonly problems: Partial<Record<SettingName, string>>;
  readonly warnings: Partial<Record<SettingName, string>>;
}

/**
 * Everything the daemon would refuse or a person would regret, found before anything is sent.
 * @param sectorBytes the least piece of data this host moves
 */
export function checkSettings(values: SettingValues, sectorBytes: bigint): SettingFindings {
  const problems: Partial<Record<SettingName, string>> = {};
  const warnings: Partial<Record<SettingName, string>> = {};
  for (const name of QUANTITY_NAMES) {
    const { min, max } = HOST_SETTINGS[name];
    if (values[name] > max) problems[name] = 'This is more than the daemon can count.';
    else if (values[name] < min) problems[name] = 'At least one block, which is about ten minutes.';
  }

  const address = netAddressProblem(values.netAddress);
  if (address !== undefined) problems.netAddress = address;

  if (values.customRegistryPath !== '' && !isAbsolutePath(values.customRegistryPath)) {
    problems.customRegistryPath = 'An absolute path begins with / (or with a drive letter on Windows).';
  }

  if (values.windowSize >= values.maxDuration) {
    problems.windowSize ??= 'Longer than the longest contract: no contract could ever be formed.';
  }

  const mostPerCall = maxBaseRpcPrice(values.minDownloadBandwidthPrice);
  if (values.minBaseRpcPrice > mostPerCall) {
    problems.minBaseRpcPrice ??= ratioProblem('100 million calls', mostPerCall, values.minDownloadBandwidthPrice);
  }
  const mostPerSector = maxSectorAccessPrice(values.minDownloadBandwidthPrice);
  if (values.minSectorAccessPrice > mostPerSector) {
    problems.minSectorAccessPrice ??= ratioProblem('10 million reads', mostPerSector, values.minDownloadBandwidthPrice);
  }

  if (values.maxEphemeralAccountRisk < values.maxEphemeralAccountBalance) {
    warnings.maxEphemeralAccountRisk =
      'Less than one full account holds: a renter spending it quickly waits for the disk at every call.';
  }
  if (values.maxCollateral > values.collateralBudget) {
    warnings.maxCollateral = 'More than all contracts together may use, so no contract ever gets this much.';
  }
  if (values.collateral > 0n && (values.maxCollateral === 0n || values.collateralBudget === 0n)) {
    warnings.collateral = 'With nothing allowed for it below, this host puts down no collateral at all.';
  }
  for (const name of ['maxDownloadBatchSize', 'maxReviseBatchSize'] as const) {
    if (values[name] < sectorBytes)
      warnings[name] = 'Less than one sector, the piece in which data moves: renters cannot use this host.';
  }
  const registry = nearestRegistrySize(values.registrySize);
  if (registry !== values.registrySize && problems.registrySize === undefined) {
    warnings.registrySize = `Rounded to ${registry / REGISTRY_ENTRY_BYTES} entries (${registry / 1024n} KiB) when saved.`;
  }
  return { problems, warnings };
}

function ratioProblem(many: string, most: bigint, download: bigint): string {
  const [call] = CALL_PRICE_UNITS;
  const [traffic] = TRAFFIC_PRICE_UNITS;
  return `Too much beside the download price: ${many} must not cost more than downloading 4 TB. At ${describeQuantity(download, traffic)} that is at most ${describeQuantity(most, call)}.`;
}

/** The value as it is sent: a registry in whole steps, anything else as it is. */
export const sentValue = <Name extends SettingName>(name: Name, value: SettingValues[Name]): SettingValues[Name] =>
  (name === 'registrySize' ? nearestRegistrySize(value as bigint) : value) as SettingValues[Name];
