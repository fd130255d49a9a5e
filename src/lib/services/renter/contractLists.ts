import type { RecoverableContract, RenterContract, RenterContracts } from '$lib/api/daemon/renter';
import { hastings, sumHastings, type Hastings } from '$lib/chain/currency/currency';

/** What the node says of a contract's use; the document's six. */
export const CATEGORIES = ['active', 'passive', 'refreshed', 'disabled', 'expired', 'expiredRefreshed'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface ContractRow {
  readonly contract: RenterContract;
  readonly category: Category;
}

/** Where a contract stands in several lists, the first of these counts: data held elsewhere too must not count twice. */
const PRECEDENCE: readonly Category[] = ['expiredRefreshed', 'refreshed', 'active', 'passive', 'disabled', 'expired'];

/**
 * Every contract once. One that is only in the summaries that older programs read (`contracts`, `inactive`) gets its
 * category from its flags; that its data was taken over by another cannot be told there.
 * @param height of the chain
 */
export function contractRows(lists: RenterContracts, height: number): readonly ContractRow[] {
  const rows = new Map<string, ContractRow>();
  const add = (contract: RenterContract, category: Category) => {
    if (!rows.has(contract.id)) rows.set(contract.id, { contract, category });
  };
  for (const category of PRECEDENCE) for (const contract of lists[category]) add(contract, category);
  for (const contract of [...lists.contracts, ...lists.inactive]) add(contract, categoryByFlags(contract, height));
  return [...rows.values()];
}

export function categoryByFlags(
  { goodForUpload, goodForRenew, endHeight }: Pick<RenterContract, 'goodForUpload' | 'goodForRenew' | 'endHeight'>,
  height: number
): Category {
  if (endHeight <= height) return 'expired';
  if (!goodForRenew) return 'disabled';
  return goodForUpload ? 'active' : 'passive';
}

/** Its data is counted with another contract, which took it over. */
export const isCountedElsewhere = (category: Category): boolean =>
  category === 'refreshed' || category === 'expiredRefreshed';

/** The renter still works with it, or has its data there. */
export const isCurrent = (category: Category): boolean => category === 'active' || category === 'passive';

/** Contracts found on the chain only; those the renter has again are left out. */
export function recoverableRows(lists: RenterContracts): readonly RecoverableContract[] {
  const own = new Set(PRECEDENCE.flatMap((category) => lists[category].map(({ id }) => id)));
  return [...new Map(lists.recoverable.map((contract) => [contract.id, contract])).values()].filter(
    ({ id }) => !own.has(id)
  );
}

/** What a contract's money went into, in hastings. */
export interface ContractSpending {
  readonly storage: Hastings;
  readonly upload: Hastings;
  readonly download: Hastings;
  /** Put on accounts with the host, from which calls are paid. */
  readonly accounts: Hastings;
  readonly maintenance: Hastings;
  readonly fees: Hastings;
}

export function spendingOf(contract: RenterContract): ContractSpending {
  const { maintenanceSpending: upkeep } = contract;
  return {
    storage: contract.storageSpending,
    upload: contract.uploadSpending,
    download: contract.downloadSpending,
    accounts: contract.fundAccountSpending,
    maintenance: upkeep
      ? sumHastings([upkeep.accountBalanceCost, upkeep.fundAccountCost, upkeep.updatePriceTableCost])
      : hastings(0n),
    fees: contract.fees
  };
}

export const totalSpending = (spending: ContractSpending): Hastings => sumHastings(Object.values(spending));

/** Sums over contracts. Data counts where it is held; spending is each contract's own, so it all counts. */
export interface ContractTotals extends ContractSpending {
  readonly contracts: number;
  /** Bytes; without those whose data is counted elsewhere. */
  readonly size: bigint;
  /** How many were left out of `size`. */
  readonly countedElsewhere: number;
  /** Left in the contracts. */
  readonly funds: Hastings;
  readonly totalCost: Hastings;
  readonly spent: Hastings;
}

export function totalsOf(rows: readonly ContractRow[]): ContractTotals {
  const spendings = rows.map(({ contract }) => spendingOf(contract));
  const sum = (key: keyof ContractSpending) => sumHastings(spendings.map((spending) => spending[key]));
  const own = rows.filter(({ category }) => !isCountedElsewhere(category));
  const byKind = {
    storage: sum('storage'),
    upload: sum('upload'),
    download: sum('download'),
    accounts: sum('accounts'),
    maintenance: sum('maintenance'),
    fees: sum('fees')
  };
  return {
    ...byKind,
    contracts: rows.length,
    size: own.reduce((size, { contract }) => size + contract.size, 0n),
    countedElsewhere: rows.length - own.length,
    funds: sumHastings(rows.map(({ contract }) => contract.renterFunds)),
    totalCost: sumHastings(rows.map(({ contract }) => contract.totalCost)),
    spent: totalSpending(byKind)
  };
}

/** How many contracts in use each host has, by its key. */
export function contractsByHost(rows: readonly ContractRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { contract, category } of rows) {
    if (!isCurrent(category)) continue;
    counts.set(contract.hostPublicKey, (counts.get(contract.hostPublicKey) ?? 0) + 1);
  }
  return counts;
}
