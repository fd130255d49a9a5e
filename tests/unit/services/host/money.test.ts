import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HostFinancialMetrics } from '$lib/api/daemon/host';
import { hastings, MAX_HASTINGS } from '$lib/chain/currency/currency';
import { financeBars, splitFinances } from '$lib/services/host/finances';
import { contractRows } from '$lib/services/host/obligations';
import { atStake, contractOutcomes } from '$lib/services/host/outcomes';
import { expectedPayouts, MAX_PERIODS, payoutPeriods, payoutTotal, startOf } from '$lib/services/host/payouts';
import { anId, anObligation } from './support';

const AMOUNTS = [
  'accountFunding',
  'potentialAccountFunding',
  'contractCompensation',
  'potentialContractCompensation',
  'lockedStorageCollateral',
  'lostRevenue',
  'lostStorageCollateral',
  'potentialStorageRevenue',
  'riskedStorageCollateral',
  'storageRevenue',
  'transactionFeeExpenses',
  'downloadBandwidthRevenue',
  'potentialDownloadBandwidthRevenue',
  'potentialUploadBandwidthRevenue',
  'uploadBandwidthRevenue'
] as const;

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

describe('the host’s money', () => {
  /** Every amount is a different power of two, so that a sum reveals its parts. */
  const metrics = {
    contractCount: 3,
    ...Object.fromEntries(AMOUNTS.map((name, i) => [name, hastings(1n << BigInt(i))]))
  } as unknown as HostFinancialMetrics;
  const of = (...names: (typeof AMOUNTS)[number][]) => sum(names.map((name) => metrics[name] ?? 0n));

  test('impossible amounts are summed anyway', () => {
    const most = Object.fromEntries(AMOUNTS.map((name) => [name, hastings(MAX_HASTINGS)]));
    const { earned, lost } = splitFinances({ ...metrics, ...most });
    expect([earned, lost]).toEqual([5n * MAX_HASTINGS, 2n * MAX_HASTINGS]);
  });

  test.each([
    [
      'earned',
      of(
        'contractCompensation',
        'storageRevenue',
        'uploadBandwidthRevenue',
        'downloadBandwidthRevenue',
        'accountFunding'
      )
    ],
    [
      'potential',
      of(
        'potentialContractCompensation',
        'potentialStorageRevenue',
        'potentialUploadBandwidthRevenue',
        'potentialDownloadBandwidthRevenue',
        'potentialAccountFunding'
      )
    ],
    ['locked', of('lockedStorageCollateral')],
    ['risked', of('riskedStorageCollateral')],
    ['lost', of('lostRevenue', 'lostStorageCollateral')],
    ['expenses', of('transactionFeeExpenses')]
  ] as const)('%s is summed exactly', (part, expected) => expect(splitFinances(metrics)[part]).toBe(expected));

  test('the rest may be negative', () => {
    const poor = {
      ...metrics,
      contractCompensation: hastings(0n),
      storageRevenue: hastings(0n),
      uploadBandwidthRevenue: hastings(0n),
      downloadBandwidthRevenue: hastings(0n),
      accountFunding: hastings(0n),
      transactionFeeExpenses: hastings(5n),
      lostStorageCollateral: hastings(2n)
    };
    expect(splitFinances(poor).net).toBe(-7n);
  });

  test('a daemon without account metrics has none', () => {
    const older = { ...metrics };
    delete (older as { accountFunding?: unknown }).accountFunding;
    delete (older as { potentialAccountFunding?: unknown }).potentialAccountFunding;
    const { shares } = splitFinances(older);
    expect(shares.find(({ source }) => source === 'accounts')).toEqual({
      source: 'accounts',
      earned: 0n,
      potential: 0n
    });
  });

  test('the parts of a bar add up, whatever the daemon reports', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 36n });
    fc.assert(
      fc.property(fc.record(Object.fromEntries(AMOUNTS.map((name) => [name, amount]))), (amounts) => {
        const finances = splitFinances({ contractCount: 1, ...amounts } as unknown as HostFinancialMetrics);
        for (const bar of financeBars(finances)) {
          expect(sum(bar.parts.map(({ value }) => value))).toBe(bar.total);
          expect(bar.parts.every(({ value }) => value >= 0n)).toBe(true);
        }
      })
    );
  });
});

