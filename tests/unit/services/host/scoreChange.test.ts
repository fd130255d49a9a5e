import { expect, test } from 'vitest';
import { scoreChange } from '$lib/services/host/scoreChange';

const HUGE = 876482508406989052473137247513539625100193613014119927779604947795968n;

test.each([
  [HUGE, HUGE, 'same', 'About the same'],
  [HUGE, (HUGE * 1004n) / 1000n, 'same', 'About the same'],
  [HUGE, (HUGE * 1006n) / 1000n, 'up', '1.01 times'],
  [HUGE, HUGE * 3n, 'up', '3.00 times'],
  [HUGE, HUGE / 4n, 'down', 'divided by 4.00'],
  [HUGE, HUGE / 9790n, 'down', 'divided by 9,790'],
  [HUGE, HUGE * 10n ** 10n, 'up', 'more than a billion times'],
  [HUGE, 0n, 'down', 'No score'],
  [0n, HUGE, 'up', 'It had no score'],
  [0n, 0n, 'same', 'No score either way']
] as const)('case %#: %s to %s is %s', (now, after, way, words) => {
  const change = scoreChange(now, after);
  expect(change.way).toBe(way);
  expect(change.words).toContain(words);
});
