import { expect, test } from 'vitest';
import type { Alert } from '$lib/api/daemon/daemon';
import { NodeWatch, type NodeSnapshot } from '$lib/services/notifications/nodeWatch';
import { alertKey } from '$lib/services/node/alerts';

const MINUTE_MS = 60_000;
const alert = (message: string, severity = 'error'): Alert => ({ severity, message, module: 'host', cause: '' });

/** A look at a node that has just responded. */
const look = (nowMs: number, change: Partial<NodeSnapshot> = {}): NodeSnapshot => ({
  nowMs,
  isUnreachable: false,
  tip: { height: 7, atMs: nowMs },
  isPublic: true,
  alerts: [],
  ...change
});

/** The kinds of notices from each look. */
const tell = (watch: NodeWatch, looks: readonly NodeSnapshot[]) =>
  looks.map((each) => watch.look(each, new Set()).map(({ kind }) => kind));

/** Looks at a node once a minute. @returns the minutes in which its tip was reported as stale */
const staleIn = (minutes: number, at: (minute: number) => NodeSnapshot) =>
  tell(
    new NodeWatch(),
    Array.from({ length: minutes + 1 }, (_, minute) => at(minute))
  ).flatMap((kinds, minute) => (kinds.includes('tip-stale') ? [minute] : []));

test('an unresponsive node is reported once, after half a minute', () => {
  const away = (nowMs: number) => look(nowMs, { isUnreachable: true });
  expect(
    tell(new NodeWatch(), [
      away(0),
      away(29_000),
      away(30_000),
      away(90_000),
      look(91_000),
      away(92_000),
      away(125_000)
    ])
  ).toEqual([[], [], ['node-unreachable'], [], [], [], ['node-unreachable']]);
});

test('a node that did not respond before the computer slept is reported only if it still does not', () => {
  const away = (nowMs: number) => look(nowMs, { isUnreachable: true });
  const hours = 8 * 60 * MINUTE_MS;
  expect(tell(new NodeWatch(), [away(0), away(hours), away(hours + 5_000), away(hours + 30_000)])).toEqual([
    [],
    [],
    [],
    ['node-unreachable']
  ]);
});

test('a reported outage is not reported again after the computer slept', () => {
  const away = (nowMs: number) => look(nowMs, { isUnreachable: true });
  const hours = 8 * 60 * MINUTE_MS;
  expect(tell(new NodeWatch(), [away(0), away(30_000), away(hours), away(hours + 30_000)])).toEqual([
    [],
    ['node-unreachable'],
    [],
    []
  ]);
});

test('a tip is stale after ninety minutes, reported once', () => {
  expect(staleIn(200, (minute) => look(minute * MINUTE_MS))).toEqual([90]);
  const nextInAnHour = (minute: number) =>
    look(minute * MINUTE_MS, { tip: { height: minute < 60 ? 7 : 8, atMs: minute * MINUTE_MS } });
  expect(staleIn(149, nextInAnHour)).toEqual([]);
});

test('a node that was not asked for ninety minutes has no stale tip', () => {
  const askedOnce = (minute: number) => look(minute * MINUTE_MS, { tip: { height: 7, atMs: 0 } });
  expect(staleIn(200, askedOnce)).toEqual([]);
  // As in a tab that was hidden for two hours: its first response still has the same tip.
  const askedAgain = (minute: number) =>
    look(minute * MINUTE_MS, { tip: { height: 7, atMs: minute < 120 ? 0 : minute * MINUTE_MS } });
  expect(staleIn(209, askedAgain)).toEqual([]);
  expect(staleIn(210, askedAgain)).toEqual([210]);
});

test('a computer that slept has no stale tip, in whichever direction its clock is set', () => {
  for (const hours of [8, -8]) {
    const slept = (minute: number) => look((minute < 60 ? minute : minute + hours * 60) * MINUTE_MS);
    expect(staleIn(149, slept)).toEqual([]);
    expect(staleIn(150, slept)).toEqual([150]);
  }
});

test.each([
  ['networks without regular blocks', { isPublic: false }],
  ['a node that never responded', { tip: undefined }]
])('the tip of %s is never stale', (_, change) =>
  expect(staleIn(100, (minute) => look(minute * MINUTE_MS, change))).toEqual([])
);

test('each new alert is reported, except mere information and the simulated market', () => {
  const market = alert('simulated storage market', 'warning');
  const alerts = [alert('disk full'), alert('known'), alert('scan done', 'info'), market];
  const watch = new NodeWatch();
  const [notice, ...more] = watch.look(look(0, { alerts }), new Set([alertKey(alerts[1]!)]));
  expect(notice).toMatchObject({ kind: 'alert', text: 'disk full', group: alertKey(alerts[0]!), href: '/daemon' });
  expect(more).toEqual([]);
});

test('a node with thousands of alerts, or new ones all the time, gets twenty notices in ten minutes', () => {
  const watch = new NodeWatch();
  const known = new Set<string>();
  const told = (nowMs: number, alerts: readonly Alert[]) => {
    const notices = watch.look(look(nowMs, { alerts }), known);
    for (const { group } of notices) known.add(group);
    return notices.length;
  };
  const many = Array.from({ length: 3_000 }, (_, i) => alert(`alert ${i}`));
  expect([told(0, many), told(MINUTE_MS, many), told(9 * MINUTE_MS, [alert('new'), ...many])]).toEqual([20, 0, 0]);
  expect([told(10 * MINUTE_MS, many), known.size]).toEqual([20, 40]);
  // The clock is set back.
  expect(told(-10 * MINUTE_MS, many)).toBe(20);
});

test('an alert of a megabyte is stored as an excerpt', () => {
  const notices = new NodeWatch().look(look(0, { alerts: [alert('x'.repeat(1_000_000))] }), new Set());
  expect(JSON.stringify(notices).length).toBeLessThan(4_000);
});
