import type { StorageObligation } from '$lib/api/daemon/host';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { COIN_UNITS, SIZE_UNITS } from '$lib/chain/currency/quantity';
import { choicesField, inRange, rangeField, sortField, textField, type FilterOf } from '../filterFields';
import { CONTRACT_STATES, type ContractRow } from './obligations';

const [SC] = COIN_UNITS;
const GB = SIZE_UNITS[3];

/** Figures of a contract for sorting and range filters: blocks, hastings, bytes, counts. */
export const CONTRACT_NUMBERS = {
  formed: ({ obligation }: ContractRow) => obligation.negotiationHeight,
  expires: ({ obligation }: ContractRow) => obligation.expirationHeight,
  proof: ({ obligation }: ContractRow) => obligation.proofDeadline,
  revenue: ({ revenue }: ContractRow) => revenue.total,
  fees: ({ revenue }: ContractRow) => revenue.fees,
  storage: ({ revenue }: ContractRow) => revenue.storage,
  upload: ({ revenue }: ContractRow) => revenue.upload,
  download: ({ revenue }: ContractRow) => revenue.download,
  accounts: ({ revenue }: ContractRow) => revenue.accounts,
  locked: ({ obligation }: ContractRow) => obligation.lockedCollateral,
  risked: ({ obligation }: ContractRow) => obligation.riskedCollateral,
  size: ({ obligation }: ContractRow) => obligation.dataSize,
  sectors: ({ obligation }: ContractRow) => obligation.sectorRootsCount,
  revisions: ({ obligation }: ContractRow) => obligation.revisionNumber,
  added: ({ obligation }: ContractRow) => obligation.transactionFeesAdded
} as const;
export type ContractNumber = keyof typeof CONTRACT_NUMBERS;

const RANGES = ['formed', 'expires', 'proof', 'revenue', 'locked', 'risked', 'size'] as const;

/** The filter fields: heights in blocks, amounts in SC, sizes in GB. */
export const CONTRACT_FILTER = {
  state: choicesField(CONTRACT_STATES),
  /** Substring of the id, case-insensitive. */
  id: textField(),
  formed: rangeField(),
  expires: rangeField(),
  proof: rangeField(),
  revenue: rangeField(SC),
  locked: rangeField(SC),
  risked: rangeField(SC),
  size: rangeField(GB),
  sort: sortField(['id', 'state', ...Object.keys(CONTRACT_NUMBERS)], { key: 'formed', order: 'desc' })
};
export type ContractFilter = FilterOf<typeof CONTRACT_FILTER>;

/** The matching rows, in their order. */
export function filterContracts(rows: readonly ContractRow[], filter: ContractFilter): readonly ContractRow[] {
  const id = filter.id.trim().toLowerCase();
  const states = new Set(filter.state);
  const ranges = RANGES.flatMap((name) => {
    const range = filter[name];
    return range.min === undefined && range.max === undefined ? [] : [{ read: CONTRACT_NUMBERS[name], range }];
  });
  if (id === '' && states.size === 0 && ranges.length === 0) return rows;
  return rows.filter(
    (row) =>
      (states.size === 0 || states.has(row.state)) &&
      (id === '' || row.id.includes(id)) &&
      ranges.every(({ read, range }) => inRange(read(row), range))
  );
}

/** Exact totals over contracts; revenue by kind, regardless of the contract's state. */
export interface ContractTotals {
  readonly contracts: number;
  readonly dataSize: bigint;
  readonly locked: Hastings;
  readonly risked: Hastings;
  readonly fees: Hastings;
  readonly storage: Hastings;
  readonly upload: Hastings;
  readonly download: Hastings;
  readonly accounts: Hastings;
  readonly revenue: Hastings;
  /** The host's contribution to transaction fees. */
  readonly feesAdded: Hastings;
}

/** Sums over the listed contracts. */
export function totalContracts(rows: readonly ContractRow[]): ContractTotals {
  const sum = (read: (obligation: StorageObligation, row: ContractRow) => bigint): Hastings =>
    hastings(rows.reduce((total, row) => total + read(row.obligation, row), 0n));
  return {
    contracts: rows.length,
    dataSize: sum(({ dataSize }) => dataSize),
    locked: sum(({ lockedCollateral }) => lockedCollateral),
    risked: sum(({ riskedCollateral }) => riskedCollateral),
    fees: sum((_, { revenue }) => revenue.fees),
    storage: sum((_, { revenue }) => revenue.storage),
    upload: sum((_, { revenue }) => revenue.upload),
    download: sum((_, { revenue }) => revenue.download),
    accounts: sum((_, { revenue }) => revenue.accounts),
    revenue: sum((_, { revenue }) => revenue.total),
    feesAdded: sum(({ transactionFeesAdded }) => transactionFeesAdded)
  };
}
