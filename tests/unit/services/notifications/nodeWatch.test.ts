import { expect, test } from 'vitest';
import type { Alert } from '$lib/api/daemon/daemon';
import { NodeWatch, type NodeLook } from '$lib/services/notifications/nodeWatch';
import { alertKey } from '$lib/services/node/alerts';

const MINUTE_MS = 60_000;
const FINE: NodeLook = { nowMs: 0, isUnreachable: false, height: 7, isPublic: true, alerts: [] };
const alert = (message: string, severity = 'error'): Alert => ({ severity, message, module: 'host', cause: '' });

/** The kinds of notices from each check. */
const tell = (watch: NodeWatch, looks: readonly Partial<NodeLook>[], known = new Set<string>()) =>
  looks.map((look) => watch.look({ ...FINE, ...look }, known).map(({ kind }) => kind));

test('an unresponsive node is reported once, after half a minute', () =>
  expect(
    tell(new NodeWatch(), [
      { nowMs: 0, isUnreachable: true },
      { nowMs: 29_000, isUnreachable: true },
      { nowMs: 30_000, isUnreachable: true },
      { nowMs: 90_000, isUnreachable: true },
      { nowMs: 91_000 },
      { nowMs: 92_000, isUnreachable: true },
      { nowMs: 125_000, isUnreachable: true }
    ])
  ).toEqual([[], [], ['node-unreachable'], [], [], [], ['node-unreachable']]));

test('a tip is stale after ninety minutes, reported once', () => {
  const minutes = (count: number, look: Partial<NodeLook> = {}) => ({ nowMs: count * MINUTE_MS, ...look });
  expect(tell(new NodeWatch(), [minutes(0), minutes(89), minutes(90), minutes(95)])).toEqual([
    [],
    [],
    ['tip-stale'],
    []
  ]);
  expect(tell(new NodeWatch(), [minutes(0), minutes(60, { height: 8 }), minutes(140, { height: 8 })])).toEqual([
    [],
    [],
    []
  ]);
});

test.each([
  ['networks without regular blocks', { isPublic: false }],
  ['a node that never responded', { height: undefined }]
])('the tip of %s is never stale', (_, look) =>
  expect(tell(new NodeWatch(), [look, { ...look, nowMs: 100 * MINUTE_MS }])).toEqual([[], []])
);

test('each new alert is reported, except mere information', () => {
  const alerts = [alert('disk full'), alert('known'), alert('scan done', 'info')];
  const watch = new NodeWatch();
  const [notice, ...more] = watch.look({ ...FINE, alerts }, new Set([alertKey(alerts[1]!)]));
  expect(notice).toMatchObject({ kind: 'alert', text: 'disk full', group: alertKey(alerts[0]!), href: '/daemon' });
  expect(more).toEqual([]);
});
