import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecoverableContract, RenterContracts } from '$lib/api/daemon/renter';
import { hastings } from '$lib/chain/currency/currency';
import {
  CATEGORIES,
  categoryByFlags,
  contractRows,
  contractsByHost,
  isCountedElsewhere,
  recoverableRows,
  totalSpending,
  spendingOf,
  totalsOf
} from '$lib/services/renter/contractLists';
import { hostKeyOf } from '../../../support/hosts';
import { aContract, contractIdOf, contractLists } from '../../../support/renter';

const HEIGHT = 500;

test('each list is a category, and a contract in both a list and a summary counts once', () => {
  const lists = contractLists({ contracts: CATEGORIES.map((_, i) => aContract(i)) });
  const filled = CATEGORIES.reduce<RenterContracts>(
    (filling, category, i) => ({ ...filling, [category]: [aContract(i)] }),
    lists
  );
  const rows = contractRows(filled, HEIGHT);
  expect(rows).toHaveLength(CATEGORIES.length);
  for (const { contract, category } of rows) expect(contract.id).toBe(contractIdOf(CATEGORIES.indexOf(category)));
});

test.each([
  [true, true, 501, 'active'],
  [false, true, 501, 'passive'],
  [false, false, 501, 'disabled'],
  [true, false, 501, 'disabled'],
  [false, false, 500, 'expired'],
  [true, true, 499, 'expired']
] as const)(
  'in a summary only: upload %s, renew %s, end %s: %s',
  (goodForUpload, goodForRenew, endHeight, category) => {
    const contract = aContract(1, { goodForUpload, goodForRenew, endHeight });
    expect(categoryByFlags(contract, HEIGHT)).toBe(category);
    expect(contractRows(contractLists({ inactive: [contract] }), HEIGHT)).toEqual([{ contract, category }]);
  }
);

test('for a contract in two lists, the data counts with its successor', () => {
  const lists = contractLists({ disabled: [aContract(1)], refreshed: [aContract(1)] });
  expect(contractRows(lists, HEIGHT).map(({ category }) => category)).toEqual(['refreshed']);
});

test('totals: data without what successors hold, money of every contract', () => {
  const lists = contractLists({
    active: [aContract(1)],
    refreshed: [aContract(2, { size: 1_000n })],
    expiredRefreshed: [aContract(3, { size: 7n })],
    expired: [aContract(4, { size: 5n, maintenanceSpending: undefined })]
  });
  expect(totalsOf(contractRows(lists, HEIGHT))).toEqual({
    contracts: 4,
    size: 1_005n,
    countedElsewhere: 2,
    funds: 2_000n,
    totalCost: 4_000n,
    storage: 120n,
    upload: 80n,
    download: 40n,
    accounts: 160n,
    maintenance: 18n,
    fees: 400n,
    spent: 818n
  });
});

test('totals of nothing', () => {
  expect(totalsOf([])).toMatchObject({ contracts: 0, size: 0n, funds: 0n, spent: 0n });
});

test('nothing counts twice, however often the node repeats a contract', () => {
  const anyContract = fc
    .record({ number: fc.integer({ min: 0, max: 8 }), size: fc.bigInt({ min: 0n, max: 10n ** 15n }) })
    // One contract has one size in every list.
    .map(({ number }) => aContract(number, { size: BigInt(number) * 1_000n, fees: hastings(BigInt(number)) }));
  const keys = ['contracts', 'inactive', ...CATEGORIES] as const;
  const anyLists = fc
    .record(Object.fromEntries(keys.map((key) => [key, fc.array(anyContract, { maxLength: 6 })])))
    .map((lists) => contractLists(lists as Partial<RenterContracts>));
  fc.assert(
    fc.property(anyLists, (lists) => {
      const rows = contractRows(lists, HEIGHT);
      const ids = new Set(keys.flatMap((key) => lists[key].map(({ id }) => id)));
      expect(new Set(rows.map(({ contract }) => contract.id))).toEqual(ids);
      expect(rows).toHaveLength(ids.size);
      const totals = totalsOf(rows);
      const elsewhere = new Set([...lists.refreshed, ...lists.expiredRefreshed].map(({ id }) => id));
      const own = rows.filter(({ contract }) => !elsewhere.has(contract.id));
      expect(totals.size).toBe(own.reduce((sum, { contract }) => sum + contract.size, 0n));
      expect(totals.countedElsewhere).toBe(elsewhere.size);
      expect(totals.spent).toBe(rows.reduce((sum, { contract }) => sum + totalSpending(spendingOf(contract)), 0n));
      const parts = CATEGORIES.map((category) => totalsOf(rows.filter((row) => row.category === category)));
      expect(parts.reduce((sum, { spent }) => sum + spent, 0n)).toBe(totals.spent);
    })
  );
});

test('exactly the two refreshed categories count with their successors', () => {
  expect(CATEGORIES.filter(isCountedElsewhere)).toEqual(['refreshed', 'expiredRefreshed']);
});

test('hosts list the contracts in use', () => {
  const lists = contractLists({
    active: [aContract(1), aContract(2, { hostPublicKey: hostKeyOf(1) })],
    passive: [aContract(3)],
    disabled: [aContract(4)],
    refreshed: [aContract(5)]
  });
  const expected = [[hostKeyOf(1), 2], [hostKeyOf(3), 1]]; // prettier-ignore
  expect([...contractsByHost(contractRows(lists, HEIGHT))]).toEqual(expected);
});

test('recoverable contracts are those the renter does not have', () => {
  const recoverable = [1, 2, 2].map((number) => ({ id: contractIdOf(number) }) as RecoverableContract);
  const lists = contractLists({ active: [aContract(1)], recoverable });
  expect(recoverableRows(lists).map(({ id }) => id)).toEqual([contractIdOf(2)]);
});
