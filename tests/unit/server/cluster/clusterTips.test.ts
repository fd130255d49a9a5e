import { expect, test } from 'vitest';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { clusterTips } from '$lib/server/cluster/clusterTips';
import type { Lease, Role } from '$lib/server/cluster/lease';
import type { NextTip } from '$lib/server/tips/nextTip';

const tipAt = (height: number): ChainIndex => ({ height, id: height.toString(16).padStart(64, '0') as BlockId });
const never = new AbortController().signal;

/** A lease whose role and value a test sets. */
function leaseOf(role: Role, value?: string) {
  const listeners = new Set<() => void>();
  const told: string[] = [];
  const lease: Lease = {
    get role() {
      return role;
    },
    get value() {
      return value;
    },
    publish: (text) => void told.push(text),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => undefined
  };
  const become = (nextRole: Role, nextValue = value) => {
    [role, value] = [nextRole, nextValue];
    for (const listener of [...listeners]) listener();
  };
  return { lease, told, become, listeners };
}

const text = (tip: ChainIndex) => JSON.stringify(tip);
/** Waits for the node until it is aborted. */
const hanging: NextTip = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

test('a leader polls the node and publishes the tip', async () => {
  const { lease, told, listeners } = leaseOf('leader');
  const asked: unknown[] = [];
  const nextTip = clusterTips(lease, async (known) => (asked.push(known), tipAt(2)));
  expect(await nextTip(tipAt(1), never)).toEqual(tipAt(2));
  expect([asked, told, listeners.size]).toEqual([[tipAt(1)], [text(tipAt(2))], 0]);
});

test('a listener gets the leader’s tip, the same object for all streams', async () => {
  const { lease, told, become } = leaseOf('listener', text(tipAt(1)));
  const nextTip = clusterTips(lease, () => expect.fail('it does not ask the node'));
  const first = await nextTip(undefined, never);
  expect(first).toEqual(tipAt(1));
  expect(await nextTip(undefined, never)).toBe(first);
  const next = nextTip(first, never);
  become('listener', text(tipAt(2)));
  expect(await next).toEqual(tipAt(2));
  expect(told).toEqual([]);
});

test('a listener waits until the leader publishes a tip', async () => {
  const { lease, become } = leaseOf('listener');
  const next = clusterTips(lease, hanging)(undefined, never);
  become('listener', text(tipAt(7)));
  expect(await next).toEqual(tipAt(7));
});

test('a member that becomes a listener aborts its poll in favor of the leader’s tip', async () => {
  const { lease, told, become, listeners } = leaseOf('alone');
  let asked: AbortSignal | undefined;
  const nextTip = clusterTips(lease, (known, signal) => hanging(known, (asked = signal)));
  const next = nextTip(tipAt(1), never);
  become('leader');
  expect(asked?.aborted).toBe(false);
  become('listener', text(tipAt(2)));
  expect(await next).toEqual(tipAt(2));
  expect([asked?.aborted, told, listeners.size]).toEqual([true, [], 0]);
});

test('a listener that becomes leader polls the node', async () => {
  const { lease, become } = leaseOf('listener', text(tipAt(1)));
  const next = clusterTips(lease, async () => tipAt(2))(tipAt(1), never);
  become('leader');
  expect(await next).toEqual(tipAt(2));
});

test('a polling member reports an unreachable node', async () => {
  const { lease, told, listeners } = leaseOf('leader');
  await expect(clusterTips(lease, async () => Promise.reject(new Error('away')))(undefined, never)).rejects.toThrow(
    'away'
  );
  expect([told, listeners.size]).toEqual([[], 0]);
});

test.each(['leader', 'listener'] as const)('the poll is aborted when the last reader leaves, as %s', async (role) => {
  const { lease, listeners } = leaseOf(role, text(tipAt(1)));
  const leaving = new AbortController();
  const next = clusterTips(lease, hanging)(tipAt(1), leaving.signal);
  leaving.abort(new Error('left'));
  await expect(next).rejects.toThrow('left');
  expect(listeners.size).toBe(0);
  await expect(clusterTips(lease, hanging)(tipAt(1), leaving.signal)).rejects.toThrow('left');
});
