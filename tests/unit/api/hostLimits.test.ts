import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  maxBaseRpcPrice,
  maxSectorAccessPrice,
  nearestRegistrySize,
  REGISTRY_PAGE_BYTES,
  SECTOR_BYTES,
  wholeSectors
} from '$lib/api/daemon/hostLimits';
import { hastings } from '$lib/chain/currency/currency';

test.each([
  [0n, 0n],
  [1n, 16_384n],
  [16_383n, 16_384n],
  [16_384n, 16_384n],
  [24_575n, 16_384n],
  [24_576n, 32_768n],
  [32_769n, 32_768n]
])('a registry of %d bytes has %d', (asked, kept) => expect(nearestRegistrySize(asked)).toBe(kept));

test('a registry consists of whole pages, at most half a page from the requested size', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: REGISTRY_PAGE_BYTES, max: 2n ** 60n }), (asked) => {
      const kept = nearestRegistrySize(asked);
      const off = kept > asked ? kept - asked : asked - kept;
      expect(kept % REGISTRY_PAGE_BYTES).toBe(0n);
      expect(off * 2n <= REGISTRY_PAGE_BYTES).toBe(true);
    })
  );
});

test('a folder consists of whole sectors, rounded down', () => {
  expect(wholeSectors(268_435_457n)).toBe(268_435_456n);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 60n }), (asked) => {
      const kept = wholeSectors(asked);
      expect(kept % SECTOR_BYTES).toBe(0n);
      expect(asked - kept < SECTOR_BYTES).toBe(true);
    })
  );
});

test('call prices are compared with 4 TB of download', () => {
  const download = hastings(25_000_000_000_000n);
  expect(maxBaseRpcPrice(download) * 100_000_000n).toBe(download * 4_000_000_000_000n);
  expect(maxSectorAccessPrice(download) * 10_000_000n).toBe(download * 4_000_000_000_000n);
});
