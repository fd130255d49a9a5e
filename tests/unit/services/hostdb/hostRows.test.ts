import { expect, test } from 'vitest';
import { hostRows } from '$lib/services/hostdb/hostRows';
import { aHost } from '../../../support/hosts';

test.each([
  ['1.5.9', '1.5.9'],
  [`1.5\u202e${'\u0301'.repeat(100)}`, `1.5${'\u0301'.repeat(6)}`],
  ['9'.repeat(1_000), `${'9'.repeat(40)}…`]
])('the version that a host reports keeps to its cell', (version, shown) => {
  const entry = aHost(1, { version });
  const [row] = hostRows({ all: [entry], active: [], contracts: undefined, height: undefined });
  expect(row!.entry).toEqual({ ...entry, version: shown });
});
