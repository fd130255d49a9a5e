import {
  maxBaseRpcPrice,
  maxSectorAccessPrice,
  nearestRegistrySize,
  REGISTRY_ENTRY_BYTES
} from '$lib/api/daemon/hostLimits';
import type { Hastings } from '$lib/chain/currency/currency';
import { isAbsolutePath } from './folders';
import { netAddressProblem, type NetAddressProblem } from './netAddress';
import { HOST_SETTINGS, QUANTITY_NAMES, type SettingName, type SettingValues } from './settingFields';

/** Why a value cannot be saved. */
export type SettingProblem =
  | { readonly code: NetAddressProblem }
  | { readonly code: 'tooLarge' | 'tooShort' | 'relativePath' | 'windowTooLong' }
  /** Daemons limit these prices by the download price; both in hastings, per call and per byte. */
  | { readonly code: 'callPriceTooHigh' | 'accessPriceTooHigh'; readonly download: Hastings; readonly most: bigint };

/** Valid, but with an effect that is easily missed. */
export type SettingWarning =
  | { readonly code: 'riskBelowBalance' | 'collateralAboveBudget' | 'noCollateral' | 'batchBelowSector' }
  /** The registry is rounded to another size than entered. */
  | { readonly code: 'registryRounded'; readonly entries: bigint; readonly bytes: bigint };

export interface SettingFindings {
  readonly problems: Partial<Record<SettingName, SettingProblem>>;
  readonly warnings: Partial<Record<SettingName, SettingWarning>>;
}

/**
 * Validates the settings as the daemon would, and adds warnings.
 * @param sectorBytes the host's sector size
 */
export function checkSettings(values: SettingValues, sectorBytes: bigint): SettingFindings {
  const problems: Partial<Record<SettingName, SettingProblem>> = {};
  const warnings: Partial<Record<SettingName, SettingWarning>> = {};
  for (const name of QUANTITY_NAMES) {
    const { min, max } = HOST_SETTINGS[name];
    if (values[name] > max) problems[name] = { code: 'tooLarge' };
    else if (values[name] < min) problems[name] = { code: 'tooShort' };
  }

  const address = netAddressProblem(values.netAddress);
  if (address !== undefined) problems.netAddress = { code: address };
  if (values.customRegistryPath !== '' && !isAbsolutePath(values.customRegistryPath)) {
    problems.customRegistryPath = { code: 'relativePath' };
  }
  if (values.windowSize >= values.maxDuration) problems.windowSize ??= { code: 'windowTooLong' };

  const download = values.minDownloadBandwidthPrice;
  const mostPerCall = maxBaseRpcPrice(download);
  if (values.minBaseRpcPrice > mostPerCall) {
    problems.minBaseRpcPrice ??= { code: 'callPriceTooHigh', download, most: mostPerCall };
  }
  const mostPerSector = maxSectorAccessPrice(download);
  if (values.minSectorAccessPrice > mostPerSector) {
    problems.minSectorAccessPrice ??= { code: 'accessPriceTooHigh', download, most: mostPerSector };
  }

  if (values.maxEphemeralAccountRisk < values.maxEphemeralAccountBalance) {
    warnings.maxEphemeralAccountRisk = { code: 'riskBelowBalance' };
  }
  if (values.maxCollateral > values.collateralBudget) warnings.maxCollateral = { code: 'collateralAboveBudget' };
  if (values.collateral > 0n && (values.maxCollateral === 0n || values.collateralBudget === 0n)) {
    warnings.collateral = { code: 'noCollateral' };
  }
  for (const name of ['maxDownloadBatchSize', 'maxReviseBatchSize'] as const) {
    if (values[name] < sectorBytes) warnings[name] = { code: 'batchBelowSector' };
  }
  const bytes = nearestRegistrySize(values.registrySize);
  if (bytes !== values.registrySize && problems.registrySize === undefined) {
    warnings.registrySize = { code: 'registryRounded', entries: bytes / REGISTRY_ENTRY_BYTES, bytes };
  }
  return { problems, warnings };
}

/** The value as it is sent: a rounded registry size, other values unchanged. */
export const sentValue = <Name extends SettingName>(name: Name, value: SettingValues[Name]): SettingValues[Name] =>
  (name === 'registrySize' ? nearestRegistrySize(value as bigint) : value) as SettingValues[Name];
