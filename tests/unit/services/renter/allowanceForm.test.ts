import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readError } from '$lib/api/daemon/errors';
import { BadRequestError } from '$lib/api/http/errors';
import type { RenterStatus } from '$lib/api/daemon/renter';
import { hastings, MAX_HASTINGS } from '$lib/chain/currency/currency';
import {
  COIN_UNITS,
  formatQuantity,
  RATE_UNITS,
  SIZE_UNITS,
  SPEED_UNITS,
  type Unit
} from '$lib/chain/currency/quantity';
import { durationUnits } from '$lib/chain/currency/durationUnits';
import { readQuantity } from '$lib/components/form/quantityText';
import {
  ALLOWANCE_LIMITS,
  allowanceProblems,
  changeOf,
  CHUNKS,
  fieldOfRefusal,
  HOSTS,
  planOf,
  settingsOf,
  suggestedSettings,
  TIMES,
  type AllowanceKey
} from '$lib/services/renter/allowanceForm';

/** Units for a block time of ten minutes. */
const DURATION_UNITS = durationUnits(600);

const allowance: RenterStatus['settings']['allowance'] = {
  funds: hastings(500n * 10n ** 24n),
  hosts: 50n,
  period: 12_960n,
  renewWindow: 4_320n,
  expectedStorage: 10n ** 12n,
  expectedUpload: 46_296_296n,
  expectedDownload: 23_148_148n,
  expectedRedundancy: 3
};
const status = (changes: Partial<RenterStatus['settings']> = {}) => ({
  settings: { allowance, maxUploadSpeed: 0n, maxDownloadSpeed: 1_000n, ...changes }
});
const none = { ...allowance, funds: hastings(0n), hosts: 0n, period: 0n, renewWindow: 0n, expectedStorage: 0n };
const saved = settingsOf(status({ ipViolationCheck: true, streamCacheSize: 2n }));

test('the node’s settings become the form’s values', () => {
  expect(saved).toEqual({
    funds: 500n * 10n ** 24n,
    period: 12_960n,
    renewWindow: 4_320n,
    hosts: 50n,
    expectedStorage: 10n ** 12n,
    expectedUpload: 46_296_296n,
    expectedDownload: 23_148_148n,
    redundancy: 3_000n,
    maxUploadSpeed: 0n,
    maxDownloadSpeed: 1_000n,
    streamCacheSize: 2n,
    ipViolationCheck: true
  });
});

test('without an allowance its zeros are empty, and unreported values stay undefined', () => {
  const settings = settingsOf(status({ allowance: none }));
  expect(settings).toMatchObject({ maxUploadSpeed: 0n });
  for (const key of ['funds', 'period', 'renewWindow', 'hosts', 'streamCacheSize', 'ipViolationCheck'] as const) {
    expect(settings[key]).toBeUndefined();
  }
});

test('only changes are sent, under the daemon’s names', () => {
  expect(changeOf({})).toEqual({});
  expect(changeOf({ renewWindow: 5n })).toEqual({ renewwindow: 5n });
  expect(changeOf({ funds: 7n, redundancy: 2_500n, maxUploadSpeed: 9n, ipViolationCheck: false })).toEqual({
    funds: 7n,
    expectedredundancy: 2.5,
    maxuploadspeed: 9n,
    checkforipviolation: false
  });
});

test('a redundancy survives a round trip', () => {
  fc.assert(
    fc.property(fc.bigInt(ALLOWANCE_LIMITS.redundancy), (redundancy) => {
      const expectedRedundancy = changeOf({ redundancy }).expectedredundancy!;
      expect(settingsOf(status({ allowance: { ...allowance, expectedRedundancy } })).redundancy).toBe(redundancy);
    })
  );
});

test('a huge redundancy is shown as above the limit', () => {
  const { redundancy } = settingsOf(status({ allowance: { ...allowance, expectedRedundancy: 1e308 } }));
  expect(redundancy).toBeGreaterThan(ALLOWANCE_LIMITS.redundancy.max);
});

test.each<[string, object, AllowanceKey[], AllowanceKey[]]>([
  ['nothing changed', {}, [], []],
  ['no funds would cancel it', { funds: 0n }, ['funds'], ['funds']],
  ['no period would cancel it', { period: 0n }, ['period'], ['period', 'renewWindow']],
  [
    'neither would cancel it',
    { funds: 0n, period: 0n, renewWindow: undefined },
    ['funds', 'period'],
    ['funds', 'period']
  ],
  ['the window equals the period', { renewWindow: 12_960n }, ['renewWindow'], []],
  ['the window is one block longer', { renewWindow: 12_961n }, ['renewWindow'], ['renewWindow']],
  ['the period is one block shorter than the window', { period: 4_319n }, ['period'], ['renewWindow']],
  ['a window set too long by another program does not block other changes', { renewWindow: 99_999n }, ['hosts'], []],
  ['a first allowance without funds', { funds: undefined }, ['period'], ['funds']],
  ['a first allowance without a period', { period: undefined }, ['funds'], ['period']],
  ['speeds require no allowance', { funds: undefined, period: undefined }, ['maxUploadSpeed', 'ipViolationCheck'], []]
])('%s', (_, changes, changed, wrong) => {
  expect(Object.keys(allowanceProblems({ ...saved, ...changes }, changed, true))).toEqual(wrong);
});

