import { expect, test } from 'vitest';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { clusterTips } from '$lib/server/cluster/clusterTips';
import type { Lease, Role } from '$lib/server/cluster/lease';
import type { NextTip } from '$lib/server/tips/nextTip';

const tipAt = (height: number): ChainIndex => ({ height, id: height.toString(16).padStart(64, '0') as BlockId });
const never = new AbortController().signal;

/** A lease whose role and value the test sets. */
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
    tell: (text) => void told.push(text),
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
/** Waits for the node until it is given up. */
const hanging: NextTip = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

test('a leader reads the node itself and tells the tip', async () => {
  const { lease, told, listeners } = leaseOf('leader');
  const asked: unknown[] = [];
  const nextTip = clusterTips(lease, async (known) => (asked.push(known), tipAt(2)));
  expect(await nextTip(tipAt(1), never)).toEqual(tipAt(2));
  expect([asked, told, listeners.size]).toEqual([[tipAt(1)], [text(tipAt(2))], 0]);
});

test('a listener has what the leader told, the same object for all', async () => {
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

test('a listener that was told nothing yet waits', async () => {
  const { lease, become } = leaseOf('listener');
  const next = clusterTips(lease, hanging)(undefined, never);
  become('listener', text(tipAt(7)));
  expect(await next).toEqual(tipAt(7));
});

test('who asks the node and becomes a listener gives that up for what the leader told', async () => {
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

test('a listener that has to lead asks the node', async () => {
  const { lease, become } = leaseOf('listener', text(tipAt(1)));
  const next = clusterTips(lease, async () => tipAt(2))(tipAt(1), never);
  become('leader');
  expect(await next).toEqual(tipAt(2));
});

test('a node that cannot be read is an error for who asks it', async () => {
  const { lease, told, listeners } = leaseOf('leader');
  await expect(clusterTips(lease, async () => Promise.reject(new Error('away')))(undefined, never)).rejects.toThrow(
    'away'
  );
  expect([told, listeners.size]).toEqual([[], 0]);
});

test.each(['leader', 'listener'] as const)('nobody waits any longer as %s: the call is given up', async (role) => {
  const { lease, listeners } = leaseOf(role, text(tipAt(1)));
  const leaving = new AbortController();
  const next = clusterTips(lease, hanging)(tipAt(1), leaving.signal);
  leaving.abort(new Error('left'));
  await expect(next).rejects.toThrow('left');
  expect(listeners.size).toBe(0);
  await expect(clusterTips(lease, hanging)(tipAt(1), leaving.signal)).rejects.toThrow('left');
});
