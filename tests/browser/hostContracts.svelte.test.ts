import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { HostClient } from '$lib/api/daemon/host';
import { HostState } from '$lib/state/host/host.svelte';
import type { NodeStatus } from '$lib/state/node/nodeStatus.svelte';
import type { Overview } from '$lib/state/node/overview.svelte';

let leave: () => void = () => undefined;
afterEach(() => {
  leave();
  vi.useRealTimers();
});

/** A page that shows the contracts, for half a minute. @returns the number of requests */
async function requestsOf(read: () => Promise<{ contracts: [] }>): Promise<number> {
  vi.useFakeTimers();
  const contracts = vi.fn(read);
  const host = new HostState({ contracts } as unknown as HostClient, {} as NodeStatus, {} as Overview);
  leave = $effect.root(() => {
    $effect(() => host.followContracts());
  });
  flushSync();
  for (let second = 0; second < 30; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    flushSync();
  }
  return contracts.mock.calls.length;
}

test('a host that cannot be read is asked for its contracts every five seconds', async () => {
  expect(await requestsOf(() => Promise.reject(new TypeError('no network')))).toBe(7);
});

test('contracts that took a second are read again after twenty', async () => {
  const slow = () => new Promise<{ contracts: [] }>((done) => setTimeout(() => done({ contracts: [] }), 1000));
  expect(await requestsOf(slow)).toBe(2);
});
