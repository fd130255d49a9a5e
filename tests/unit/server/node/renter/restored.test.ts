import { expect, test } from 'vitest';
import { DEFAULT_ALLOWANCE, demandOf, targetSize } from '$lib/server/node/renter/allowance';
import { restoredRenter } from '$lib/server/node/renter/act';
import { INITIAL_RENTER, type RenterState } from '$lib/server/node/renter/state';

test.each([1e308, Infinity])('a redundancy of %d stored by an earlier release breaks nothing', (expectedRedundancy) => {
  // In that release's format: counts and speeds as numbers.
  const stored = {
    ...INITIAL_RENTER,
    maxDownloadSpeed: 2 ** 63,
    streamCacheSize: 2,
    allowance: { ...DEFAULT_ALLOWANCE, hosts: 50, expectedRedundancy }
  } as unknown as RenterState;
  const { allowance, maxDownloadSpeed, streamCacheSize } = restoredRenter(stored);
  expect({ hosts: allowance?.hosts, maxDownloadSpeed, streamCacheSize }).toEqual({
    hosts: 50n,
    maxDownloadSpeed: 2n ** 63n,
    streamCacheSize: 2n
  });
  expect(targetSize(allowance!)).toBeGreaterThan(0n);
  expect(Object.values(demandOf(allowance)).every(Number.isFinite)).toBe(true);
});
