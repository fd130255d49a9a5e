import { expect, test } from 'vitest';
import {
  DEFAULT_PAUSES,
  formatTimeOfDay,
  parsePauses,
  parseTimeOfDay,
  pauseReason,
  type PauseRules,
  type Surroundings
} from '$lib/services/mining/pauses';

const QUIET: Surroundings = { isBusy: false, minute: 12 * 60 };
const NIGHT = { from: 22 * 60, to: 6 * 60 };

test.each<[string, Partial<PauseRules>, Partial<Surroundings>, string | undefined]>([
  ['a machine without a battery mines', {}, {}, undefined],
  ['a charging one mines', {}, { battery: { charging: true, level: 0.5 } }, undefined],
  ['one on battery pauses by default', {}, { battery: { charging: false, level: 1 } }, 'battery'],
  ['unless allowed', { onBattery: false }, { battery: { charging: false, level: 1 } }, undefined],
  ['but not on a low battery', { onBattery: false }, { battery: { charging: false, level: 0.19 } }, 'low-battery'],
  ['nor while a low battery is charging', {}, { battery: { charging: true, level: 0.19 } }, 'low-battery'],
  ['20 % is not low', {}, { battery: { charging: true, level: 0.2 } }, undefined],
  ['user activity does not pause it by default', {}, { isBusy: true }, undefined],
  ['but does on request', { whileBusy: true }, { isBusy: true }, 'busy'],
  ['and it resumes afterward', { whileBusy: true }, { isBusy: false }, undefined],
  ['it pauses outside its hours', { hours: NIGHT }, { minute: 12 * 60 }, 'hours'],
  ['which begin in the evening', { hours: NIGHT }, { minute: 22 * 60 }, undefined],
  ['extend over midnight', { hours: NIGHT }, { minute: 0 }, undefined],
  ['and end in the morning', { hours: NIGHT }, { minute: 6 * 60 }, 'hours'],
  ['hours within one day', { hours: { from: 60, to: 120 } }, { minute: 119 }, undefined],
  ['end there', { hours: { from: 60, to: 120 } }, { minute: 120 }, 'hours'],
  ['equal ends mean the whole day', { hours: { from: 60, to: 60 } }, { minute: 0 }, undefined]
])('%s', (_, rules, now, reason) => {
  expect(pauseReason({ ...DEFAULT_PAUSES, ...rules }, { ...QUIET, ...now })).toBe(reason);
});

test('stored rules are validated', () => {
  const rules = { ...DEFAULT_PAUSES, whileBusy: true, hours: NIGHT };
  expect(parsePauses(JSON.parse(JSON.stringify(rules)))).toEqual(rules);
  expect(parsePauses(DEFAULT_PAUSES)).toEqual(DEFAULT_PAUSES);
  for (const bad of [null, 1, {}, { ...rules, onBattery: 1 }, { ...rules, hours: { from: 0, to: 1440 } }])
    expect(parsePauses(bad)).toBeUndefined();
});

test('times of day', () => {
  expect([parseTimeOfDay('22:30'), parseTimeOfDay('00:00'), parseTimeOfDay('23:59')]).toEqual([1350, 0, 1439]);
  expect([parseTimeOfDay(''), parseTimeOfDay('24:00'), parseTimeOfDay('12:60')]).toEqual(Array(3).fill(undefined));
  expect([formatTimeOfDay(1350), formatTimeOfDay(5)]).toEqual(['22:30', '00:05']);
});
