import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { formatQuantity, parseQuantity, shortQuantity } from '$lib/chain/currency/quantity';
import { limitProblem } from '$lib/components/form/quantityText';
import { problemText, warningText } from '$lib/messages/host/settings';
import { netAddressProblem } from '$lib/services/host/netAddress';
import {
  HOST_SETTINGS,
  QUANTITY_NAMES,
  SETTING_GROUPS,
  SETTING_NAMES,
  type SettingValues,
  unitsOf
} from '$lib/services/host/settingFields';
import { checkSettings, sentValue } from '$lib/services/host/settingRules';
import { median, suggestSettings } from '$lib/services/host/suggestions';
import { recordedHost } from './support';
import { plainSpaces } from '../../../support/plainSpaces';

const fresh: SettingValues = (await recordedHost('std', 'std_host')).internalSettings;
const offer = (await recordedHost('host', 'host.get')).externalSettings;
const SECTOR = 4_194_304n;
const checked = (changes: Partial<SettingValues>) => checkSettings({ ...fresh, ...changes }, SECTOR);

test('the form contains every setting of the API once, except the read-only one', () => {
  const inForm = SETTING_GROUPS.flatMap(({ names }) => names);
  expect([...inForm].sort()).toEqual([...SETTING_NAMES].sort());
  const { ephemeralAccountExpiry: _, ...settable } = fresh as Record<string, unknown>;
  expect([...inForm].sort()).toEqual(Object.keys(settable).sort());
});

test('the defaults equal those of a recorded new daemon, and are valid', () => {
  const initial = Object.fromEntries(QUANTITY_NAMES.map((name) => [name, HOST_SETTINGS[name].initial]));
  expect(initial).toEqual(Object.fromEntries(QUANTITY_NAMES.map((name) => [name, fresh[name]])));
  expect(checked({})).toEqual({ problems: {}, warnings: {} });
});

test('durations use the network’s block time, everything else matches the main network', () => {
  const day = (name: (typeof QUANTITY_NAMES)[number]) =>
    unitsOf(HOST_SETTINGS[name], 10).find(({ symbol }) => symbol === 'days')?.numerator;
  expect(QUANTITY_NAMES.filter((name) => day(name) === 8640n)).toEqual(['maxDuration', 'windowSize']);
  for (const name of QUANTITY_NAMES) expect(unitsOf(HOST_SETTINGS[name], 600)).toEqual(HOST_SETTINGS[name].units);
});

const inUnits = QUANTITY_NAMES.flatMap((name) =>
  HOST_SETTINGS[name].units.map((unit) => [name, unit.symbol, unit] as const)
);

describe.each(inUnits)('%s in %s', (name, _, unit) => {
  const { min, max, units } = HOST_SETTINGS[name];

  test('any value survives the form', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max }), (value) => {
        expect(parseQuantity(shortQuantity(value, unit), unit).value).toBe(value);
        const exact = formatQuantity(value, unit);
        if (exact !== undefined) expect(parseQuantity(exact, unit)).toEqual({ value, exact: true });
      })
    );
  });

  test('any typed number survives if it is a whole number of base units', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 6 }), (digits, decimals) => {
        const scale = 10n ** BigInt(decimals);
        const fraction = (digits % scale).toString().padStart(decimals, '0').replace(/0+$/, '');
        const typed = `${digits / scale}${decimals > 0 && fraction !== '' ? `.${fraction}` : ''}`;
        const { value, exact } = parseQuantity(typed, unit);
        if (exact) expect(formatQuantity(value, unit)).toBe(typed);
      })
    );
  });

  test.each([
    ['below the minimum', min - 1n, min > 0n ? 'quantity/too-small' : undefined],
    ['the minimum', min, undefined],
    ['above the minimum', min + 1n, undefined],
    ['below the maximum', max - 1n, undefined],
    ['the maximum', max, undefined],
    ['above the maximum', max + 1n, 'quantity/too-large']
  ] as const)('%s', (_case, value, code) => {
    // Negative values cannot be typed at all.
    if (value >= 0n) expect(parseQuantity(shortQuantity(value, unit), unit).value).toBe(value);
    if (value >= 0n) expect(limitProblem(value, unit, units, { min, max })?.code).toBe(code);
    const { problems } = checked({ [name]: hastings(value), ...roomFor(name) });
    if (code !== undefined) expect(problems[name]).toBeDefined();
    else if (value >= 0n) expect(problems[name]).toBeUndefined();
  });
});

