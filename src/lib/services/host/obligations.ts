import type { StorageObligation } from '$lib/api/daemon/host';
import { sumHastings, type Hastings } from '$lib/chain/currency/currency';

/** How a contract stands, as a person would say it; `stale` is an unresolved one whose proof can no longer be given. */
export const CONTRACT_STATES = ['open', 'succeeded', 'failed', 'rejected', 'stale'] as const;
export type ContractState = (typeof CONTRACT_STATES)[number];

interface StateWords {
  readonly label: string;
  /** What it means for the host. */
  readonly meaning: string;
  readonly tone: 'plain' | 'accent' | 'good' | 'bad';
}

export const STATE_WORDS: Readonly<Record<ContractState, StateWords>> = {
  open: {
    label: 'Open',
    meaning: 'The contract runs, or waits for its storage proof. Its revenue is potential, its collateral locked.',
    tone: 'accent'
  },
  succeeded: {
    label: 'Succeeded',
    meaning: 'The contract is complete. Its revenue is earned and its collateral free again.',
    tone: 'good'
  },
  failed: {
    label: 'Failed',
    meaning: 'No storage proof was accepted in time. Its revenue and the risked collateral are lost.',
    tone: 'bad'
  },
  rejected: {
    label: 'Rejected',
    meaning: 'The contract never began: it did not make it into the chain. Nothing was gained or lost.',
    tone: 'plain'
  },
  stale: {
    label: 'Stale',
    meaning:
      'The last block for its storage proof has passed and the host still does not say how it ended. It counts as neither earned nor lost until then.',
    tone: 'bad'
  }
};

const STATE_BY_STATUS: Readonly<Record<string, ContractState>> = {
  obligationUnresolved: 'open',
  obligationSucceeded: 'succeeded',
  obligationFailed: 'failed',
  obligationRejected: 'rejected'
};

type Status = Pick<StorageObligation, 'obligationStatus' | 'proofDeadline'>;

/**
 * The state of a contract at a height of the chain. A status we do not know counts as open: nothing is over yet.
 * @param height of the newest block; undefined while not known, when nothing is called stale
 */
export function contractState({ obligationStatus, proofDeadline }: Status, height: number | undefined): ContractState {
  const state = STATE_BY_STATUS[obligationStatus] ?? 'open';
  return state === 'open' && height !== undefined && proofDeadline < height ? 'stale' : state;
}

/** Revenue of one contract by kind; earned when it succeeded, potential while it is open. */
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

/** A contract as the table shows it: what is derived stands beside what the host said. */
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
