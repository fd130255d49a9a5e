import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unixSeconds } from '$lib/chain/time';
import { scansText } from '$lib/messages/hosts/list';
import { uptimeOf } from '$lib/services/hostdb/uptime';

const SECOND = 1_000_000_000n;
/** Scans from newest to oldest, as returned by the client: [second, success]. */
const scans = (...list: [number, boolean][]) =>
  list.map(([timestamp, success]) => ({ timestamp: unixSeconds(timestamp), success }));
const entry = (up: bigint, down: bigint, ...list: [number, boolean][]) => ({
  historicUptime: up,
  historicDowntime: down,
  scanHistory: scans(...list)
});

test('without measurements, the uptime is unknown, neither 0 nor 1', () => {
  expect(uptimeOf(entry(0n, 0n)).share).toBeUndefined();
  expect(uptimeOf(entry(0n, 0n, [100, true])).share).toBeUndefined();
});

test('the time between two scans counts like the result of the earlier one', () => {
  expect(uptimeOf(entry(0n, 0n, [400, true], [300, false], [0, true]))).toEqual({
    up: 300n * SECOND,
    down: 100n * SECOND,
    share: 0.75
  });
});

test('the node’s sums of earlier scans are added exactly, beyond the range of a number', () => {
  const year = 365n * 86_400n * SECOND;
  const { up, share } = uptimeOf(entry(3n * year + 1n, year, [100, true], [0, true]));
  expect(up).toBe(3n * year + 1n + 100n * SECOND);
  expect(share).toBeCloseTo(0.75, 5);
});

test('the share is between 0 and 1, 1 only without downtime and 0 only without uptime, to six digits', () => {
  const time = fc.bigInt({ min: 0n, max: 10n ** 18n });
  fc.assert(
    fc.property(time, time, fc.array(fc.tuple(fc.integer({ min: 0, max: 1e9 }), fc.boolean())), (up, down, list) => {
      const sorted = list.toSorted(([a], [b]) => b - a);
      const all = uptimeOf(entry(up, down, ...sorted));
      if (all.share === undefined) expect(all.up + all.down).toBe(0n);
      else {
        expect(all.share).toBeGreaterThanOrEqual(0);
        expect(all.share).toBeLessThanOrEqual(1);
        if (all.share === 1) expect(all.down).toBe(0n);
      }
      const span = BigInt((sorted[0]?.[0] ?? 0) - (sorted.at(-1)?.[0] ?? 0)) * SECOND;
      expect(all.up + all.down).toBe(up + down + span);
    })
  );
});

test.each([
  [[], 'Not scanned yet'],
  [[[2, true]], '1 of 1 scan successful'],
  [[[3, true], [2, false]], '1 of 2 scans successful'], // prettier-ignore
  [[[3, false], [2, true]], '1 of 2 scans successful, last one failed'], // prettier-ignore
  [[[3, false], [2, false]], '0 of 2 scans successful'] // prettier-ignore
] as [[number, boolean][], string][])('%j reads %s', (list, text) => {
  expect(scansText(scans(...list))).toBe(text);
});
