import { mkdirSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { unixSeconds } from '$lib/chain/time';
import { dialRule } from '$lib/server/node/peers/dialRule';
import { networkPreset, type PresetName } from '$lib/server/node/network/presets';
import { ChainStore } from '$lib/server/node/store/store';
import { refusedConnections } from '../support/loopbackOnly.mjs';
import { openNode, type OpenNode } from '../support/node';
import { limitMs } from '../support/limits';
import { temporaryFolder } from '../support/temporary';

// Addresses reserved for documentation (RFC 5737).
const STRANGERS = ['192.0.2.7:9981', '198.51.100.7:9981', '203.0.113.7:9981'];

const open: OpenNode[] = [];
beforeEach(() => refusedConnections.splice(0));
afterEach(() => Promise.all(open.splice(0).map(({ node }) => node.close())));

async function nodeWith(network: PresetName, peers: readonly string[], discover: boolean, dataDir = ':memory:') {
  const opened = await openNode({ network, dataDir, peers: { listen: '127.0.0.1:0', peers, discover } });
  open.push(opened);
  return opened;
}

/**
 * The dials of a node with discovered addresses, up to its first connection to the configured peer: all permitted
 * addresses are dialed together.
 */
async function dialsOf(network: PresetName, discover: boolean, named: readonly string[] = []): Promise<string[]> {
  const dataDir = temporaryFolder('dials');
  mkdirSync(join(dataDir, network));
  const store = new ChainStore(join(dataDir, network, 'chain.sqlite'));
  const heardOf = STRANGERS.map((address) => ({ address, failures: 0 }));
  store.settings.set('peers.addresses', JSON.stringify(heardOf));
  store.close();
  const neighbor = await nodeWith(network, [], false);
  const { node } = await nodeWith(network, [neighbor.node.peers!.address!, ...named], discover, dataDir);
  await expect.poll(() => node.peers!.peers.length, { timeout: limitMs(60_000) }).toBe(1);
  return [...refusedConnections];
}

describe('what tests can reach', () => {
  test('a socket to another machine is refused before it is opened', async () => {
    const failure = await new Promise((resolve) => connect({ host: '203.0.113.9', port: 9981 }).on('error', resolve));
    expect(failure).toMatchObject({ message: expect.stringContaining('this computer only') });
    await expect(fetch('http://quarry.example/')).rejects.toThrow();
    expect(refusedConnections).toEqual(['203.0.113.9:9981', 'quarry.example:80']);
  });

  test('child processes of tests are restricted, too', () => {
    expect(process.env.NODE_OPTIONS).toContain('loopbackOnly.mjs');
  });
});

describe('a node of a public network', () => {
  test('dials its bootstrap nodes and discovered ones', async () => {
    const dials = await dialsOf('zen', true);
    expect(STRANGERS.some((address) => dials.includes(address))).toBe(true);
    const { bootstrapPeers } = networkPreset('zen', unixSeconds(0));
    expect(dials.every((address) => [...STRANGERS, ...bootstrapPeers!].includes(address))).toBe(true);
  });

  test('without bootstrap, dials only the configured peers', async () => {
    expect(await dialsOf('zen', false)).toEqual([]);
    expect(await dialsOf('main', false)).toEqual([]);
  });

  test('without bootstrap, dials a configured peer at any address', async () => {
    expect(await dialsOf('main', false, ['192.0.2.99:9981'])).toEqual(['192.0.2.99:9981']);
  });
});

describe('a node of a development network', () => {
  test('stays on this machine while only local peers are configured', async () => {
    expect(await dialsOf('test', true)).toEqual([]);
  });

  test('dials discovered addresses once a remote peer is configured', async () => {
    const dials = await dialsOf('test', true, ['192.0.2.99:9981']);
    expect(dials).toContain('192.0.2.99:9981');
    expect(STRANGERS.some((address) => dials.includes(address))).toBe(true);
  });
});

test('changes of the wall clock do not prevent redialing a configured peer', async () => {
  let dials = 0;
  const silent = createServer((socket) => void (dials++, socket.destroy())).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const named = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  let nowMs = Date.now();
  const opened = await openNode({ network: 'test', peers: { peers: [named], discover: false }, clock: () => nowMs });
  open.push(opened);
  await expect.poll(() => dials, { timeout: limitMs(60_000) }).toBe(1);
  nowMs -= 86_400_000;
  const started = systemScheduler.now();
  const later = vi.spyOn(systemScheduler, 'now').mockImplementation(() => started + 6_000);
  opened.node.peers!.setMode('running');
  await expect.poll(() => dials, { timeout: limitMs(60_000) }).toBe(2);
  later.mockRestore();
  silent.close();
});

test.each([
  [['127.0.0.1:1'], '127.0.0.1:2', true],
  [['127.0.0.1:1', '[::1]:1', 'localhost:1', '[::ffff:127.0.0.1]:1'], '[::1]:9', true],
  [['127.0.0.1:1'], '127.0.0.1.example:2', false],
  [['127.0.0.1:1'], '10.0.0.1:2', false],
  [['10.0.0.1:1'], '10.0.0.2:2', true]
])('with %j, %s is dialed: %s', (peers, address, isDialed) => {
  expect(dialRule({ peers, discover: true }, [])(address)).toBe(isDialed);
});
