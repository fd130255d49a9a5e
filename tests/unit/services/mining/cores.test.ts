import { expect, test } from 'vitest';
import { coreChoices, coresInUse, parseCores } from '$lib/services/mining/cores';

test('by default one core stays free, and at least one mines', () =>
  expect([1, 2, 8].map((available) => coresInUse(undefined, available))).toEqual([1, 1, 7]));

test('a selected number is limited to the number of cores', () =>
  expect([1, 4, 8, 64].map((chosen) => coresInUse(chosen, 8))).toEqual([1, 4, 8, 8]));

test.each([
  [1, [1]],
  [2, [1, 2]],
  [8, [1, 2, 4, 6, 7, 8]],
  [64, [1, 16, 32, 48, 63, 64]]
])('of %i cores, the choices are %j', (available, choices) => {
  expect(coreChoices(available)).toEqual(choices);
  expect(choices).toContain(coresInUse(undefined, available));
});

test('only positive integers are accepted from storage', () =>
  expect([3, 0, -1, 1.5, '2', null].map(parseCores)).toEqual([3, ...Array<undefined>(5)]));
