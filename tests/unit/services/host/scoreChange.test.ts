import { expect, test } from 'vitest';
import { scoreChangeText } from '$lib/messages/host/settings';
import { directionOf, scoreChange } from '$lib/services/host/scoreChange';

const HUGE = 876482508406989052473137247513539625100193613014119927779604947795968n;

test.each([
  [HUGE, HUGE, 'same', 'About the same'],
  [HUGE, (HUGE * 1004n) / 1000n, 'same', 'About the same'],
  [HUGE, (HUGE * 1006n) / 1000n, 'up', '× 1.01'],
  [HUGE, HUGE * 3n, 'up', '× 3.00'],
  [HUGE, HUGE / 4n, 'down', '÷ 4.00'],
  [HUGE, HUGE / 9790n, 'down', '÷ 9,790'],
  [HUGE, HUGE * 10n ** 10n, 'up', '× more than a billion'],
  [HUGE, 0n, 'down', 'Loses its score'],
  [0n, HUGE, 'up', 'Gains a score'],
  [0n, 0n, 'same', 'No score before or after']
] as const)('case %#: %s to %s is %s', (now, after, way, words) => {
  const change = scoreChange(now, after);
  expect(directionOf(change)).toBe(way);
  expect(scoreChangeText(change)).toContain(words);
});
