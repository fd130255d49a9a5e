import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { PeerBlocklist } from '$lib/server/node/peers/hosts/blocklist';
import { NetworkWatch } from '$lib/server/node/peers/networkWatch';
import { freeBytes, nodeAlerts } from '$lib/server/node/peers/nodeAlerts';
import { ChainStore } from '$lib/server/node/store/store';

const HOUR_MS = 3_600_000;
let nowMs = 1_790_000_000_000;
const watch = () => new NetworkWatch(() => nowMs);
const seconds = (ms: number) => Math.round(ms / 1_000);

describe('the clock', () => {
  test.each([
    ['two hours ahead', 2 * HOUR_MS],
    ['two hours behind', -2 * HOUR_MS]
  ])('being %s of incoming blocks is reported', (_, skewMs) => {
    const network = watch();
    for (let block = 0; block < 3; block++) network.onFreshBlock(seconds(nowMs - skewMs));
    expect(network.trouble).toEqual({ clockSkewMs: skewMs });
  });

  test.each([
    ['deviations of minutes', [-600_000, 400_000, 0, 300_000]],
    ['a single miner', [-3 * HOUR_MS, 0, 0, 60_000, 0]],
    ['a single miner among others', [0, 0, -3 * HOUR_MS, 0, 60_000]],
    ['a single miner, behind like all', [60_000, 120_000, 3 * HOUR_MS, 60_000, 120_000]],
    ['half an hour', Array<number>(5).fill(HOUR_MS / 2)],
    ['two blocks', [-3 * HOUR_MS, -3 * HOUR_MS]]
  ])('is not suspected for %s', (_, skews) => {
    const network = watch();
    for (const skewMs of skews) network.onFreshBlock(seconds(nowMs - skewMs));
    expect(network.trouble).toEqual({});
  });
});

test('the clock is compared with the newest eleven blocks', () => {
  const network = watch();
  const skewMs = HOUR_MS / 2 + 1_000;
  for (let block = 0; block < 20; block++) network.onFreshBlock(seconds(nowMs - skewMs));
  for (let block = 0; block < 5; block++) network.onFreshBlock(seconds(nowMs));
  expect(network.trouble).toEqual({ clockSkewMs: skewMs });
  network.onFreshBlock(seconds(nowMs));
  expect(network.trouble).toEqual({});
});

describe('a fork', () => {
  test('is a deep reorganization, for a day', () => {
    const network = watch();
    network.onReorganized(5);
    expect(network.trouble).toEqual({});
    network.onReorganized(6);
    expect(network.trouble).toEqual({ reorganized: 6 });
    network.onReorganized(12);
    network.onReorganized(7);
    nowMs += 24 * HOUR_MS - 1;
    expect(network.trouble).toEqual({ reorganized: 12 });
    nowMs += 1;
    expect(network.trouble).toEqual({});
  });

  test('recorded with a clock far ahead is cleared once the clock is corrected', () => {
    const network = watch();
    network.onReorganized(12);
    network.onForkTooDeep('192.0.2.1');
    nowMs -= 365 * 24 * HOUR_MS;
    expect(network.trouble).toEqual({});
    nowMs += 365 * 24 * HOUR_MS;
  });

  test('is a chain that breaks our rules and is followed by two hosts', () => {
    const network = watch();
    network.onRefusedChain('192.0.2.1');
    network.onRefusedChain('192.0.2.1');
    expect(network.trouble).toEqual({});
    network.onRefusedChain('192.0.2.2');
    expect(network.trouble).toEqual({ refusedHosts: 2 });
    // Both belong to one owner.
    network.onRefusedChain('2001:db8::1');
    network.onRefusedChain('2001:db8::2');
    expect(network.trouble).toEqual({ refusedHosts: 3 });
  });

  test('is a heavier chain that cannot be followed, for a day', () => {
    const network = watch();
    network.onForkTooDeep('192.0.2.1');
    network.onForkTooDeep('192.0.2.1');
    expect(network.trouble).toEqual({ deepForkHosts: 1 });
    nowMs += 25 * HOUR_MS;
    expect(network.trouble).toEqual({});
  });
});

