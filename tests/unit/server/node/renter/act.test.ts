import { describe, expect, test } from 'vitest';
import type { HostFilter } from '$lib/api/daemon/hostdb';
import { hastings } from '$lib/chain/currency/currency';
import type { FileContractId } from '$lib/chain/ids';
import { actOnRenter } from '$lib/server/node/renter/act';
import { ZERO_ALLOWANCE } from '$lib/server/node/renter/allowance';
import { renterStatus } from '$lib/server/node/renter/metrics';
import { INITIAL_RENTER, type RenterAction, type RenterState, type Shortage } from '$lib/server/node/renter/state';
import { allowance, contractWith, momentAt, START, worldOf } from '../../../../support/scriptedMarket';

const world = worldOf({ hosts: [1, 2] });
const shortage: Shortage = { of: 'funds', during: 'forming', height: START };
const renter: RenterState = {
  ...INITIAL_RENTER,
  ...{ allowance, currentPeriod: START, shortages: [shortage] },
  contracts: [contractWith(1), contractWith(2)]
};
const act = (action: RenterAction, state = renter, height = START + 10) =>
  actOnRenter(world, state, action, momentAt(height));
const goodFor = ({ contracts }: RenterState) => contracts.map(({ goodForRenew }) => goodForRenew);

test('a filter takes effect at once, and hosts are compared again', () => {
  const filter: HostFilter = { filterMode: 'blacklist', hosts: ['ed25519:1'], netAddresses: [] };
  const state = act({ type: 'filter', filter });
  expect(state).toMatchObject({ filter, mustCompare: true, shortages: [] });
  expect(goodFor(state)).toEqual([false, true]);
});

test('a canceled contract stays canceled, and no other is', () => {
  const state = act({ type: 'cancelContract', id: renter.contracts[1]!.id });
  expect(state.contracts.map(({ isCancelled }) => isCancelled)).toEqual([false, true]);
  expect(goodFor(state)).toEqual([true, false]);
  expect(goodFor(act({ type: 'cancelContract', id: '22'.repeat(32) as FileContractId }))).toEqual([true, true]);
});

describe('an allowance', () => {
  test('that is canceled leaves no contract that is good for anything', () => {
    const state = act({ type: 'cancelAllowance' });
    expect(state).toMatchObject({ allowance: undefined, currentPeriod: 0, shortages: [] });
    expect(goodFor(state)).toEqual([false, false]);
  });

  test('begins a period if it is the first, otherwise changes the one that runs', () => {
    const settings = { allowance: { ...allowance, hosts: 1n } };
    const changed = act({ type: 'configure', settings });
    expect(changed).toMatchObject({ ...settings, currentPeriod: START, mustCompare: true, shortages: [] });
    expect(goodFor(changed)).toEqual([true, false]);
    const first = act({ type: 'configure', settings }, INITIAL_RENTER);
    expect(first).toMatchObject({ ...settings, currentPeriod: START + 10, mustCompare: true });
    // With a shorter period, the next one may have begun.
    const short = act({ type: 'configure', settings: { allowance: { ...allowance, period: 4n } } });
    expect(short.currentPeriod).toBe(START + 8);
  });

  test('stays as it is if other settings change', () => {
    const state = act({ type: 'configure', settings: { maxUploadSpeed: 5n } });
    expect(state).toEqual({ ...renter, maxUploadSpeed: 5n });
  });
});

describe('backups', () => {
  const keep = (state: RenterState, name: string) => act({ type: 'keepBackup', name, content: `of ${name}` }, state);

  test('are kept in order, each with an ID of its own', () => {
    const { backups } = keep(keep(renter, 'a'), 'b');
    expect(backups.map(({ name, content, creationDate }) => [name, content, creationDate])).toEqual([
      ['a', 'of a', 2_010],
      ['b', 'of b', 2_010]
    ]);
    for (const { uid } of backups) expect(uid).toMatch(/^[0-9a-f]{32}$/);
    expect(backups[0]!.uid).not.toBe(backups[1]!.uid);
  });

  test('bring back their files, under other names if theirs are taken', () => {
    const files = [{ path: 'a', size: 1n }];
    const state = act({ type: 'recoverFiles', files: [...files, { path: 'b', size: 2n }] }, { ...renter, files });
    expect(state.files).toEqual([...files, { path: 'a_1', size: 1n }, { path: 'b', size: 2n }]);
    // What contracts store is listed as a file, but is none that was recovered.
    const stored = { ...renter, contracts: [contractWith(1, { size: 7n })] };
    expect(act({ type: 'recoverFiles', files }, stored).files).toEqual(files);
    expect(act({ type: 'recoverFiles', files: [{ path: 'stored-data', size: 3n }] }, stored).files).toEqual([
      { path: 'stored-data_1', size: 3n }
    ]);
  });

  test.each<[string, Partial<RenterState['contracts'][number]>, number]>([
    ['kept', { size: 1n }, 1],
    ['lost', { size: 0n }, 0],
    ['lost', { size: 1n, goodForRenew: false }, 0]
  ])('of which the files are %s when others are cleaned, with contracts like %o', (_, changes, left) => {
    const files = [{ path: 'a', size: 1n }];
    const contracts = [contractWith(1, { goodForRenew: false }), contractWith(2, changes)];
    expect(act({ type: 'clean' }, { ...renter, files, contracts }).files).toHaveLength(left);
  });
});

test('the status shows settings, spending by kind, and when the next period begins', () => {
  const spending = {
    ...{ fees: hastings(1n), download: hastings(20n), upload: hastings(300n), storage: hastings(4_000n) },
    ...{ fundAccount: hastings(50_000n), fundAccountCall: hastings(600_000n) },
    ...{ accountBalance: hastings(7_000_000n), updatePriceTable: hastings(80_000_000n) }
  };
  const contracts = [contractWith(1, { spending, totalCost: hastings(10n ** 9n) })];
  const settings = { maxUploadSpeed: 5n, maxDownloadSpeed: 6n, streamCacheSize: 7n, checkIpViolation: false };
  const state = { ...renter, ...settings, contracts, allowance: { ...allowance, funds: hastings(10n ** 10n) } };
  expect(renterStatus(state, momentAt(START))).toEqual({
    settings: {
      ...{ maxUploadSpeed: 5n, maxDownloadSpeed: 6n, streamCacheSize: 7n, ipViolationCheck: false },
      allowance: state.allowance
    },
    financialMetrics: {
      ...{ contractFees: 1n, downloadSpending: 20n, uploadSpending: 300n, storageSpending: 4_000n },
      fundAccountSpending: 50_000n,
      maintenanceSpending: {
        accountBalanceCost: 7_000_000n,
        fundAccountCost: 600_000n,
        updatePriceTableCost: 80_000_000n
      },
      ...{ totalAllocated: 10n ** 9n, unspent: 10n ** 10n - 87_654_321n },
      ...{ withheldFunds: 0n, releaseBlock: 0, previousSpending: 0n }
    },
    currentPeriod: START,
    nextPeriod: START + 200,
    uploadsStatus: { paused: false, pauseEndTime: 0 }
  });
  expect(renterStatus(INITIAL_RENTER, momentAt(START))).toMatchObject({
    settings: { allowance: ZERO_ALLOWANCE },
    nextPeriod: 0
  });
});