describe('expected payouts', () => {
  const clock = { height: 500, atMs: Date.UTC(2026, 10, 20, 12), blockSeconds: 600 };
  const rowsOf = (...changes: Parameters<typeof anObligation>[0][]) =>
    contractRows(
      changes.map((change, i) => anObligation({ id: anId(i + 1), ...change })),
      clock.height
    );

  test('an open contract pays revenue and collateral at its proof deadline', () => {
    expect(expectedPayouts(rowsOf({ expirationHeight: 600, proofDeadline: 644 }), clock)).toEqual([
      {
        id: anId(1),
        fromHeight: 600,
        byHeight: 644,
        byMs: clock.atMs + 144 * 600_000,
        revenue: 43_211n,
        collateral: 100n
      }
    ]);
  });

  test.each([
    ['succeeded', { obligationStatus: 'obligationSucceeded' }],
    ['failed', { obligationStatus: 'obligationFailed' }],
    ['rejected', { obligationStatus: 'obligationRejected' }],
    ['stale', { proofDeadline: 499 }]
  ])('one that is %s pays nothing more', (_, change) => expect(expectedPayouts(rowsOf(change), clock)).toEqual([]));

  test('soonest first', () => {
    const rows = rowsOf({ proofDeadline: 900 }, { proofDeadline: 700 }, { proofDeadline: 800 });
    expect(expectedPayouts(rows, clock).map(({ byHeight }) => byHeight)).toEqual([700, 800, 900]);
  });

  test('weeks begin on Monday, months on the first, in the user’s time zone', () => {
    // A Friday.
    const ms = new Date(2026, 10, 20, 15).getTime();
    expect(startOf('week', ms, '')).toBe(new Date(2026, 10, 16).getTime());
    expect(startOf('week', new Date(2026, 10, 22, 23, 59).getTime(), '')).toBe(new Date(2026, 10, 16).getTime());
    expect(startOf('week', new Date(2026, 10, 23).getTime(), '')).toBe(new Date(2026, 10, 23).getTime());
    expect(startOf('month', ms, '')).toBe(new Date(2026, 10, 1).getTime());
    expect(startOf('month', Date.UTC(2026, 9, 31, 20), 'Asia/Kolkata')).toBe(Date.UTC(2026, 9, 31, 18, 30));
    expect(startOf('week', Date.UTC(2026, 10, 23), 'America/New_York', 1)).toBe(Date.UTC(2026, 10, 23, 5));
  });

  test('an empty period between two with payouts is included', () => {
    const week = 1008;
    const payouts = expectedPayouts(rowsOf({ proofDeadline: 500 }, { proofDeadline: 500 + 3 * week }), clock);
    expect(payoutPeriods(payouts, 'week', '').map(({ contracts }) => contracts)).toEqual([1, 0, 0, 1]);
  });

  test('a single payout is followed by an empty period', () => {
    const payouts = expectedPayouts(rowsOf({}), clock);
    expect(payoutPeriods(payouts, 'month', '').map(({ contracts }) => contracts)).toEqual([1, 0]);
    expect(payoutPeriods([], 'month', '')).toEqual([]);
  });

  test('no payout is lost, however many periods there are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 500, max: 500_000 }), { minLength: 1, maxLength: 30 }),
        fc.constantFrom('week', 'month'),
        (heights, period) => {
          const payouts = expectedPayouts(rowsOf(...heights.map((proofDeadline) => ({ proofDeadline }))), clock);
          const periods = payoutPeriods(payouts, period, '');
          expect(periods.length).toBeLessThanOrEqual(MAX_PERIODS);
          expect(periods.reduce((count, { contracts }) => count + contracts, 0)).toBe(heights.length);
          expect(sum(periods.map(({ revenue, collateral }) => revenue + collateral))).toBe(payoutTotal(payouts));
        }
      )
    );
  });
});

describe('the two outcomes of a contract', () => {
  test('are listed side by side, with zero for a missing output', () => {
    expect(contractOutcomes(anObligation()).map(({ party, valid, missed }) => [party, valid, missed])).toEqual([
      ['renter', 500n, 500n],
      ['host', 900n, 300n],
      ['void', 0n, 600n]
    ]);
  });

  test('the value of the proof to the host', () => {
    expect(atStake(contractOutcomes(anObligation()))).toBe(600n);
    expect(atStake(contractOutcomes(anObligation({ validProofOutputs: [], missedProofOutputs: [] })))).toBe(0n);
  });
});