/** Values that satisfy the rules between settings, so that only the setting's own limits apply. */
function roomFor(name: (typeof QUANTITY_NAMES)[number]): Partial<SettingValues> {
  const MOST = HOST_SETTINGS.maxDuration.max;
  const dear = hastings(HOST_SETTINGS.minDownloadBandwidthPrice.max);
  if (name === 'windowSize') return { maxDuration: MOST + 2n };
  if (name === 'maxDuration') return { windowSize: 0n };
  return name === 'minBaseRpcPrice' || name === 'minSectorAccessPrice' ? { minDownloadBandwidthPrice: dear } : {};
}

describe('rules between settings', () => {
  const DOWNLOAD = hastings(25n * 10n ** 12n);

  test.each([
    ['minBaseRpcPrice', 'one hasting below 4 TB for 100 million calls', DOWNLOAD * 40_000n - 1n, false],
    ['minBaseRpcPrice', 'exactly 4 TB for 100 million calls', DOWNLOAD * 40_000n, false],
    ['minBaseRpcPrice', 'one hasting more', DOWNLOAD * 40_000n + 1n, true],
    ['minSectorAccessPrice', 'one hasting below 4 TB for 10 million reads', DOWNLOAD * 400_000n - 1n, false],
    ['minSectorAccessPrice', 'exactly 4 TB for 10 million reads', DOWNLOAD * 400_000n, false],
    ['minSectorAccessPrice', 'one hasting more', DOWNLOAD * 400_000n + 1n, true]
  ] as const)('%s: %s', (name, _, value, isWrong) => {
    const { problems } = checked({ minDownloadBandwidthPrice: DOWNLOAD, [name]: hastings(value) });
    expect(problems[name] !== undefined).toBe(isWrong);
  });

  test('the ratio is reported with both prices in the units of the form', () => {
    const { problems } = checked({ minDownloadBandwidthPrice: DOWNLOAD, minBaseRpcPrice: hastings(10n ** 30n) });
    expect(plainSpaces(problemText(problems.minBaseRpcPrice)!)).toBe(
      'Too high for the download price: 100 million calls must not cost more than downloading 4 TB. ' +
        'At 25 SC/TB, the maximum is 1 SC per million calls.'
    );
  });

  test.each([
    [143n, 144n, false],
    [144n, 144n, true],
    [145n, 144n, true]
  ])('a proof window of %i blocks in contracts of at most %i', (windowSize, maxDuration, isWrong) => {
    expect(checked({ windowSize, maxDuration }).problems.windowSize !== undefined).toBe(isWrong);
  });

  test.each([
    [9n, 10n, true],
    [10n, 10n, false],
    [11n, 10n, false]
  ])('a risk of %i with account balances of %i gives a warning, not an error', (risk, balance, isWarned) => {
    const { problems, warnings } = checked({
      maxEphemeralAccountRisk: hastings(risk),
      maxEphemeralAccountBalance: hastings(balance)
    });
    expect(problems).toEqual({});
    expect(warnings.maxEphemeralAccountRisk !== undefined).toBe(isWarned);
  });

  test.each([
    [{ maxCollateral: fresh.collateralBudget }, []],
    [{ maxCollateral: hastings(fresh.collateralBudget + 1n) }, ['maxCollateral']],
    [{ collateralBudget: hastings(0n) }, ['maxCollateral', 'collateral']],
    [{ maxDownloadBatchSize: SECTOR }, []],
    [{ maxDownloadBatchSize: SECTOR - 1n }, ['maxDownloadBatchSize']],
    [{ maxReviseBatchSize: SECTOR - 1n }, ['maxReviseBatchSize']]
  ] as const)('warnings of case %#', (changes, warned) => {
    expect(Object.keys(checked(changes).warnings)).toEqual(warned);
  });
});

