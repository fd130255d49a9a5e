import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { readFilter, writeFilter } from '$lib/services/filterFields';
import { filterHosts, hostFilterFields, rangeOf } from '$lib/services/hostdb/hostFilter';
import { describeQuantity } from '$lib/chain/currency/quantity';
import { HOST_NUMBERS, hostNumbersAt, versionOrder } from '$lib/services/hostdb/hostColumns';
import { hostRows } from '$lib/services/hostdb/hostRows';
import { aHost, hostKeyOf } from '../../../support/hosts';

const SC = 10n ** 24n;
const DAY = 86_400n * 10n ** 9n;

const all = [
  aHost(1, { historicUptime: 99n * DAY, historicDowntime: DAY, firstSeen: 856 }),
  aHost(2, { storagePrice: hastings((250n * SC) / 10n ** 12n / 4320n), filtered: true, version: '1.6.0' }),
  aHost(3, { acceptingContracts: false, remainingStorage: 0n, netAddress: 'Far.example.org:1' }),
  aHost(4, { ipNets: ['10.9.0.0/24', '10.8.0.0/24'], contractPrice: hastings(SC) })
];
const contracts = new Map([[hostKeyOf(1), 2]]);
const rows = hostRows({ all, active: [3, 1, 4].map(hostKeyOf), contracts, height: 1_000 });

/** The numbers of the hosts that match a link's filter. */
const found = (search: string) =>
  filterHosts(rows, readFilter(hostFilterFields, `?show=all&${search}`)).map(({ entry }) => Number.parseInt(entry.publicKey.slice(-4), 16)); // prettier-ignore

test('rows have their rank, age, uptime and contracts', () => {
  expect(rows.map(({ rank }) => rank)).toEqual([2, undefined, 1, 3]);
  expect(rows.map(({ contracts: count }) => count)).toEqual([2, 0, 0, 0]);
  expect(rows[0]).toMatchObject({ age: 144n, uptime: { share: 0.99 } });
  expect(rows[3]?.subnetProblem).toBe('two-ipv4');
});

test('contracts are unknown without the renter, not zero; the age is unknown without a height', () => {
  const [row] = hostRows({ all, active: [], contracts: undefined, height: undefined });
  expect([row?.contracts, row?.age, row?.rank]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['', [1, 2, 3, 4]],
  ['q=FAR.example', [3]],
  ['q=10.9.', [4]],
  [`q=${hostKeyOf(2).slice(-20)}`, [2]],
  ['accepting=no', [3]],
  ['accepting=yes', [1, 2, 4]],
  ['marked=filtered', [2]],
  ['marked=subnets', [4]],
  ['marked=none', [1, 3]],
  ['marked=none.subnets', [1, 3, 4]],
  ['version=1.6', [2]],
  ['storage=200..', [2]],
  ['storage=..200', [1, 3, 4]],
  ['contract=1..1', [4]],
  ['contract=0.9999..', [4]],
  ['contract=1.0001..', []],
  ['uptime=99..', [1]],
  ['uptime=99.1..', []],
  ['remaining=0.5..', [1, 2, 4]],
  ['remaining=..0', [3]],
  ['contracts=1..', [1]],
  ['age=..1', [1]],
  ['rank=..2', [1, 3]],
  ['storage=..200&contract=..0.5&accepting=yes', [1]]
])('%j finds %j', (search, numbers) => {
  expect(found(search)).toEqual(numbers);
});

test('active hosts only, unless all are requested', () => {
  expect(filterHosts(rows, readFilter(hostFilterFields, '')).map(({ rank }) => rank)).toEqual([2, 1, 3]);
});

test('every column can be filtered by a range in the URL, with exact values', () => {
  const value = fc.bigInt({ min: 0n, max: 10n ** 30n });
  fc.assert(
    fc.property(fc.constantFrom(...HOST_NUMBERS), value, value, ({ key }, min, max) => {
      const initial = readFilter(hostFilterFields, '');
      const search = writeFilter(hostFilterFields, { ...initial, [key]: { min, max } }, '');
      expect(rangeOf(readFilter(hostFilterFields, search), key)).toEqual({ min, max });
    })
  );
});

test('counters whose sum exceeds a double are shown as huge', () => {
  const [entry] = all;
  const huge = { historicSuccessfulInteractions: 1e308, recentSuccessfulInteractions: 1e308 };
  const [row] = hostRows({ all: [{ ...entry!, ...huge }], active: [], contracts: undefined, height: undefined });
  expect(HOST_NUMBERS.find(({ key }) => key === 'ok')!.of(row!)).toBeGreaterThan(1n << 52n);
});

test('every column has a value for every host', () => {
  for (const { of } of HOST_NUMBERS) for (const row of rows) expect(['bigint', 'undefined']).toContain(typeof of(row));
});

test('versions are sorted by number', () => {
  const order = (version: string) => versionOrder(version)!;
  expect(order('1.5.10') > order('1.5.9')).toBe(true);
  expect(order('1.6.0') > order('1.5.10')).toBe(true);
  expect(order('v1.6')).toBe(order('1.6.0'));
  expect(versionOrder('unknown')).toBeUndefined();
});

test('durations are shown with the network’s block time and stored in URLs in units of the main network', () => {
  const unitsAt = (blockSeconds: number | undefined) =>
    hostNumbersAt(blockSeconds).flatMap(({ key, unit }) => (unit ? [[key, describeQuantity(8640n, unit)]] : []));
  const slow = Object.fromEntries(unitsAt(600));
  const fast = Object.fromEntries(unitsAt(10));
  expect([slow.age, slow.duration, slow.window]).toEqual(['60 days', '2 months', '60 days']);
  expect([fast.age, fast.duration, fast.window]).toEqual(['1 day', '0.033 months', '1 day']);
  expect({ ...fast, age: slow.age, duration: slow.duration, window: slow.window }).toEqual(slow);
  expect(Object.fromEntries(unitsAt(undefined))).toEqual(slow);
  expect(HOST_NUMBERS).toEqual(hostNumbersAt(600));
});
