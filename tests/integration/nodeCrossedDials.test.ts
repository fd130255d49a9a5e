import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import type { UniqueId } from '$lib/peers/handshake/objects';
import { Connections } from '$lib/server/node/peers/connections';
import { Peer, type Direction } from '$lib/server/node/peers/peer';
import { RefusedHosts } from '$lib/server/node/peers/hosts/refusedHosts';
import { ChainStore } from '$lib/server/node/store/store';
import { eventually } from '../support/eventually';
import { dialAsPeer, listenAsPeer, openSocket } from '../support/peers/scriptedPeer';
import { TestChain } from '../support/peers/testChain';

const genesisId = TestChain.create().idAt(0);

let store: ChainStore;
let stop: AbortController;
const open: Connections[] = [];
beforeEach(() => {
  store = new ChainStore(':memory:');
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await Promise.all(open.splice(0).map((connections) => connections.close()));
  store.close();
});

async function listening(
  host = '127.0.0.1',
  named: readonly string[] = []
): Promise<{ connections: Connections; taken: Peer[] }> {
  const taken: Peer[] = [];
  const connections = new Connections({
    genesisId,
    refused: new RefusedHosts(store.settings, Date.now, systemScheduler.now),
    isNamed: (address) => named.includes(address),
    isClosed: () => false,
    onPeer: (peer) => taken.push(peer),
    onEnd: () => undefined,
    signal: stop.signal
  });
  await connections.listen(`${host}:0`);
  open.push(connections);
  return { connections, taken };
}

/** The remaining connection, with its direction at both ends. */
const left = (a: Connections, b: Connections) => [a, b].map(({ peers }) => peers.map(({ direction }) => direction));

test('nodes that dial each other simultaneously end with one connection, the same on both sides', async () => {
  for (let round = 0; round < 25; round++) {
    const [a, b] = [await listening(), await listening()];
    const dials = await Promise.allSettled([
      a.connections.dial(b.connections.address!),
      b.connections.dial(a.connections.address!)
    ]);
    expect(dials.some(({ status }) => status === 'fulfilled')).toBe(true);
    await eventually(() => {
      const directions = left(a.connections, b.connections);
      expect(directions.map(({ length }) => length)).toEqual([1, 1]);
      expect(new Set(directions.flat())).toEqual(new Set(['inbound', 'outbound']));
    });
    // It carries calls, and the late end of the other one does not affect it.
    const [peer] = a.connections.peers;
    peer!.mux.open();
    expect(a.taken).toContain(peer);
    for (const { connections } of [a, b]) await connections.close();
  }
});

test('a peer that is already connected is not connected again, in either direction', async () => {
  const [a, b] = [await listening(), await listening()];
  await a.connections.dial(b.connections.address!);
  await eventually(() => expect(left(a.connections, b.connections)).toEqual([['outbound'], ['inbound']]));
  await expect(a.connections.dial(b.connections.address!)).rejects.toMatchObject({ code: 'peers/already-connected' });
  await eventually(() => expect(left(a.connections, b.connections)).toEqual([['outbound'], ['inbound']]));
});

const hasIpv6 = Object.values(networkInterfaces()).some((of) => of?.some(({ address }) => address === '::1'));
test.skipIf(!hasIpv6)('nodes find each other over IPv6, and by name', async () => {
  const [a, b, c] = [await listening('[::1]'), await listening(), await listening()];
  expect(a.connections.address).toMatch(/^\[::1\]:\d+$/);
  await b.connections.dial(a.connections.address!);
  const port = new URL(`tcp://${b.connections.address}`).port;
  await c.connections.dial(`localhost:${port}`);
  await eventually(() => expect(b.connections.peers.map(({ host }) => host)).toEqual(['::1', '127.0.0.1']));
  expect(c.connections.peers.map(({ address }) => address)).toEqual([`localhost:${port}`]);
});

test('an inbound peer is also known at its listening address', async () => {
  const [a, b] = [await listening(), await listening()];
  await b.connections.dial(a.connections.address!);
  await eventually(() => expect(left(a.connections, b.connections)).toEqual([['inbound'], ['outbound']]));
  const [peer] = a.connections.peers;
  const elsewhere = `localhost:${new URL(`tcp://${b.connections.address}`).port}`;
  expect(peer!.isAt(elsewhere)).toBe(false);
  // After the time in which both could have dialed.
  vi.spyOn(systemScheduler, 'now').mockReturnValue(systemScheduler.now() + 60_000);
  await expect(a.connections.dial(elsewhere)).rejects.toMatchObject({ code: 'peers/already-connected' });
  vi.restoreAllMocks();
  expect([peer!.isAt(elsewhere), peer!.isAt('localhost:1')]).toEqual([true, false]);
});

test('closing ends connections during their handshake, without waiting for its deadline', async () => {
  const { connections } = await listening();
  // The deadline of a handshake would end them, too.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const socket = await openSocket(connections.address!, '127.0.0.1');
    const ended = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
    // The version of a handshake that goes no further; the other side responds with its own.
    const answered = once(socket, 'data');
    socket.write(Buffer.from('0d000000000000000500000000000000322e302e30', 'hex'));
    await answered;
    await connections.close();
    await ended;
  } finally {
    vi.useRealTimers();
  }
});

