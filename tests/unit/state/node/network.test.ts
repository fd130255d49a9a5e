import { expect, test } from 'vitest';
import type { Daemon } from '$lib/api/daemon/client';
import { BadRequestError } from '$lib/api/http/errors';
import { Network } from '$lib/state/node/network.svelte';

const exchange = { method: 'POST', path: '/gateway/disconnect/192.0.2.1:9981' };

/** The state of a node that refuses to disconnect with this error. */
function networkOf(error: BadRequestError): Network {
  const gateway = { disconnect: () => Promise.reject(error), status: async () => ({ peers: [] }) };
  return new Network({ gateway: gateway as unknown as Daemon['gateway'] });
}

test('a peer that was disconnected when it was blocked counts as disconnected', async () => {
  const gone = new BadRequestError(exchange, 400, 'not connected to that node', {
    code: 'gateway/not-a-peer'
  } as never);
  const network = networkOf(gone);
  expect(await network.disconnect('192.0.2.1:9981')).toBe(true);
  expect([network.disconnecting.problem, network.status.value]).toEqual([undefined, { peers: [] }]);
});

test('another refusal to disconnect is reported', async () => {
  const network = networkOf(new BadRequestError(exchange, 400, 'no'));
  expect(await network.disconnect('192.0.2.1:9981')).toBe(false);
  expect(network.disconnecting.problem?.code).toBe('api/bad-request');
});
