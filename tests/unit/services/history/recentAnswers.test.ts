import { expect, test } from 'vitest';
import { consensusRoutes } from '$lib/api/daemon/consensus';
import { gatewayRoutes } from '$lib/api/daemon/gateway';
import { RECENT_MS, RecentAnswers } from '$lib/services/history/recentAnswers';

const { status } = gatewayRoutes;

function recentOf() {
  let nowMs = 2e12;
  return { recent: new RecentAnswers([status], () => nowMs), pass: (ms: number) => (nowMs += ms) };
}

test.each([
  [0, 'peers'],
  [RECENT_MS - 1, 'peers'],
  [RECENT_MS, undefined],
  // The clock was set back.
  [-1, undefined]
])('after %d ms, the last answer is %s', (ageMs, answer) => {
  const { recent, pass } = recentOf();
  recent.add(status, 'earlier');
  recent.add(status, 'peers');
  pass(ageMs);
  expect(recent.get(status)).toBe(answer);
});

test('a route that was not answered has no answer; those of other routes are not kept', () => {
  const { recent } = recentOf();
  recent.add(consensusRoutes.status, 'height');
  expect([recent.get(status), recent.get(consensusRoutes.status)]).toEqual([undefined, undefined]);
});