describe('the registry', () => {
  test.each([
    [0n, 0n, undefined],
    [1n, 16_384n, 'Rounded to 64 entries (16 KiB) when saved.'],
    [16_383n, 16_384n, 'Rounded to 64 entries (16 KiB) when saved.'],
    [16_384n, 16_384n, undefined],
    [100n * 256n, 32_768n, 'Rounded to 128 entries (32 KiB) when saved.'],
    [65_536n, 65_536n, undefined]
  ])('%i bytes are sent as %i', (bytes, sent, warning) => {
    expect(sentValue('registrySize', bytes)).toBe(sent);
    const found = checked({ registrySize: bytes }).warnings.registrySize;
    expect(found && plainSpaces(warningText(found))).toBe(warning);
  });

  test.each([
    ['', false],
    ['/srv/registry', false],
    ['C:\\registry', false],
    ['registry', true],
    ['./registry', true]
  ])('its path %j', (customRegistryPath, isWrong) => {
    expect(checked({ customRegistryPath }).problems.customRegistryPath !== undefined).toBe(isWrong);
  });
});

test.each([
  ['', undefined],
  ['host.example.org:9982', undefined],
  ['203.0.113.7:1', undefined],
  ['203.0.113.7:65535', undefined],
  ['[2001:db8::1]:9982', undefined],
  ['localhost:9982', undefined],
  ['host.example.org', 'missingPort'],
  ['host.example.org:0', 'invalidPort'],
  ['host.example.org:65536', 'invalidPort'],
  ['host.example.org:', 'invalidPort'],
  ['2001:db8::1:9982', 'ipv6WithoutBrackets'],
  ['[203.0.113.7]:9982', 'misplacedBrackets'],
  ['203.0.113.256:9982', 'invalidHost'],
  ['a host:9982', 'invalidHost'],
  [':9982', 'invalidHost'],
  ['0.0.0.0:9982', 'unspecifiedAddress'],
  ['[::]:9982', 'unspecifiedAddress']
])('the address %j', (address, problem) => {
  expect(netAddressProblem(address)).toBe(problem);
  expect(checked({ netAddress: address }).problems.netAddress?.code).toBe(problem);
});

describe('suggestions', () => {
  const hosts = (prices: readonly bigint[], changes: object = {}) =>
    prices.map((price) => ({ ...offer, storagePrice: hastings(price), ...changes })) as unknown as Parameters<
      typeof suggestSettings
    >[0];

  test.each([
    [[], undefined],
    [[7n], 7n],
    [[3n, 1n, 2n], 2n],
    [[4n, 1n, 3n, 2n], 2n],
    [[10n ** 30n, 1n, 10n ** 31n], 10n ** 30n]
  ])('the median of case %#', (values, middle) => expect(median(values)).toBe(middle));

  test('the median of the hosts that accept contracts, rounded to a readable price', () => {
    const some = [
      ...hosts([1n, 2n], { acceptingContracts: false }),
      ...hosts([5n, 41_666_666_666n, 10n ** 12n, 6n, 10n ** 13n])
    ];
    // Slightly below 180 SC/TB/month, which is the readable value.
    expect(suggestSettings(some).minStoragePrice).toEqual({ value: 41_666_666_667n, from: 'median', hosts: 5 });
  });

  test('without other hosts, the defaults of a new daemon', () => {
    expect(suggestSettings(hosts([1n, 2n])).minStoragePrice).toEqual({
      value: 11_574_074_074n,
      from: 'initial',
      hosts: 0
    });
    expect(suggestSettings(hosts([1n, 2n, 3n, 4n, 5n])).registrySize.from).toBe('initial');
  });
});
