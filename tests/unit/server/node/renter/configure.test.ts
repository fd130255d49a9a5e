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
