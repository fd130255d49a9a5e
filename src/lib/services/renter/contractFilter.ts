import { COIN_UNITS, SIZE_UNITS, type Unit } from '$lib/chain/currency/quantity';
import { choiceField, inRange, rangeField, sortField, textField, type FilterOf } from '../filterFields';
import { CATEGORIES, spendingOf, totalSpending, type ContractRow } from './contractLists';

/** The tabs of the page: each category, all, and recoverable contracts. */
export const TABS = ['current', ...CATEGORIES, 'all', 'recoverable'] as const;
export type Tab = (typeof TABS)[number];

/** Figures for filtering and sorting, in base units. */
export const CONTRACT_NUMBERS = {
  size: ({ contract }: ContractRow) => contract.size,
  funds: ({ contract }: ContractRow) => contract.renterFunds as bigint,
  cost: ({ contract }: ContractRow) => contract.totalCost as bigint,
  spent: ({ contract }: ContractRow) => totalSpending(spendingOf(contract)) as bigint,
  storage: ({ contract }: ContractRow) => contract.storageSpending as bigint,
  upload: ({ contract }: ContractRow) => contract.uploadSpending as bigint,
  download: ({ contract }: ContractRow) => contract.downloadSpending as bigint,
  accounts: ({ contract }: ContractRow) => contract.fundAccountSpending as bigint,
  maintenance: ({ contract }: ContractRow) => spendingOf(contract).maintenance as bigint,
  fees: ({ contract }: ContractRow) => contract.fees as bigint,
  start: ({ contract }: ContractRow) => BigInt(contract.startHeight),
  end: ({ contract }: ContractRow) => BigInt(contract.endHeight)
} as const satisfies Record<string, (row: ContractRow) => bigint>;
export type ContractNumber = keyof typeof CONTRACT_NUMBERS;

const [SC] = COIN_UNITS;
const GB = SIZE_UNITS[3];

/** The filter's ranges and their units. */
export const CONTRACT_RANGES: readonly {
  key: 'size' | 'funds' | 'cost' | 'spent' | 'fees' | 'end';
  unit?: Unit;
}[] = [
  { key: 'size', unit: GB },
  { key: 'funds', unit: SC },
  { key: 'cost', unit: SC },
  { key: 'spent', unit: SC },
  { key: 'fees', unit: SC },
  { key: 'end' }
];

export const CONTRACT_FILTER = {
  tab: choiceField(TABS, 'current'),
  q: textField(),
  size: rangeField(GB),
  funds: rangeField(SC),
  cost: rangeField(SC),
  spent: rangeField(SC),
  fees: rangeField(SC),
  end: rangeField(),
  sort: sortField(['host', 'state', ...Object.keys(CONTRACT_NUMBERS)], { key: 'end', order: 'desc' })
};
export type ContractFilter = FilterOf<typeof CONTRACT_FILTER>;

/** The rows of a tab. Recoverable contracts have a different type and are not included. */
export function rowsOfTab(rows: readonly ContractRow[], tab: Tab): readonly ContractRow[] {
  if (tab === 'all') return rows;
  if (tab === 'recoverable') return [];
  // Contracts in use, and those whose data they took over: the lists that a node returns by default.
  if (tab === 'current') return rows.filter(({ category }) => ['active', 'passive', 'refreshed'].includes(category));
  return rows.filter(({ category }) => category === tab);
}

/** The rows of the filter's tab that match its other parts. */
export function filterContracts(rows: readonly ContractRow[], filter: ContractFilter): readonly ContractRow[] {
  const text = filter.q.trim().toLowerCase();
  return rowsOfTab(rows, filter.tab).filter(
    (row) =>
      (text === '' ||
        row.contract.id.includes(text) ||
        row.contract.hostPublicKey.includes(text) ||
        row.contract.netAddress.toLowerCase().includes(text)) &&
      CONTRACT_RANGES.every(({ key }) => inRange(CONTRACT_NUMBERS[key](row), filter[key]))
  );
}
