import type { StorageObligation } from '$lib/api/daemon/host';
import { sumHastings, type Hastings } from '$lib/chain/currency/currency';

/** The state of a contract; `stale` is an unresolved one whose proof deadline has passed. */
export const CONTRACT_STATES = ['open', 'succeeded', 'failed', 'rejected', 'stale'] as const;
export type ContractState = (typeof CONTRACT_STATES)[number];

const STATE_BY_STATUS: ReadonlyMap<string, ContractState> = new Map([
  ['obligationUnresolved', 'open'],
  ['obligationSucceeded', 'succeeded'],
  ['obligationFailed', 'failed'],
  ['obligationRejected', 'rejected']
]);

type Status = Pick<StorageObligation, 'obligationStatus' | 'proofDeadline'>;

/**
 * The state of a contract at a height. An unknown status counts as open.
 * @param height of the tip; undefined if unknown: then no contract is stale
 */
export function contractState({ obligationStatus, proofDeadline }: Status, height: number | undefined): ContractState {
  const state = STATE_BY_STATUS.get(obligationStatus) ?? 'open';
  return state === 'open' && height !== undefined && proofDeadline < height ? 'stale' : state;
}

/** Revenue of a contract by kind; earned if it succeeded, potential while it is open. */
export interface ContractRevenue {
  readonly fees: Hastings;
  readonly storage: Hastings;
  readonly upload: Hastings;
  readonly download: Hastings;
  readonly accounts: Hastings;
  readonly total: Hastings;
}

export function contractRevenue(obligation: StorageObligation): ContractRevenue {
  const kinds = {
    fees: obligation.contractCost,
    storage: obligation.potentialStorageRevenue,
    upload: obligation.potentialUploadRevenue,
    download: obligation.potentialDownloadRevenue,
    accounts: obligation.potentialAccountFunding
  };
  return { ...kinds, total: sumHastings(Object.values(kinds)) };
}

/** A table row: derived values next to the host's own. */
export interface ContractRow {
  readonly obligation: StorageObligation;
  readonly id: string;
  readonly state: ContractState;
  readonly revenue: ContractRevenue;
}

/** Rows in the host's order. */
export const contractRows = (
  obligations: readonly StorageObligation[],
  height: number | undefined
): readonly ContractRow[] =>
  obligations.map((obligation) => ({
    obligation,
    id: obligation.id,
    state: contractState(obligation, height),
    revenue: contractRevenue(obligation)
  }));