test('dialing with another node’s id blocks that id only from the same host', async () => {
  const { connections } = await listening();
  // The smaller ID, whose connection would stay if both had dialed.
  const uniqueId = '0000000000000000' as UniqueId;
  const script = { genesisId, handlers: TestChain.create().handlers(), uniqueId };
  const dialFrom = (host: string) => dialAsPeer(connections.address!, host, script);
  await dialFrom('127.0.0.2');
  await eventually(() => expect(connections.peers).toHaveLength(1));
  await dialFrom('127.0.0.3');
  await eventually(() => expect(connections.peers.map(({ host }) => host)).toEqual(['127.0.0.2', '127.0.0.3']));
  await (
    await dialFrom('127.0.0.3')
  ).ended;
  expect(connections.peers).toHaveLength(2);
});

test('a node that answers with the id of a named one does not take its place', async () => {
  const script = { genesisId, handlers: TestChain.create().handlers(), uniqueId: '0123456789abcdef' as UniqueId };
  const [named, other] = [await listenAsPeer('127.0.0.2', script), await listenAsPeer('127.0.0.3', script)];
  const { connections } = await listening('127.0.0.1', [named.address]);
  const connected = () => connections.peers.map(({ address }) => address);
  await connections.dial(other.address);
  await connections.dial(named.address);
  expect(connected()).toEqual([named.address]);
  await expect(connections.dial(other.address)).rejects.toMatchObject({ code: 'peers/already-connected' });
  expect(connected()).toEqual([named.address]);
  await Promise.all([named.close(), other.close()]);
});

describe('of two connections to one node', () => {
  const [SMALLEST, LARGEST] = ['0000000000000000', 'ffffffffffffffff'] as [UniqueId, UniqueId];
  const opened: { close(): void | Promise<void> }[] = [];
  let now: MockInstance<() => number>;
  beforeEach(() => {
    const startMs = systemScheduler.now();
    now = vi.spyOn(systemScheduler, 'now').mockReturnValue(startMs);
  });
  afterEach(async () => {
    now.mockRestore();
    for (const one of opened.splice(0)) await one.close();
  });

  /** Connects in the other direction after this time. @returns the directions of the remaining connections */
  async function connectTwice(uniqueId: UniqueId, first: Direction, laterMs: number, [one, other]: [string, string]) {
    const { connections } = await listening();
    const script = { genesisId, handlers: TestChain.create().handlers(), uniqueId };
    const connect = async (direction: Direction, host: string): Promise<void> => {
      if (direction === 'inbound') {
        const mux = await dialAsPeer(connections.address!, host, script);
        opened.push(mux);
        return;
      }
      const peer = await listenAsPeer(host, script);
      opened.push(peer);
      await connections.dial(peer.address).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'peers/already-connected' });
      });
    };
    await connect(first, one);
    await eventually(() => expect(connections.peers).toHaveLength(1));
    now.mockReturnValue(systemScheduler.now() + laterMs);
    const [older] = connections.peers;
    const ended = vi.spyOn(Peer.prototype, 'close');
    try {
      await connect(first === 'inbound' ? 'outbound' : 'inbound', other);
      await eventually(() => expect(ended).toHaveBeenCalledOnce());
    } finally {
      ended.mockRestore();
    }
    expect(connections.peers).toHaveLength(1);
    return connections.peers[0] === older ? 'the older' : 'the newer';
  }

  const SAME: [string, string] = ['127.0.0.2', '127.0.0.2'];
  const ELSEWHERE: [string, string] = ['127.0.0.2', '127.0.0.3'];
  test.each<[string, string, UniqueId, Direction, number, [string, string]]>([
    ['the newer', 'dialed by the node with the smaller ID', SMALLEST, 'outbound', 19_999, SAME],
    ['the older', 'dialed by the node with the smaller ID', SMALLEST, 'inbound', 19_999, SAME],
    ['the older', 'dialed by us, whose ID is smaller', LARGEST, 'outbound', 19_999, SAME],
    ['the newer', 'dialed by us, whose ID is smaller', LARGEST, 'inbound', 19_999, SAME],
    ['the older', 'after the time in which both could have dialed', SMALLEST, 'outbound', 20_000, SAME],
    ['the older', 'after that time, if it dialed us', LARGEST, 'inbound', 20_000, SAME],
    ['the older', 'dialed by us, whoever connects from another host', SMALLEST, 'outbound', 0, ELSEWHERE],
    ['the newer', 'dialed by us, whoever connected from another host', SMALLEST, 'inbound', 0, ELSEWHERE]
  ])('%s stays, %s', async (stays, _, uniqueId, first, laterMs, hosts) => {
    expect(await connectTwice(uniqueId, first, laterMs, hosts)).toBe(stays);
  });
});
