import type { Alert } from '$lib/api/daemon/daemon';
import type { Height } from '$lib/chain/time';
import type { FolderHealth } from './storage/folder';
import { freeBudget } from './offer';
import { connectability, hostAddress, type HostState } from './state';

const FULL_SHARE = 0.9;
const VERY_FULL_SHARE = 0.98;
/** An alert appears when less than one tenth of the collateral budget is free. */
const LOW_BUDGET = 10n;
/** Blocks for which the alert about moving the registry is shown. */
const REGISTRY_BLOCKS = 3;

/** The host's alerts for its operator. */
export function hostAlerts(state: HostState, height: Height, folders: readonly FolderHealth[]): Alert[] {
  return [...folders.flatMap(folderAlerts), ...registryAlerts(state, height), ...hostingAlerts(state, height)];
}

function registryAlerts({ settings, registryMovedAt }: HostState, height: Height): Alert[] {
  const isMoving = registryMovedAt !== undefined && height < registryMovedAt + REGISTRY_BLOCKS;
  if (!isMoving || settings.registrySize === 0n) return [];
  const place = settings.customRegistryPath === '' ? 'the default path' : settings.customRegistryPath;
  return [alert('warning', `The registry is being moved to ${place}`, 'Its path was changed')];
}

function folderAlerts({ path, isAvailable, total, taken, failures }: FolderHealth): Alert[] {
  const alerts: Alert[] = [];
  if (!isAvailable) {
    alerts.push(
      alert(
        'critical',
        `The storage folder ${path} is missing. Data in it cannot be proven`,
        'Its files were not found'
      )
    );
  }
  if (failures > 0) {
    const often = failures === 1 ? 'once' : `${failures} times`;
    alerts.push(alert('error', `Reading or writing failed ${often} in the storage folder ${path}`, 'Disk errors'));
  }
  const share = taken / total;
  if (share >= FULL_SHARE) {
    const severity = share >= VERY_FULL_SHARE ? 'error' : 'warning';
    const percent = Math.floor(share * 100);
    alerts.push(
      alert(
        severity,
        `The storage folder ${path} is ${percent}% full. Make it larger or add another`,
        'Little free space'
      )
    );
  }
  return alerts;
}

function hostingAlerts(state: HostState, height: Height): Alert[] {
  const { settings, announced, capacity } = state;
  if (!settings.acceptingContracts) return [];
  const alerts: Alert[] = [];
  if (capacity === 0) {
    alerts.push(alert('warning', 'The host accepts contracts but has no storage folder', 'No space for data'));
  }
  if (announced === undefined) {
    alerts.push(alert('warning', 'The host accepts contracts but was never announced', 'Renters cannot find it'));
  } else if (announced.address !== hostAddress(state)) {
    const message = `Renters look for the host at ${announced.address}. Announce its new address`;
    alerts.push(alert('warning', message, 'The address changed since the announcement'));
  } else if (connectability(state, height) === 'not connectable') {
    alerts.push(alert('error', `Renters cannot reach the host at ${announced.address}`, 'The address is unreachable'));
  }
  if (freeBudget(state) * LOW_BUDGET < settings.collateralBudget) {
    const message = 'Less than a tenth of the collateral budget is left. New contracts may be refused';
    alerts.push(alert('warning', message, 'Collateral is locked in contracts'));
  }
  return alerts;
}

const alert = (severity: string, message: string, cause: string): Alert => ({
  severity,
  message,
  cause,
  module: 'host'
});
