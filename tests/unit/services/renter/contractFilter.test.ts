import { expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { readFilter } from '$lib/services/filterFields';
import { CONTRACT_FILTER, filterContracts, rowsOfTab, TABS } from '$lib/services/renter/contractFilter';
import { CATEGORIES, contractRows } from '$lib/services/renter/contractLists';
import { hostKeyOf } from '../../../support/hosts';
import { aContract, contractIdOf, contractLists } from '../../../support/renter';

const SC = 10n ** 24n;
const rows = contractRows(
  contractLists({
    active: [aContract(1, { size: 5n * 10n ** 9n }), aContract(2, { renterFunds: hastings(3n * SC) })],
    passive: [aContract(3, { endHeight: 2_000 })],
    refreshed: [aContract(4, { fees: hastings(2n * SC) })],
    disabled: [aContract(5, { netAddress: 'Far.example.org:9982' })],
    expired: [aContract(6, { endHeight: 10 })],
    expiredRefreshed: [aContract(7, { endHeight: 10 })]
  }),
  500
);

const found = (search: string) =>
  filterContracts(rows, readFilter(CONTRACT_FILTER, search))
    .map(({ contract }) => Number.parseInt(contract.id, 16))
    .sort((a, b) => a - b);

test.each([
  ['', [1, 2, 3, 4]],
  ['?tab=all', [1, 2, 3, 4, 5, 6, 7]],
  ['?tab=active', [1, 2]],
  ['?tab=expiredRefreshed', [7]],
  ['?tab=recoverable', []],
  ['?tab=all&q=far.EXAMPLE', [5]],
  [`?q=${contractIdOf(2).slice(-12)}`, [2]],
  [`?tab=all&q=${hostKeyOf(6)}`, [6]],
  ['?size=5..', [1]],
  ['?size=5.000000001..', []],
  ['?funds=3..3', [2]],
  ['?funds=..2.9', [1, 3, 4]],
  ['?fees=2..', [4]],
  ['?end=2000..', [3]],
  ['?tab=all&end=..10', [6, 7]],
  ['?tab=active&funds=1..', [2]]
])('%j finds %j', (search, numbers) => {
  expect(found(search)).toEqual(numbers);
});

test('each category is a tab, and together they are all contracts', () => {
  const parts = CATEGORIES.flatMap((category) => rowsOfTab(rows, category));
  expect(new Set(parts)).toEqual(new Set(rows));
  expect(parts).toHaveLength(rows.length);
  for (const category of CATEGORIES) expect(TABS).toContain(category);
});
