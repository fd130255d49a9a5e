import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PeerError } from '$lib/peers/errors';
import { AddressBook } from '$lib/server/node/peers/addressBook';
import { Dialer, type DialerParts } from '$lib/server/node/peers/dialer';
import type { Peer } from '$lib/server/node/peers/peer';
import { ChainStore } from '$lib/server/node/store/store';
import { settle } from '../../../../support/manualClock';

const PUBLIC = '192.0.2.1:9981';
const HEARD_OF = '198.51.100.7:9981';
const MINUTES_5 = 5 * 60_000;

let store: ChainStore;
beforeEach(() => (store = new ChainStore(':memory:')));
afterEach(() => store.close());

/** A connected peer. */
const connected = (address: string, told: readonly string[] = []) =>
  ({ address, isAt: (other: string) => other === address, call: async () => told }) as unknown as Peer;

/** A dialer whose connections all fail. */
function lonely(peers: readonly Peer[], options: Partial<DialerParts> = {}, outbound: readonly Peer[] = []) {
  let nowMs = 1_000_000;
  let dialed: string[] = [];
  const book = new AddressBook(store.settings);
  book.add([HEARD_OF]);
  const dialer = new Dialer({
    connections: {
      peers,
      outbound,
      dial: async (address) => {
        dialed.push(address);
        throw new PeerError('peers/unreachable', 'nobody there');
      }
    },
    book,
    choice: { peers: [], discover: true },
    bootstrapPeers: [PUBLIC],
    clock: () => nowMs,
    ...options
  });
  /** The addresses that it dials after some time. */
  const round = async (afterMs = MINUTES_5) => {
    dialed = [];
    nowMs += afterMs;
    await dialer.dialMore();
    return dialed.toSorted();
  };
  return { round, book, dialer };
}

describe('unreachable addresses', () => {
  test('are retried after half a minute without any peer, otherwise after five minutes', async () => {
    const alone = lonely([]);
    expect(await alone.round()).toEqual([PUBLIC, HEARD_OF]);
    expect(await alone.round(29_000)).toEqual([]);
    expect(await alone.round(1_000)).toEqual([PUBLIC, HEARD_OF]);
    const linked = lonely([connected('203.0.113.7:1')]);
    expect(await linked.round()).toEqual([PUBLIC, HEARD_OF]);
    expect(await linked.round(MINUTES_5 - 1)).toEqual([]);
    expect(await linked.round(1)).toEqual([PUBLIC, HEARD_OF]);
  });

  test('are retried immediately once their attempts are forgotten', async () => {
    const { round, dialer } = lonely([]);
    await round();
    expect(await round(1_000)).toEqual([]);
    dialer.forgetTries();
    expect(await round(1_000)).toEqual([PUBLIC, HEARD_OF]);
  });

  test('are all kept while none is reachable: this machine may be offline', async () => {
    const { round } = lonely([]);
    for (let i = 0; i < 100; i++) expect(await round()).toEqual([PUBLIC, HEARD_OF]);
  });

  test('are removed after five attempts while another peer is connected, except bootstrap nodes', async () => {
    const { round, book } = lonely([connected('203.0.113.7:1')]);
    for (let i = 0; i < 5; i++) expect(await round()).toEqual([PUBLIC, HEARD_OF]);
    for (let i = 0; i < 5; i++) expect(await round()).toEqual([PUBLIC]);
    expect(book.addresses).toEqual([]);
  });
});

test('bootstrap nodes are dialed even if the book is full', async () => {
  const { round, book } = lonely([]);
  book.add(Array.from({ length: 1_500 }, (_, i) => `11.${i >> 3}.${i & 7}.1:9981`));
  expect(book.addresses).toHaveLength(1_000);
  expect(book.addresses).not.toContain(PUBLIC);
  const dialed = new Set<string>();
  // At most sixteen per round, none of them twice within five minutes.
  for (let i = 0; i < 200 && dialed.size < 1_001; i++) (await round(0)).forEach((address) => dialed.add(address));
  expect(dialed.size).toBe(1_001);
  expect(dialed).toContain(PUBLIC);
});

