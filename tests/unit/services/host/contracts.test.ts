import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StorageObligation } from '$lib/api/daemon/host';
import { hastings } from '$lib/chain/currency/currency';
import { readFilter, writeFilter } from '$lib/services/filterFields';
import { estimateMs } from '$lib/services/host/blockDates';
import { CONTRACT_FILTER, filterContracts, totalContracts } from '$lib/services/host/contractFilter';
import { CONTRACT_STATES, contractRevenue, contractRows, contractState } from '$lib/services/host/obligations';
import { anId, anObligation } from './support';

describe('the state of a contract', () => {
  test.each([
    ['obligationUnresolved', 1000, 999, 'open'],
    // The proof can still be given in the last block.
    ['obligationUnresolved', 1000, 1000, 'open'],
    ['obligationUnresolved', 1000, 1001, 'stale'],
    ['obligationUnresolved', 1000, undefined, 'open'],
    ['obligationSucceeded', 1000, 2000, 'succeeded'],
    ['obligationFailed', 1000, 2000, 'failed'],
    ['obligationRejected', 1000, 2000, 'rejected'],
    ['obligationOfTomorrow', 1000, 500, 'open'],
    ['constructor', 1000, 500, 'open']
  ] as const)('%s, proof by %i, at height %s is %s', (obligationStatus, proofDeadline, height, state) =>
    expect(contractState({ obligationStatus, proofDeadline }, height)).toBe(state)
  );
});

test('revenue is the sum of all kinds', () => {
  const { fees, storage, upload, download, accounts, total } = contractRevenue(anObligation());
  expect([fees, storage, upload, download, accounts, total]).toEqual([1n, 3000n, 40_000n, 200n, 10n, 43_211n]);
});

test('dates are estimated with the average block time from the newest block', () => {
  const clock = { height: 100, atMs: 1_000_000, blockSeconds: 600 };
  expect([90, 100, 110].map((height) => estimateMs(clock, height))).toEqual([-5_000_000, 1_000_000, 7_000_000]);
});

const HEIGHT = 500;
const SC = 10n ** 24n;
const rowsOf = (...changes: Partial<StorageObligation>[]) =>
  contractRows(
    changes.map((change, i) => anObligation({ id: anId(i + 1), ...change })),
    HEIGHT
  );
const filterOf = (search: string) => readFilter(CONTRACT_FILTER, search);

describe('filtering', () => {
  const rows = rowsOf(
    { negotiationHeight: 10, expirationHeight: 400, proofDeadline: 499, lockedCollateral: hastings(2n * SC) },
    { negotiationHeight: 20, expirationHeight: 600, proofDeadline: 700, riskedCollateral: hastings(3n * SC) },
    { negotiationHeight: 30, obligationStatus: 'obligationSucceeded', dataSize: 5_000_000_000n },
    { negotiationHeight: 40, obligationStatus: 'obligationFailed', contractCost: hastings(SC / 2n) },
    { id: anId(0xabc), negotiationHeight: 50, obligationStatus: 'obligationRejected', expirationHeight: 601 }
  );
  const indices = (search: string) => filterContracts(rows, filterOf(search)).map((row) => rows.indexOf(row));

  test.each([
    ['', [0, 1, 2, 3, 4]],
    ['?state=stale', [0]],
    ['?state=open', [1]],
    ['?state=succeeded.failed', [2, 3]],
    ['?id=ABC', [4]],
    ['?id=zz', []],
    ['?formed=20..40', [1, 2, 3]],
    ['?formed=..19', [0]],
    ['?expires=600..', [1, 2, 3, 4]],
    ['?expires=600..600', [1]],
    ['?proof=499..499', [0]],
    ['?locked=2..', [0]],
    ['?locked=2.000000000000000000000001..', []],
    ['?risked=3..3', [1]],
    ['?revenue=0.5..', [3]],
    ['?size=5..', [2]],
    ['?state=open.stale&formed=15..', [1]],
    ['?formed=nonsense', [0, 1, 2, 3, 4]]
  ] as const)('%s', (search, expected) => expect(indices(search)).toEqual(expected));

  test('the filter in the URL is decoded unchanged', () => {
    const range = fc.record(
      {
        min: fc.option(fc.bigInt({ min: 0n, max: 10n ** 30n }), { nil: undefined }),
        max: fc.option(fc.bigInt({ min: 0n, max: 10n ** 30n }), { nil: undefined })
      },
      { requiredKeys: [] }
    );
    const known = ({ min, max }: { min?: bigint | undefined; max?: bigint | undefined }) => ({
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max })
    });
    fc.assert(
      fc.property(
        fc.subarray([...CONTRACT_STATES]),
        fc.string(),
        range,
        range,
        range,
        (state, id, formed, locked, size) => {
          const filter = {
            ...filterOf(''),
            state,
            id,
            formed: known(formed),
            locked: known(locked),
            size: known(size)
          };
          expect(readFilter(CONTRACT_FILTER, writeFilter(CONTRACT_FILTER, filter, ''))).toEqual(filter);
        }
      )
    );
  });
});

describe('totals', () => {
  test('each column is summed exactly', () => {
    const totals = totalContracts(rowsOf({}, { dataSize: 1n << 60n, contractCost: hastings(10n ** 35n) }));
    expect(totals).toEqual({
      contracts: 2,
      dataSize: 4_194_304n + (1n << 60n),
      locked: 200n,
      risked: 100n,
      fees: 1n + 10n ** 35n,
      storage: 6000n,
      upload: 80_000n,
      download: 400n,
      accounts: 20n,
      revenue: 43_211n + 43_210n + 10n ** 35n,
      feesAdded: 14n
    });
  });

  test('matching and other contracts together are all of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 100 })), {
          maxLength: 40
        }),
        fc.integer({ min: 1, max: 99 }),
        (contracts, cut) => {
          const rows = rowsOf(
            ...contracts.map(([cost, negotiationHeight]) => ({ contractCost: hastings(cost), negotiationHeight }))
          );
          const below = totalContracts(filterContracts(rows, filterOf(`?formed=..${cut}`)));
          const above = totalContracts(filterContracts(rows, filterOf(`?formed=${cut + 1}..`)));
          const all = totalContracts(rows);
          expect(below.contracts + above.contracts).toBe(all.contracts);
          expect(below.revenue + above.revenue).toBe(all.revenue);
        }
      )
    );
  });
});
