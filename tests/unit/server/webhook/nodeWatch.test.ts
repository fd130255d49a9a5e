import { beforeEach, expect, test } from 'vitest';
import { WEBHOOK_EVENTS, type WebhookEvent } from '$lib/api/quarry/webhook';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import type { NodeEvent } from '$lib/server/node/wallet/nodeEvents';
import type { WebhookMessage } from '$lib/server/webhook/delivery';
import { NodeWatch } from '$lib/server/webhook/nodeWatch';

const MINUTE_MS = 60_000;
const tip = (n: number) => ({ height: n, id: String(n).padStart(64, '0') as BlockId });
const full = { module: 'contractor', severity: 'error', message: 'disk füll', cause: '4.9 GB are left' };
const mined: NodeEvent = { type: 'mined', ...tip(3), reward: hastings(10n ** 30n) };
const received: NodeEvent = {
  type: 'received',
  id: 'ab'.repeat(32) as Hash256,
  block: tip(3).id,
  height: 3,
  coins: hastings(5n),
  addresses: ['cd'.repeat(38) as Address]
};

let nowMs: number;
let sent: WebhookMessage[];
let watch: NodeWatch;
const watchFor = (...events: WebhookEvent[]) =>
  new NodeWatch({ events: new Set(events), send: (message) => void sent.push(message), nowMs: () => nowMs });
beforeEach(() => {
  nowMs = 1e12;
  sent = [];
  watch = watchFor(...WEBHOOK_EVENTS);
});
const kinds = () => sent.map(({ event }) => event);

/** Triggers every event. */
function happen(of: NodeWatch): void {
  of.take(mined);
  of.take(received);
  for (let minute = 0; minute <= 90; minute++) {
    of.look({ tip: tip(3), isPublic: true, alerts: [full] });
    nowMs += MINUTE_MS;
  }
}

test('every event is sent, with amounts as text', () => {
  happen(watch);
  expect(kinds()).toEqual(['block-found', 'payment-received', 'alert', 'tip-stale']);
  expect(sent.map(({ data }) => data)).toMatchObject([
    { height: 3, reward: '1000000000000000000000000000000' },
    { coins: '5', addresses: ['cd'.repeat(38)] },
    full,
    { height: 3, since: new Date(1e12).toISOString() }
  ]);
  // They are sent in headers.
  for (const { id } of sent) expect(id).toMatch(/^[a-z-]+:[0-9a-f]{64}$/);
});

test.each(WEBHOOK_EVENTS)('%s can be selected alone', (event) => {
  happen(watchFor(event));
  expect(kinds()).toEqual([event]);
});

test('a payment confirmed again after a reorganization is sent once', () => {
  watch.take(received);
  watch.take({ ...received, block: tip(4).id });
  expect(kinds()).toEqual(['payment-received']);
});

test('the newest thousand payments are remembered', () => {
  const payment = (n: number) => watch.take({ ...received, id: String(n).padStart(64, '0') as Hash256 });
  for (let n = 0; n < 1_000; n++) payment(n);
  payment(0);
  expect(sent).toHaveLength(1_000);
  payment(1_000);
  payment(1);
  expect(sent).toHaveLength(1_001);
  payment(0);
  expect(sent).toHaveLength(1_002);
});

test('an alert is sent once while it lasts, whatever its values, and again when it returns', () => {
  const look = (...alerts: (typeof full)[]) => watch.look({ tip: tip(1), isPublic: false, alerts });
  look(full);
  look({ ...full, cause: '4.8 GB are left' });
  look({ ...full, severity: 'info' });
  look({ ...full, severity: 'warning', message: 'simulated storage market' });
  expect(kinds()).toEqual(['alert']);
  nowMs += MINUTE_MS;
  look(full);
  expect(kinds()).toEqual(['alert', 'alert']);
  expect(sent[0]!.id).not.toBe(sent[1]!.id);
});

/** Looks once a minute. */
function watchTip(n: number, minutes: number, isPublic = true): void {
  for (let minute = 0; minute < minutes; minute++) {
    watch.look({ tip: tip(n), isPublic, alerts: [] });
    nowMs += MINUTE_MS;
  }
}

test('a stale tip is sent once, and never on a private network', () => {
  watchTip(1, 200);
  expect(kinds()).toEqual(['tip-stale']);
  watchTip(2, 90);
  watchTip(2, 1, false);
  expect(kinds()).toEqual(['tip-stale']);
  watchTip(2, 1);
  expect(kinds()).toEqual(['tip-stale', 'tip-stale']);
});

test.each([
  ['the computer slept for eight hours', 480],
  ['the clock was set back a day', -1440],
  ['the clock is a day ahead', 1440]
])('a tip is stale after an hour and a half without a block, also if meanwhile %s', (_, minutes) => {
  watchTip(1, 30);
  nowMs += minutes * MINUTE_MS;
  const sinceMs = nowMs;
  watchTip(1, 90);
  expect(kinds()).toEqual([]);
  watchTip(1, 1);
  expect(kinds()).toEqual(['tip-stale']);
  expect(sent[0]!.data).toMatchObject({ since: new Date(sinceMs).toISOString() });
  nowMs += minutes * MINUTE_MS;
  watchTip(1, 100);
  expect(kinds()).toEqual(['tip-stale']);
});