describe('of discovered addresses', () => {
  const subnetsOf = (addresses: readonly string[]) => addresses.map((address) => address.split('.')[1]);

  test('one per subnet is dialed, including simultaneous dials', async () => {
    const there = connected('11.1.0.1:9981');
    const { round, book } = lonely([there], {}, [there]);
    book.add(Array.from({ length: 64 }, (_, i) => `11.${i >> 4}.0.${i + 1}:9981`));
    const dialed = (await round()).filter((address) => address.startsWith('11.'));
    expect(subnetsOf(dialed)).toEqual(['0', '2', '3']);
  });

  test('four bootstrap nodes come first, so that an attacker who filled the book does not control all connections', async () => {
    const bootstrapPeers = Array.from({ length: 8 }, (_, i) => `12.${i}.0.1:9981`);
    const junk = Array.from({ length: 900 }, (_, i) => `${20 + (i >> 8)}.${i & 255}.0.1:9981`);
    const peers = [0, 1].map((i) => connected(bootstrapPeers[i]!));
    for (const [outbound, expected] of [
      [[], 4],
      [peers, 2]
    ] as const) {
      const { round, book } = lonely(outbound, { bootstrapPeers }, outbound);
      book.add(junk);
      const official = (await round()).filter((address) => address.startsWith('12.'));
      expect(official.length).toBeGreaterThanOrEqual(expected);
    }
  });

  test('slots are reserved for bootstrap nodes that are not reachable yet', async () => {
    const bootstrapPeers = Array.from({ length: 4 }, (_, i) => `12.${i}.0.1:9981`);
    const others = Array.from({ length: 12 }, (_, i) => connected(`20.${i}.0.1:9981`));
    const { round, book } = lonely(others, { bootstrapPeers }, others);
    book.add(Array.from({ length: 50 }, (_, i) => `21.${i}.0.1:9981`));
    expect(await round()).toEqual(bootstrapPeers);
    // They are retried on their own schedule.
    expect(await round(0)).toEqual([]);
    expect(await round()).toEqual(bootstrapPeers);
  });

  test.each([
    // Two of the first four bootstrap nodes are missing.
    [4, 2, 12],
    // None of the first four is; the others have no reserved slots.
    [5, 4, 11]
  ])('of %i bootstrap nodes, %i of them connected, others take at least %i slots', async (count, there, most) => {
    const bootstrapPeers = Array.from({ length: count }, (_, i) => `12.${i}.0.1:9981`);
    const outbound = bootstrapPeers.slice(0, there).map((address) => connected(address));
    const { round, book } = lonely(outbound, { bootstrapPeers }, outbound);
    book.add(Array.from({ length: 50 }, (_, i) => `21.${i}.0.1:9981`));
    const dialed = await round();
    expect(dialed).toHaveLength(16 - there);
    const others = dialed.filter((address) => !bootstrapPeers.includes(address));
    expect(others.length).toBeGreaterThanOrEqual(most);
  });

  test('bootstrap nodes come before others of their subnets, those first that were not tried lately, and not all at once', async () => {
    const bootstrapPeers = Array.from({ length: 8 }, (_, i) => `12.${i}.0.1:9981`);
    const { round, book, dialer } = lonely([], { bootstrapPeers });
    const tried = bootstrapPeers.slice(0, 4);
    await Promise.allSettled(tried.map((address) => dialer.dial(address)));
    book.add(Array.from({ length: 900 }, (_, i) => `12.${4 + (i & 3)}.1.${1 + (i >> 2)}:9981`));
    expect((await round(0)).filter((address) => bootstrapPeers.includes(address))).toEqual(bootstrapPeers.slice(4));
    const far = lonely([], { bootstrapPeers });
    far.book.add(Array.from({ length: 900 }, (_, i) => `${20 + (i >> 8)}.${i & 255}.0.1:9981`));
    const official = (await far.round()).filter((address) => bootstrapPeers.includes(address));
    expect(official.length).toBeLessThan(8);
  });

  test('ten are shared with a peer, those of connections that we opened first, in any order', () => {
    const outbound = [0, 1, 2].map((i) => connected(`12.${i}.0.1:9981`));
    const addresses = outbound.map(({ address }) => address);
    const { book, dialer } = lonely([], { bootstrapPeers: [] }, outbound);
    book.add(Array.from({ length: 20 }, (_, i) => `21.${i}.0.1:9981`));
    const firsts = new Map<string, number>();
    for (let i = 0; i < 1_200; i++) {
      const shared = dialer.addressesToShare();
      expect(shared).toHaveLength(10);
      expect(shared.slice(0, 3).toSorted()).toEqual(addresses);
      firsts.set(shared[0]!, (firsts.get(shared[0]!) ?? 0) + 1);
    }
    // Each is first in a third of the cases; deviations of a quarter do not occur by chance.
    expect([...firsts.values()].filter((count) => count > 300 && count < 500)).toHaveLength(3);
  });

  test('names learned from a peer are not stored, nor are private addresses on a public network', async () => {
    const own = ['10.0.0.1:80', '127.0.0.1:9100', '[::1]:22', '169.254.169.254:80', '192.168.1.1:9981', '[fe80::1]:1'];
    const told = ['node.example:9981', '11.2.3.4:9981', ...own, '[::ffff:10.0.0.1]:80', '0.0.0.0:80'];
    const [stranger, there] = [connected('12.0.0.1:9981', told), connected(HEARD_OF)];
    const bootstrapPeers = ['12.0.0.1:9981'];
    const { round, book, dialer } = lonely([stranger, there], { bootstrapPeers });
    await round();
    await settle();
    expect(book.addresses).toEqual([HEARD_OF, '11.2.3.4:9981']);
    dialer.onPeer('192.168.1.7:9981');
    dialer.onPeer('11.9.9.9:9981');
    expect(book.addresses).toEqual([HEARD_OF, '11.2.3.4:9981', '11.9.9.9:9981']);
    // Addresses stored by an earlier release are not shared either.
    book.add(['192.168.1.7:9981']);
    expect(dialer.addressesToShare().toSorted()).toEqual(['11.2.3.4:9981', '11.9.9.9:9981', HEARD_OF]);
    expect((await round()).toSorted()).toEqual(['11.2.3.4:9981', '11.9.9.9:9981']);
  });
});

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => Object.assign(connected(`20.${i}.0.1:9981`), { close: vi.fn() }));

