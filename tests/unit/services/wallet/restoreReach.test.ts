import { expect, test } from 'vitest';
import { isBeyondRestore } from '$lib/services/wallet/restoreReach';

const row = (index: number | undefined, used = false) => ({
  used,
  ...(index !== undefined && { key: { index, form: 'uc' } as const })
});

test.each<[string, number | undefined, number[], boolean]>([
  ['the fortieth key of a new wallet', 39, [], false],
  ['the one after it', 40, [], true],
  ['forty keys after the last used one', 47, [7, 3], false],
  ['one key further', 48, [7, 3], true],
  ['a watched address', undefined, [], false]
])('a restored wallet finds what was paid to %s, or does not: %j', (_, index, used, isBeyond) => {
  const shown = row(index);
  expect(isBeyondRestore([...used.map((key) => row(key, true)), row(20), shown], shown)).toBe(isBeyond);
});
