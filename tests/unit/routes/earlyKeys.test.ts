import { expect, test } from 'vitest';
import { EarlyKeys } from '../../../src/routes/(app)/_shell/earlyKeys';

const typed = (keys: EarlyKeys, names: readonly string[], timeStamp = 100) =>
  names.map((key) => keys.add({ key, timeStamp }));

test('keys typed while the palette loads are its text, and no other keys are', () => {
  const keys = new EarlyKeys();
  expect(typed(keys, ['g'])).toEqual([false]);
  keys.wait(100);
  expect(typed(keys, ['m', 'o', 'Backspace', 'ü', '😀', 'Shift', 'Enter'])).toEqual([
    ...[true, true, true, true, true],
    ...[false, false]
  ]);
  expect(keys.take()).toBe('mü😀');
});

test('once the palette has appeared, keys belong to the page again, even after the next request', () => {
  const keys = new EarlyKeys();
  keys.wait(100);
  expect(keys.take()).toBe('');
  expect(typed(keys, ['m'])).toEqual([false]);
  keys.wait(200);
  expect(typed(keys, ['m'], 200)).toEqual([false]);
});

test('Escape ends the wait, and so does its time limit', () => {
  const keys = new EarlyKeys();
  keys.wait(100);
  expect(typed(keys, ['m', 'Escape', 'm'])).toEqual([true, true, false]);
  keys.wait(100);
  expect(typed(keys, ['m'], 15_100)).toEqual([false]);
  expect(keys.take()).toBe('');
});
