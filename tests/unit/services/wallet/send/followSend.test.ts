import { expect, test } from 'vitest';
import type { TransactionId } from '$lib/chain/ids';
import { followSend } from '$lib/services/wallet/send/followSend';

const id = 't' as TransactionId;
const atMs = 10_000;

test.each([
  ['before it was sent', { readMs: 9_000, nowMs: 11_000 }, 'pool'],
  ['after that', { readMs: 11_000, nowMs: 11_000 }, 'dropped'],
  ['by a clock that was set back since', { readMs: 2_000, nowMs: 2_500 }, 'dropped']
])('not in a pool that was read %s', (_, { readMs, nowMs }, state) => {
  const pool = { events: [], atMs: readMs };
  expect(followSend({ id, atMs }, undefined, { tip: undefined, pool, nowMs }, undefined)).toEqual({ state });
});