test.each([
  [true, 'zeroFunds', 'zeroPeriod'],
  [false, 'missingFunds', 'missingPeriod']
])('with an allowance to cancel (%s), zero is %s and %s', (isSet, funds, period) => {
  const next = { ...saved, funds: 0n, period: 0n, renewWindow: undefined };
  expect(allowanceProblems(next, ['funds', 'period'], isSet)).toEqual({ funds, period });
});

const FIELDS: Record<keyof typeof ALLOWANCE_LIMITS, readonly Unit[]> = {
  funds: COIN_UNITS,
  period: DURATION_UNITS,
  renewWindow: DURATION_UNITS,
  hosts: [HOSTS],
  expectedStorage: SIZE_UNITS,
  expectedUpload: RATE_UNITS,
  expectedDownload: RATE_UNITS,
  redundancy: [TIMES],
  maxUploadSpeed: SPEED_UNITS,
  maxDownloadSpeed: SPEED_UNITS,
  streamCacheSize: [CHUNKS]
};
const EVERY_UNIT = Object.entries(FIELDS).flatMap(([key, units]) =>
  units.map((unit) => [key as keyof typeof ALLOWANCE_LIMITS, unit, units] as const)
);

/** The value in the unit if its digits end, otherwise the last whole number of units within the limit. */
const textAt = (value: bigint, unit: Unit) =>
  formatQuantity(value, unit) ?? ((value * unit.denominator) / unit.numerator).toString();

test.each(EVERY_UNIT.map(([key, unit, units]) => [key, unit.symbol, unit, units] as const))(
  '%s in %s: at, below and above the limits',
  (key, _, unit, units) => {
    const limits = ALLOWANCE_LIMITS[key];
    const codeOf = (text: string) => readQuantity(text, unit, units, limits).problem?.code;
    const least = formatQuantity(limits.min, unit);
    // The minimum in this unit with a finite fraction, and just below it.
    expect(codeOf(least ?? '1')).toBeUndefined();
    if (limits.min > 0n) expect(codeOf('0')).toBe('quantity/too-small');
    expect(codeOf('-1')).toBe('quantity/negative');
    expect(codeOf(textAt(limits.max, unit))).toBeUndefined();
    const above = ((limits.max + 1n) * unit.denominator + unit.numerator - 1n) / unit.numerator;
    expect(codeOf(above.toString())).toBe('quantity/too-large');
    if (limits.min > 1n) expect(codeOf(formatQuantity(limits.min - 1n, unit) ?? '0')).toBe('quantity/too-small');
    expect(codeOf('')).toBe('quantity/empty');
    expect(codeOf('1e3')).toBe('quantity/not-a-number');
  }
);

test.each<[string, AllowanceKey | undefined]>([
  ["funds needs to be set if it hasn't been set before", 'funds'],
  ["period needs to be set if it hasn't been set before", 'period'],
  ['unable to parse funds', 'funds'],
  ['unable to parse period: expected integer', 'period'],
  ['hosts must be non-zero', 'hosts'],
  ['insufficient number of hosts, need at least 20 but have 5', 'hosts'],
  ['renew window must be non-zero', 'renewWindow'],
  ['renew window is too small, must be at least 288 blocks but have 5 blocks', 'renewWindow'],
  ['expected storage must be non-zero', 'expectedStorage'],
  ['unable to parse expectedRedundancy: strconv.ParseFloat: parsing "": invalid syntax', 'redundancy'],
  ['unable to parse downloadspeed: expected integer', 'maxDownloadSpeed'],
  ['unable to set renter settings: bandwidth limits cannot be negative', undefined]
])('the rejection %j belongs to %s', (message, key) => {
  const error = new BadRequestError({ method: 'POST', path: '/renter' }, 400, message, readError(message, '/renter'));
  expect(fieldOfRefusal(error)).toBe(key);
});

test('a plan requires storage, redundancy, hosts and a period', () => {
  expect(planOf(saved)).toEqual({
    storage: 10n ** 12n,
    upload: 46_296_296n,
    download: 23_148_148n,
    redundancyThousandths: 3_000n,
    hosts: 50n,
    period: 12_960n
  });
  expect(planOf({ ...saved, expectedUpload: undefined })).toMatchObject({ upload: 0n });
  for (const key of ['expectedStorage', 'redundancy', 'hosts', 'period']) {
    expect(planOf({ ...saved, [key]: undefined })).toBeUndefined();
  }
  expect(planOf({ ...saved, period: 0n })).toBeUndefined();
  expect(planOf({ ...saved, expectedUpload: ALLOWANCE_LIMITS.expectedUpload.max })).toBeDefined();
  expect(planOf({ ...saved, expectedUpload: ALLOWANCE_LIMITS.expectedUpload.max + 1n })).toBeUndefined();
});

test('the default allowance fills every field', () => {
  const filled = { ...settingsOf(status({ allowance: none })), ...suggestedSettings(allowance) };
  expect(allowanceProblems(filled, Object.keys(suggestedSettings(allowance)) as AllowanceKey[], false)).toEqual({});
  expect(planOf(filled)).toBeDefined();
  expect(filled.funds).toBeLessThanOrEqual(MAX_HASTINGS);
});
