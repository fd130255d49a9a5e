import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { readChanges, STANDARD_LIMITS } from '$lib/server/node/renter/configure';
import type { RenterState } from '$lib/server/node/renter/state';

type Given = Parameters<typeof readChanges>[0];

const NOTHING_SET = {} as RenterState;
const FIRST: Given = { funds: hastings(1000n), period: 1000n };
const { hosts, renewWindow } = STANDARD_LIMITS;

const allowanceOf = (given: Given) => readChanges(given, NOTHING_SET, STANDARD_LIMITS).settings.allowance;

describe('a first allowance', () => {
  test('has a renew window of half its period, but at least the network’s minimum', () => {
    expect(allowanceOf({ ...FIRST, hosts })).toMatchObject({ renewWindow: 500n, hosts });
    expect(allowanceOf({ ...FIRST, hosts, period: 2n * renewWindow })).toMatchObject({ renewWindow });
    expect(allowanceOf({ ...FIRST, hosts, period: 2n * renewWindow + 2n })).toMatchObject({
      renewWindow: renewWindow + 1n
    });
    expect(allowanceOf({ ...FIRST, hosts, period: 10n })).toMatchObject({ renewWindow });
  });

  test.each<[Given, string, string]>([
    [{ ...FIRST, hosts: hosts - 1n }, 'renter/too-few-hosts', 'hosts'],
    [{ ...FIRST, hosts, renewwindow: renewWindow - 1n }, 'renter/renew-window-too-short', 'renewwindow'],
    [{ period: 1000n, hosts }, 'renter/funds-missing', 'funds'],
    [{ funds: hastings(1000n), hosts }, 'renter/period-missing', 'period']
  ])('is rejected below the network’s minimum, or if incomplete: %o', (given, code, parameter) => {
    expect(() => allowanceOf(given)).toThrow(expect.objectContaining({ code, parameter }));
  });

  test('may equal the minimum', () => {
    expect(allowanceOf({ ...FIRST, hosts, renewwindow: renewWindow })).toMatchObject({ hosts, renewWindow });
  });
});

test('no allowance field leaves it unset; no funds and period cancel it, and other settings still change', () => {
  const others = { checkforipviolation: false, maxuploadspeed: 7n };
  const settings = { checkIpViolation: false, maxUploadSpeed: 7n };
  expect(readChanges(others, NOTHING_SET, STANDARD_LIMITS)).toEqual({ cancelsAllowance: false, settings });
  const cancel = { funds: hastings(0n), period: 0n, ...others };
  expect(readChanges(cancel, NOTHING_SET, STANDARD_LIMITS)).toEqual({ cancelsAllowance: true, settings });
  expect(() => allowanceOf({ ...FIRST, funds: hastings(0n) })).toThrow(expect.objectContaining({ parameter: 'funds' }));
  expect(() => allowanceOf({ ...FIRST, period: 0n })).toThrow(expect.objectContaining({ parameter: 'period' }));
});

test.each<[keyof Given, unknown, string, unknown]>([
  ['maxdownloadspeed', 5n, 'maxDownloadSpeed', 5n],
  ['maxuploadspeed', 0n, 'maxUploadSpeed', 0n],
  ['streamcachesize', 7n, 'streamCacheSize', 7n],
  ['checkforipviolation', false, 'checkIpViolation', false]
])('%s changes nothing else', (given, value, name, expected) => {
  const { settings } = readChanges({ [given]: value }, NOTHING_SET, STANDARD_LIMITS);
  expect(settings).toStrictEqual({ [name]: expected });
});

test.each(['maxdownloadspeed', 'maxuploadspeed'])('a negative %s is rejected', (name) => {
  expect(() => readChanges({ [name]: -1n }, NOTHING_SET, STANDARD_LIMITS)).toThrow(
    expect.objectContaining({ code: 'renter/speed-negative', parameter: name })
  );
});

describe('an allowance that is set', () => {
  const current = allowanceOf({ ...FIRST, hosts })!;
  const change = (given: Given) =>
    readChanges(given, { allowance: current } as RenterState, STANDARD_LIMITS).settings.allowance;

  test('keeps what is not given', () => {
    expect(change({ expectedstorage: 5n })).toEqual({ ...current, expectedStorage: 5n });
    // The renew window too, whatever the period.
    expect(change({ period: 10n })).toEqual({ ...current, period: 10n });
  });

  test.each<[Given, string, string]>([
    [{ maxperiodchurn: 0n }, 'renter/churn-zero', ''],
    [{ hosts: 19n }, 'renter/too-few-hosts', '19'],
    [{ renewwindow: 287n }, 'renter/renew-window-too-short', '287'],
    [{ expectedredundancy: 0 }, 'renter/redundancy-zero', '']
  ])('is not changed to %o', (given, code, text) => {
    expect(() => change(given)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(text) }));
  });
});