describe('a dial in progress', () => {
  test('is not repeated, and has one of the sixteen slots', async () => {
    const outbound = many(14);
    const dialed: string[] = [];
    const dial = async (address: string) => {
      dialed.push(address);
      return new Promise<never>(() => undefined);
    };
    const bootstrapPeers = [HEARD_OF];
    const { dialer, book } = lonely([], { bootstrapPeers, connections: { peers: [], outbound, dial } });
    void dialer.dialMore();
    expect(dialed).toEqual([HEARD_OF]);
    dialer.forgetTries();
    void dialer.dialMore();
    expect(dialed).toEqual([HEARD_OF]);
    outbound.push(...many(1));
    book.add(['21.0.0.1:1']);
    void dialer.dialMore();
    expect(dialed).toEqual([HEARD_OF]);
  });
});

test('an address that was reached again is kept for five more attempts', async () => {
  const dial = vi.fn<DialerParts['connections']['dial']>();
  const connections = { peers: [connected('203.0.113.7:1')], outbound: [], dial };
  const { round, book } = lonely([], { connections });
  const fail = async (times: number) => {
    dial.mockRejectedValue(new PeerError('peers/unreachable', 'nobody there'));
    for (let i = 0; i < times; i++) await round();
  };
  await fail(4);
  dial.mockResolvedValue(undefined);
  await round();
  await fail(4);
  expect(book.addresses).toEqual([HEARD_OF]);
  await fail(1);
  expect(book.addresses).toEqual([]);
});

test.each([
  [15, 3],
  [16, 0]
])('with %i outbound peers, %i of them are asked for addresses if none is left to dial', async (count, asked) => {
  const outbound = many(count);
  const call = vi.fn(async () => []);
  for (const peer of outbound) Object.assign(peer, { call });
  const { round } = lonely(outbound, { bootstrapPeers: [] }, outbound);
  await round();
  await settle();
  expect(call).toHaveBeenCalledTimes(asked);
});

