import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Alert } from '$lib/api/daemon/daemon';
import { Alerts } from '$lib/state/node/alerts.svelte';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value)
  });
});
afterEach(() => vi.unstubAllGlobals());

const alert = (severity: string, message: string, cause = 'cause'): Alert => ({
  severity,
  message,
  cause,
  module: 'renter'
});

/** A daemon's first response, and the next. */
async function read(alerts: readonly Alert[]): Promise<Alerts> {
  const said = { alerts, criticalAlerts: [], errorAlerts: [], warningAlerts: [], infoAlerts: [] };
  const daemon = { daemon: { alerts: async () => said } } as unknown as ConstructorParameters<typeof Alerts>[0];
  const state = new Alerts(daemon);
  await state.live.refresh();
  return state;
}

const texts = (alerts: readonly Alert[]) => alerts.map(({ message }) => message);

test('the most severe come first, in any spelling of a daemon', async () => {
  const alerts = await read([
    alert('info', 'a'),
    alert('warning', 'b'),
    alert('grave', 'c'),
    alert('CRITICAL', 'd'),
    alert('error', 'e'),
    alert('warning', 'f')
  ]);
  expect(texts(alerts.open)).toEqual(['d', 'e', 'b', 'f', 'a', 'c']);
  expect(alerts.worst).toBe('critical');
});

describe('an acknowledged alert', () => {
  test('is no longer open, including on other pages', async () => {
    const [first, second] = [alert('error', 'disk'), alert('warning', 'slow')];
    const alerts = await read([first, second]);
    alerts.acknowledge([first]);
    expect([texts(alerts.open), texts(alerts.acknowledged), alerts.worst]).toEqual([['slow'], ['disk'], 'warning']);
    const again = await read([first, second]);
    expect(texts(again.open)).toEqual(['slow']);
    again.reopen(first);
    expect(texts(again.open)).toEqual(['disk', 'slow']);
  });

  test.each([
    ['text', { message: 'disk is dead' }],
    ['cause', { cause: 'another disk' }],
    ['module', { module: 'host' }],
    ['severity', { severity: 'critical' }]
  ])('is open again when its %s changes', async (_, change) => {
    const before = alert('error', 'disk');
    (await read([before])).acknowledge([before]);
    const after = await read([{ ...before, ...change }]);
    expect(after.open).toHaveLength(1);
  });

  test('is remembered within a bound, newest first', async () => {
    const many = Array.from({ length: 1_100 }, (_, i) => alert('info', String(i)));
    const alerts = await read(many);
    alerts.acknowledge(many);
    expect(texts(alerts.open)).toEqual(Array.from({ length: 100 }, (_, i) => String(i)));
  });

  test('is open if the stored list is invalid', async () => {
    stored.set('quarry:alerts.acknowledged', '{"a":1}');
    expect((await read([alert('error', 'disk')])).open).toHaveLength(1);
  });
});
