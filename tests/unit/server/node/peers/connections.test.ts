import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import type { Multiplexer } from '$lib/peers/mux/multiplexer';
import { Connections } from '$lib/server/node/peers/connections';
import { RefusedHosts } from '$lib/server/node/peers/hosts/refusedHosts';
import { ChainStore } from '$lib/server/node/store/store';
import { eventually } from '../../../../support/eventually';
import { dialAsPeer, listenAsPeer, openSocket } from '../../../../support/peers/scriptedPeer';
import { TestChain } from '../../../../support/peers/testChain';

/** The version, with which a handshake begins; an accepting node answers with its own. */
const VERSION = Buffer.from('0d000000000000000500000000000000322e302e30', 'hex');

const best = TestChain.create();
const stop = new AbortController();
let nowMs: number;
let store: ChainStore;
let connections: Connections;
let sockets: Socket[];
let refused: RefusedHosts;
beforeEach(async () => {
  nowMs = 1_000;
  vi.spyOn(systemScheduler, 'now').mockImplementation(() => nowMs);
  store = new ChainStore(':memory:');
  sockets = [];
  refused = new RefusedHosts(store.settings, Date.now, systemScheduler.now);
  connections = new Connections({
    genesisId: best.idAt(0),
    refused,
    isClosed: () => false,
    onPeer: () => undefined,
    onEnd: () => undefined,
    signal: stop.signal
  });
  await connections.listen('127.0.0.1:0');
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await connections.close();
  store.close();
  vi.restoreAllMocks();
});

/** Connects from a host and begins a handshake that goes no further. */
async function knock(host: string): Promise<'accepted' | 'refused'> {
  const socket = await openSocket(connections.address!, host);
  sockets.push(socket);
  const outcome = new Promise<'accepted' | 'refused'>((resolve) =>
    socket
      .on('data', () => resolve('accepted'))
      .on('error', () => resolve('refused'))
      .on('close', () => resolve('refused'))
  );
  socket.write(VERSION);
  return outcome;
}

const knockFrom = async (hosts: readonly string[]): Promise<Set<string>> => {
  const outcomes = new Set<string>();
  for (const host of hosts) outcomes.add(await knock(host));
  return outcomes;
};
const hosts = (count: number, hostOf: (i: number) => string) => Array.from({ length: count }, (_, i) => hostOf(i));
/** One connection from each of as many other subnets, until all 64 are taken. */
const takeOthers = (count: number) => knockFrom(hosts(count, (i) => `127.${100 + i}.0.1`));
const ACCEPTED = new Set(['accepted']);

const script = { genesisId: best.idAt(0), handlers: best.handlers() };
const connect = (host: string): Promise<Multiplexer> =>
  dialAsPeer(connections.address!, host, script, (socket) => sockets.push(socket));

/** Accepts a connection and sends nothing. */
async function listenSilently(host: string) {
  const accepted = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).resume());
    accepted.resolve(socket);
  });
  await new Promise<void>((resolve) => server.listen({ host, port: 0 }, resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `${host}:${port}`, accepted: accepted.promise, close: () => server.close() };
}

test('of one host, eight connections are accepted', async () => {
  expect(await knockFrom(hosts(8, () => '127.1.0.1'))).toEqual(ACCEPTED);
  expect([await knock('127.1.0.1'), await knock('127.1.0.2')]).toEqual(['refused', 'accepted']);
});

test('of one subnet, half of all connections are accepted', async () => {
  expect(await knockFrom(hosts(32, (i) => `127.1.0.${1 + (i % 4)}`))).toEqual(ACCEPTED);
  expect([await knock('127.1.0.5'), await knock('127.2.0.1')]).toEqual(['refused', 'accepted']);
});

describe('when all slots are taken', () => {
  test('another subnet gets that of the youngest handshake of the largest one, at most one every ten seconds', async () => {
    for (let i = 0; i < 6; i++) {
      nowMs++;
      await knock('127.1.0.1');
    }
    const largest = [...sockets];
    expect(await takeOthers(58)).toEqual(ACCEPTED);
    const startMs = nowMs;
    expect(await knock('127.2.0.1')).toBe('accepted');
    await eventually(() =>
      expect(largest.map(({ closed }) => closed)).toEqual([false, false, false, false, false, true])
    );
    nowMs = startMs + 9_999;
    expect([await knock('127.2.0.2'), await knock('127.3.0.1')]).toEqual(['refused', 'accepted']);
    nowMs = startMs + 10_000;
    expect(await knock('127.2.0.2')).toBe('accepted');
    await eventually(() =>
      expect(largest.map(({ closed }) => closed)).toEqual([false, false, false, true, true, true])
    );
  });

  test('handshakes are ended first, then peers without news, the younger ones first, and never what we dialed', async () => {
    const dialed = await listenAsPeer('127.1.0.9', script);
    const silent = await listenSilently('127.1.0.8');
    await knock('127.1.0.7');
    const [handshake] = sockets;
    const connected: Multiplexer[] = [];
    for (const host of hosts(4, (i) => `127.1.0.${1 + i}`)) {
      nowMs++;
      connected.push(await connect(host));
      await eventually(() => expect(connections.peers.at(-1)?.host).toBe(host));
    }
    const [first, , third, fourth] = connections.peers;
    third!.newsAtMs = 1;
    fourth!.fetches = 1;
    nowMs++;
    await connections.dial(dialed.address);
    const outbound = connections.peers.at(-1);
    connections.dial(silent.address).catch(() => undefined);
    const dialing = await silent.accepted;
    expect(await takeOthers(59)).toEqual(ACCEPTED);

    expect(await knock('127.2.0.1')).toBe('accepted');
    await eventually(() => expect(handshake!.closed).toBe(true));
    expect(connections.peers).toHaveLength(5);
    expect(await knock('127.3.0.1')).toBe('accepted');
    expect(connections.peers).toEqual([first, third, fourth, outbound]);
    await connected[1]!.ended;
    expect(await knock('127.4.0.1')).toBe('accepted');
    expect(connections.peers).toEqual([third, fourth, outbound]);
    expect(dialing.closed).toBe(false);
    await Promise.all([dialed.close(), silent.close()]);
  });
});

test('a connection to a host that may not connect is closed at once', async () => {
  const silent = await listenSilently('127.1.0.8');
  refused.pause('127.1.0.8');
  await expect(connections.dial(silent.address)).rejects.toMatchObject({ code: 'peers/banned' });
  const socket = await silent.accepted;
  await eventually(() => expect(socket.closed).toBe(true));
  silent.close();
});

test('the time without peers begins when the last one has disconnected', async () => {
  nowMs += 5;
  expect(connections.aloneMs).toBe(5);
  const [one, other] = [await connect('127.1.0.1'), await connect('127.1.0.2')];
  await eventually(() => expect(connections.peers).toHaveLength(2));
  nowMs += 5;
  one.close();
  await eventually(() => expect(connections.peers).toHaveLength(1));
  nowMs += 5;
  expect(connections.aloneMs).toBe(0);
  other.close();
  await eventually(() => expect(connections.peers).toHaveLength(0));
  nowMs += 7;
  expect(connections.aloneMs).toBe(7);
});