test('ten addresses are taken from an answer, so that one liar does not fill the book', async () => {
  const lies = Array.from({ length: 700 }, (_, i) => `${20 + (i >> 8)}.${i & 255}.0.1:9981`);
  const liar = connected('203.0.113.7:1', lies);
  const { round, book } = lonely([liar, connected(HEARD_OF, ['12.0.0.1:9981'])], { bootstrapPeers: [HEARD_OF] });
  await round();
  await settle();
  expect(book.addresses.filter((address) => lies.includes(address))).toHaveLength(10);
  expect(book.addresses).toContain('12.0.0.1:9981');
});

test('peers are not asked for addresses as long as some are left to dial', async () => {
  const call = vi.fn(async () => []);
  const there = Object.assign(connected('203.0.113.7:1'), { call });
  const { round } = lonely([there], {}, [there]);
  expect(await round()).toEqual([PUBLIC, HEARD_OF]);
  expect(call).not.toHaveBeenCalled();
});

describe('one discovered connection', () => {
  test.each([
    [11, 0],
    [12, 1],
    [16, 1]
  ])('of %i is replaced: %i', async (count, closed) => {
    const outbound = many(count);
    const { dialer } = lonely(outbound, {}, outbound);
    dialer.replaceOne();
    expect(outbound.filter(({ close }) => vi.mocked(close).mock.calls.length > 0)).toHaveLength(closed);
  });

  test('is not replaced if all were configured', () => {
    const outbound = many(16);
    const choice = { peers: outbound.map(({ address }) => address), discover: true };
    const { dialer } = lonely([], { choice }, outbound);
    dialer.replaceOne();
    expect(outbound.filter(({ close }) => vi.mocked(close).mock.calls.length > 0)).toEqual([]);
  });

  test('is replaced, not a configured one, and not redialed immediately', async () => {
    const outbound = many(16);
    const [other, ...named] = outbound.map(({ address }) => address);
    const choice = { peers: named, discover: true };
    const { dialer, round } = lonely(outbound, { choice, bootstrapPeers: [other!] }, outbound);
    dialer.replaceOne();
    expect(outbound.map(({ close }) => vi.mocked(close).mock.calls.length).indexOf(1)).toBe(0);
    outbound.shift();
    expect(await round(0)).not.toContain(other);
    expect(await round()).toContain(other);
  });
});

describe('a configured peer', () => {
  const named = '203.0.113.9:9981';

  test('that is not connected is listed with the reason', async () => {
    const dial = vi.fn<DialerParts['connections']['dial']>();
    dial.mockRejectedValue(new PeerError('peers/banned', 'nobody there'));
    const { round, dialer } = lonely([], {
      choice: { peers: [named], discover: true },
      connections: { peers: [], outbound: [], dial }
    });
    expect(dialer.failures).toEqual([]);
    await round();
    expect(dialer.failures).toEqual([`${named}: nobody there`]);
    dial.mockRejectedValue(new PeerError('peers/unreachable', `cannot connect to ${named}`));
    await round();
    expect(dialer.failures).toEqual([`cannot connect to ${named}`]);
    dial.mockResolvedValue(undefined);
    await round();
    expect(dialer.failures).toEqual([]);
  });

  test.each<[string, Error]>([
    ['that is connected already', new PeerError('peers/already-connected', 'this peer is already connected')],
    ['that could not be dialed for a fault of this node', new Error('a fault of ours')]
  ])('%s is not listed', async (_, failure) => {
    const dial = async () => Promise.reject(failure);
    const { dialer } = lonely([], {
      choice: { peers: [named], discover: true },
      connections: { peers: [], outbound: [], dial }
    });
    await expect(dialer.dial(named)).rejects.toBe(failure);
    expect(dialer.failures).toEqual([]);
  });

  test('is dialed even if all slots are taken', async () => {
    const others = Array.from({ length: 16 }, (_, i) => connected(`20.${i}.0.1:9981`));
    const { round } = lonely(others, { choice: { peers: [named], discover: true } }, others);
    expect(await round()).toEqual([named]);
  });

  test('that is connected under another address is not dialed', async () => {
    const peer = { ...connected('203.0.113.9:1'), isAt: (address: string) => address === named };
    const { round } = lonely([peer as unknown as Peer], { choice: { peers: [named], discover: false } });
    expect(await round()).toEqual([]);
  });
});
