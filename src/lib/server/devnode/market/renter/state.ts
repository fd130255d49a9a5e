import type { Allowance } from '$lib/api/daemon/allowance';
import type { HostFilter } from '$lib/api/daemon/hostdb';
import type { Height } from '$lib/chain/time';
import { NO_FILTER } from '../hosts/filter';
import { USUAL_DEMAND, type Demand } from '../score';

/** What the simulated renter remembers. */
export interface RenterState {
  /** Undefined until it is set, and after it was cancelled. */
  readonly allowance: Allowance | undefined;
  readonly filter: HostFilter;
}

/** What a person can ask of it; checked before. */
export type RenterAction = { readonly type: 'filter'; readonly filter: HostFilter };

export const INITIAL_RENTER: RenterState = { allowance: undefined, filter: NO_FILTER };

/** What the allowance means for each host; of a renter without one, what is usual. */
export function demandOf(allowance: Allowance | undefined): Demand {
  if (allowance === undefined) return USUAL_DEMAND;
  const hosts = Math.max(allowance.hosts, 1);
  const blocks = Number(allowance.period + allowance.renewWindow);
  const perHost = allowance.expectedRedundancy / hosts;
  return {
    hosts,
    blocks,
    storage: Number(allowance.expectedStorage) * perHost,
    upload: Number(allowance.expectedUpload) * blocks * perHost,
    download: (Number(allowance.expectedDownload) * blocks) / hosts
  };
}

/** A height until which contracts of the period run: its end and the renew window behind it. */
export const contractEnd = (currentPeriod: Height, { period, renewWindow }: Allowance): Height =>
  currentPeriod + Number(period) + Number(renewWindow);
