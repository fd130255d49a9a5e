import { expect, test } from 'vitest';
import { Availability } from '$lib/server/node/hostdb/availability';
import type { Lifetime } from '$lib/server/node/hostdb/lifetimes';
import type { MarketRandom } from '$lib/server/node/simulation/random';

/** Would begin an outage of two blocks at the fourth of a window of 24, in the first two windows. */
const random = {
  chance: (_: number, __: string, ___: number, window: number) => window < 2,
  integer: (_: number, __: number, label: string) => (label === 'host/outage-start' ? 3 : 2)
} as unknown as MarketRandom;
const host: Lifetime = { index: 0, firstSeen: 100, endsAt: 150, character: 'steady' };
const OUTAGE = 100 + 24 + 3;

test.each([
  ['before it is first seen', 99, false, 0, 0],
  ['when it is first seen', 100, true, 0, 0],
  ['before an outage', OUTAGE - 1, true, 0, 0],
  ['as an outage begins', OUTAGE, false, 1, 0],
  ['at the end of an outage', OUTAGE + 1, false, 2, 1],
  ['after an outage', OUTAGE + 2, true, 0, 2],
  ['in the window after that', 148, true, 0, 2],
  ['in its last block', 149, true, 0, 2],
  ['at its end', 150, false, 1, 2],
  ['after its end', 152, false, 3, 4]
])('a host %s (height %i) is online: %s, for %i blocks offline, and %i before', (_, height, isOnline, down, before) => {
  const availability = new Availability(random);
  expect(availability.isOnline(host, height)).toBe(isOnline);
  expect(availability.blocksDown(host, height)).toBe(down);
  expect(availability.downBefore(host, height)).toBe(before);
  // Heights may be asked about in any order.
  availability.downBefore(host, 160);
  expect(availability.downBefore(host, height)).toBe(before);
});