describe('alerts', () => {
  const messages = (facts: Parameters<typeof nodeAlerts>[0]) =>
    nodeAlerts(facts).map(({ message, severity }) => [severity, message]);

  test('there are none if all is well, and none about peers for a node that needs none', () => {
    expect(
      messages({ peers: { aloneMs: 0, trouble: {}, failures: [] }, freeBytes: 1e12, isFolderGone: false })
    ).toEqual([]);
    expect(messages({})).toEqual([]);
  });

  test.each([
    [{ peers: { aloneMs: 61_000, trouble: {}, failures: [] } }, ['error', 'no peers']],
    [{ peers: { aloneMs: 0, trouble: { clockSkewMs: -HOUR_MS }, failures: [] } }, ['error', 'wrong clock']],
    [{ peers: { aloneMs: 0, trouble: { refusedHosts: 3 }, failures: [] } }, ['critical', 'peers follow another chain']],
    [
      { peers: { aloneMs: 0, trouble: { deepForkHosts: 1 }, failures: [] } },
      ['critical', 'fork below the stored blocks']
    ],
    [{ peers: { aloneMs: 0, trouble: { reorganized: 9 }, failures: [] } }, ['warning', 'deep reorganization']],
    [{ freeBytes: 4e9 }, ['warning', 'low disk space']],
    [{ freeBytes: 4e8 }, ['critical', 'low disk space']],
    [{ isFolderGone: true }, ['critical', 'the data folder is gone']]
  ])('of %j: %j', (facts, expected) => expect(messages(facts)).toEqual([expected]));

  test('about missing peers appear only after time to connect', () => {
    expect(messages({ peers: { aloneMs: 30_000, trouble: {}, failures: [] } })).toEqual([]);
  });

  test('about missing peers list why configured ones are missing, up to three', () => {
    const failures = Array.from({ length: 5 }, (_, i) => `192.0.2.${i}:9981: no answer`);
    const [alert] = nodeAlerts({ peers: { aloneMs: HOUR_MS, trouble: {}, failures } });
    expect(alert!.cause).toMatch(
      /nothing is broadcast; 192\.0\.2\.0:9981: no answer; 192\.0\.2\.1.*; 192\.0\.2\.2:9981: no answer$/
    );
  });

  test.each([
    [1, 'in the last day, a peer followed a chain'],
    [2, 'in the last day, 2 peers followed a chain']
  ])('count the peers with a deep fork: %i', (deepForkHosts, words) => {
    const [alert] = nodeAlerts({ peers: { aloneMs: 0, trouble: { deepForkHosts }, failures: [] } });
    expect(alert!.cause).toContain(words);
  });

  test('report by how much the clock is wrong, and in which direction', () => {
    const [alert] = nodeAlerts({ peers: { aloneMs: 0, trouble: { clockSkewMs: -2 * HOUR_MS }, failures: [] } });
    expect(alert!.cause).toContain('120 minutes behind');
  });
});

test('a blocklist contains addresses, ranges and names', () => {
  const store = new ChainStore(':memory:');
  const list = new PeerBlocklist(store.settings);
  list.set(['192.0.2.1', '198.51.100.0/24', '2001:db8::/32', 'Peer.example', '192.0.2.1', '10.0.0.0/99']);
  for (const host of ['192.0.2.1', '198.51.100.200', '2001:db8::7', 'peer.example']) expect(list.has(host)).toBe(true);
  for (const host of ['192.0.2.2', '198.51.101.1', '2001:db9::7', 'a.peer.example', '10.0.0.1']) {
    expect(list.has(host)).toBe(false);
  }
  expect(new PeerBlocklist(store.settings).entries).toHaveLength(5);
  store.close();
});

test.each(['10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/1.5', '10.0.0.0/0x8', '10.0.0.0/1e1', '2001:db8::/129', '::/'])(
  'a blocklist entry "%s", which is no range, blocks nothing',
  (entry) => {
    const store = new ChainStore(':memory:');
    const list = new PeerBlocklist(store.settings);
    list.set([entry, '192.0.2.1']);
    expect(['10.0.0.1', '203.0.113.5', '2001:db8::7', '192.0.2.1'].filter((host) => list.has(host))).toEqual([
      '192.0.2.1'
    ]);
    store.close();
  }
);

test('free space is what is available to this user, in bytes', async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  // Other processes write meanwhile.
  expect(Math.abs((await freeBytes(tmpdir())) / (bavail * bsize) - 1)).toBeLessThan(0.1);
});
