import { describe, expect, test } from 'vitest';
import { hostStatus } from '$lib/api/daemon/hostSchemas';
import type { Alert } from '$lib/api/daemon/daemon';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { hostAlerts } from '$lib/server/node/host/alerts';
import type { FolderHealth } from '$lib/server/node/host/storage/folder';
import { externalSettings, feeRange, priceTable } from '$lib/server/node/host/offer';
import { DEFAULT_HOST_SETTINGS } from '$lib/server/node/host/settings';
import { applyAction, NEW_HOST, type HostState } from '$lib/server/node/host/state';
import { recordedAnswer, recordedExchanges } from '../../../../support/recordedDaemon';
import { steppedHost } from '../../../../support/simulatedHost';
import * as z from 'zod/mini';

const USUAL_FEE = 10n ** 19n;

describe('a new host matches a recorded daemon of the standard network', () => {
  const recorded = async () => {
    const [exchange] = recordedExchanges('std').filter(({ name }) => name === 'std_host');
    return z.decode(hostStatus, (await recordedAnswer(exchange!).json()) as z.input<typeof hostStatus>);
  };

  test('in its settings', async () => {
    expect(DEFAULT_HOST_SETTINGS).toEqual((await recorded()).internalSettings);
  });
  test('in its external settings, except the collateral that its wallet could not pay', async () => {
    const theirs = (await recorded()).externalSettings;
    const ours = externalSettings(NEW_HOST, feeRange(USUAL_FEE), { total: 0, free: 0 }, VOID_ADDRESS);
    expect(ours.maxCollateral).toBe(DEFAULT_HOST_SETTINGS.maxCollateral);
    for (const [name, value] of Object.entries(ours)) {
      if (name === 'maxCollateral' || name === 'revisionNumber') continue;
      expect([name, value]).toEqual([name, theirs[name as keyof typeof theirs]]);
    }
  });
  test('in its price table', async () => {
    const { maxCollateral } = DEFAULT_HOST_SETTINGS;
    expect(priceTable(NEW_HOST, feeRange(USUAL_FEE), 0, 0n)).toEqual({
      ...(await recorded()).priceTable,
      maxCollateral
    });
  });
});

test('the contract price is the cost of its transactions, but at least the configured minimum', () => {
  const priceWith = (coins: bigint, fee: bigint) =>
    externalSettings(
      { ...NEW_HOST, settings: { ...DEFAULT_HOST_SETTINGS, minContractPrice: hastings(coins * HASTINGS_PER_COIN) } },
      feeRange(fee),
      { total: 0, free: 0 },
      VOID_ADDRESS
    ).contractPrice;
  expect(priceWith(0n, USUAL_FEE)).toBe(15n * 10n ** 22n);
  expect(priceWith(0n, 10n * USUAL_FEE)).toBe(15n * 10n ** 23n);
  expect(priceWith(7n, USUAL_FEE)).toBe(7n * HASTINGS_PER_COIN);
});

test('the price table has the registry entries that are left', () => {
  const state = { ...NEW_HOST, settings: { ...DEFAULT_HOST_SETTINGS, registrySize: 16_384n } };
  const left = (used: bigint) => priceTable(state, feeRange(USUAL_FEE), 0, used).registryEntriesLeft;
  expect([0n, 63n, 64n, 65n].map(left)).toEqual([64n, 1n, 0n, 0n]);
});

test('the host offers no more collateral than its budget has left', () => {
  const offered = (maxCollateral: bigint) => {
    const settings = {
      ...DEFAULT_HOST_SETTINGS,
      maxCollateral: hastings(maxCollateral),
      collateralBudget: hastings(10n)
    };
    return externalSettings({ ...NEW_HOST, settings }, feeRange(USUAL_FEE), { total: 0, free: 0 }, VOID_ADDRESS);
  };
  expect([9n, 10n, 11n].map((most) => offered(most).maxCollateral)).toEqual([9n, 10n, 10n]);
});

describe('alerts', () => {
  const healthy: FolderHealth = { path: '/a', isAvailable: true, total: 100, taken: 50, failures: 0 };
  const good: HostState = steppedHost().state;
  const told = (alerts: readonly Alert[]) => alerts.map(({ severity, message }) => `${severity}: ${message}`);

  test('there are none if all is well, or while the host does not accept contracts', () => {
    expect(hostAlerts(good, 10, [healthy])).toEqual([]);
    expect(hostAlerts(NEW_HOST, 10, [])).toEqual([]);
  });

  test.each<[string, Partial<FolderHealth>, string]>([
    ['nearly full', { taken: 90 }, 'warning: The storage folder /a is 90% full. Make it larger or add another'],
    ['almost full', { taken: 98 }, 'error: The storage folder /a is 98% full. Make it larger or add another'],
    ['missing', { isAvailable: false }, 'critical: The storage folder /a is missing. Data in it cannot be proven'],
    ['failing again and again', { failures: 3 }, 'error: Reading or writing failed 3 times in the storage folder /a'],
    ['failing', { failures: 1 }, 'error: Reading or writing failed once in the storage folder /a']
  ])('a folder is %s', (_, health, alert) => {
    expect(told(hostAlerts(good, 10, [{ ...healthy, ...health }]))).toEqual([alert]);
  });
  test('89 % is not nearly full yet', () => {
    expect(hostAlerts(good, 10, [{ ...healthy, taken: 89 }])).toEqual([]);
  });

  const lock = 9n * HASTINGS_PER_COIN;
  const locking = (budget: bigint): HostState => {
    const [formation] = (() => {
      const host = steppedHost();
      host.pass(60);
      return host.state.open;
    })();
    const settings = { ...good.settings, collateralBudget: hastings(budget) };
    return { ...good, settings, open: [{ ...formation!, locked: lock }] };
  };
  test.each<[string, HostState, string[]]>([
    ['without space', { ...good, capacity: 0 }, ['warning: The host accepts contracts but has no storage folder']],
    ['unannounced', { ...good, announced: undefined }, ['warning: The host accepts contracts but was never announced']],
    [
      'moved',
      { ...good, settings: { ...good.settings, netAddress: 'new.example:9982' } },
      ['warning: Renters look for the host at host.example:9982. Announce its new address']
    ],
    [
      'unreachable',
      applyAction(good, { type: 'announce', address: 'nowhere.invalid:1' }, 0),
      ['error: Renters cannot reach the host at nowhere.invalid:1']
    ],
    [
      'short of collateral',
      locking(10n * HASTINGS_PER_COIN - 1n),
      ['warning: Less than a tenth of the collateral budget is left. New contracts may be refused']
    ],
    ['with just enough collateral', locking(10n * HASTINGS_PER_COIN), []]
  ])('the host is %s', (_, state, alerts) => {
    expect(told(hostAlerts(state, 10, [healthy]))).toEqual(alerts);
  });
});
