import type { RecoverableContract, RenterContract, RenterContracts } from '$lib/api/daemon/renter';
import { hastings, sumHastings, type Hastings } from '$lib/chain/currency/currency';

/** The API's six categories. */
export const CATEGORIES = ['active', 'passive', 'refreshed', 'disabled', 'expired', 'expiredRefreshed'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface ContractRow {
  readonly contract: RenterContract;
  readonly category: Category;
}

/** Precedence for contracts in several lists: data that was taken over must not count twice. */
const PRECEDENCE: readonly Category[] = ['expiredRefreshed', 'refreshed', 'active', 'passive', 'disabled', 'expired'];

/**
 * All contracts, each once. Contracts that are only in the older summaries (`contracts`, `inactive`) get their category
 * from their flags; whether their data was taken over is unknown there.
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

/** @param height of the chain */
export function categoryByFlags(
  { goodForUpload, goodForRenew, endHeight }: Pick<RenterContract, 'goodForUpload' | 'goodForRenew' | 'endHeight'>,
  height: number
): Category {
  if (endHeight <= height) return 'expired';
  if (!goodForRenew) return 'disabled';
  return goodForUpload ? 'active' : 'passive';
}

/** Its data is counted with the contract that took it over. */
export const isCountedElsewhere = (category: Category): boolean =>
  category === 'refreshed' || category === 'expiredRefreshed';

/** The renter still uses it, or has its data there. */
export const isCurrent = (category: Category): boolean => category === 'active' || category === 'passive';

/** Recoverable contracts that the renter does not have. */
export function recoverableRows(lists: RenterContracts): readonly RecoverableContract[] {
  const own = new Set(PRECEDENCE.flatMap((category) => lists[category].map(({ id }) => id)));
  return [...new Map(lists.recoverable.map((contract) => [contract.id, contract])).values()].filter(
    ({ id }) => !own.has(id)
  );
}

/** Breakdown of a contract's spending, in hastings. */
export interface ContractSpending {
  readonly storage: Hastings;
  readonly upload: Hastings;
  readonly download: Hastings;
  /** Deposits into accounts at hosts, from which RPCs are paid. */
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

/** Totals over contracts. Data is counted where it is stored; spending is counted for every contract. */
export interface ContractTotals extends ContractSpending {
  readonly contracts: number;
  /** Bytes; without data that is counted with another contract. */
  readonly size: bigint;
  /** Number of contracts left out of `size`. */
  readonly countedElsewhere: number;
  /** Remaining funds in the contracts. */
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

/** Number of contracts in use by host key. */
export function contractsByHost(rows: readonly ContractRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { contract, category } of rows) {
    if (!isCurrent(category)) continue;
    counts.set(contract.hostPublicKey, (counts.get(contract.hostPublicKey) ?? 0) + 1);
  }
  return counts;
}
