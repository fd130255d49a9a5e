import type { Alert } from '$lib/api/daemon/daemon';
import type { Moment } from '../simulation/simulationPart';
import type { RenterState, Shortage } from './state';

// A shortage is reported until the renter's next attempt.
const SHORTAGE_BLOCKS = 12;

const DURING: Record<Shortage['during'], { readonly severity: string; readonly message: string }> = {
  forming: { severity: 'warning', message: 'the renter has fewer contracts than the allowance asks for' },
  refreshing: { severity: 'error', message: 'contracts that ran out of funds could not be refreshed' },
  renewing: { severity: 'critical', message: 'contracts that are about to end could not be renewed' }
};
const CAUSE: Record<Shortage['of'], string> = {
  funds: 'the allowance is used up; increase it, or wait for the next period',
  hosts: 'too few active hosts pass the filter'
};

/** The renter's alerts. */
export function renterAlerts({ contracts, shortages }: RenterState, { height }: Moment): Alert[] {
  const alerts = shortages
    .filter((shortage) => height < shortage.height + SHORTAGE_BLOCKS)
    .map(({ of, during }) => ({ ...DURING[during], cause: CAUSE[of], module: 'renter' }));
  const failing = contracts.filter(({ isBad, size }) => isBad && size > 0n).length;
  if (failing > 0) {
    alerts.push({
      severity: 'error',
      message: `${failing} ${failing === 1 ? 'contract holds' : 'contracts hold'} data on an offline host`,
      cause: 'the hosts have not responded for hours; the data is being moved to other hosts',
      module: 'renter'
    });
  }
  return alerts;
}
