import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as address from '$lib/peers/address';
import { AddressBook, subnetOf, subnetOfHost } from '$lib/server/node/peers/addressBook';
import { BanList } from '$lib/server/node/peers/hosts/bans';
import { dialRule, gossipRule, isLoopbackAddress } from '$lib/server/node/peers/dialRule';
import { RefusedHosts } from '$lib/server/node/peers/hosts/refusedHosts';
import { StoredSyncMode } from '$lib/server/node/peers/syncMode';
import { ChainStore } from '$lib/server/node/store/store';

// The real functions, counting their calls.
vi.mock('$lib/peers/address', { spy: true });

let store: ChainStore;
beforeEach(() => (store = new ChainStore(':memory:')));
afterEach(() => store.close());

describe('addresses of other nodes', () => {
  const book = () => new AddressBook(store.settings);

  test('are stored across restarts', () => {
    book().add(['10.1.2.3:9981', 'node.example:9981']);
    expect(book().addresses).toEqual(['10.1.2.3:9981', 'node.example:9981']);
  });

  test('are stored only if one of them is new', () => {
    const noted = book();
    const stored = vi.spyOn(store.settings, 'remember');
    noted.add(['10.1.2.3:9981']);
    noted.add(['10.1.2.3:9981', '10.1.2.3:0']);
    noted.add([]);
    expect(stored).toHaveBeenCalledTimes(1);
  });

  test.each(['', '10.0.0.1', '10.0.0.1:0', '10.0.0.1:65536', ':9981', '[::1]', 'a b:1', `${'a'.repeat(254)}:1`])(
    'never include %j',
    (address) => {
      const noted = book();
      noted.add([address, '10.1.2.3:9981']);
      expect(noted.addresses).toEqual(['10.1.2.3:9981']);
    }
  );

  test('from one network do not fill the book', () => {
    const noted = book();
    noted.add(Array.from({ length: 10_000 }, (_, i) => `203.0.${i >> 8}.${i & 255}:9981`));
    expect(noted.addresses).toHaveLength(16);
  });

  test('are limited to a thousand', () => {
    const noted = book();
    noted.add(Array.from({ length: 10_000 }, (_, i) => `11.${i >> 8}.${i & 255}.1:9981`));
    noted.add(Array.from({ length: 256 * 16 }, (_, i) => `${20 + (i >> 8)}.${i & 255}.0.1:9981`));
    expect(noted.addresses).toHaveLength(1_000);
  });

  describe('in a book that one party has filled', () => {
    /** Of 63 networks, 16 each, as many as fit. */
    const theirs = Array.from({ length: 63 * 16 }, (_, i) => `11.${i >> 4}.0.${i & 15}:9981`).slice(0, 1_000);
    const filled = (): AddressBook => {
      const noted = book();
      noted.add(theirs);
      return noted;
    };

    test('take the place of one from the network with the most', () => {
      const noted = filled();
      noted.add(['12.0.0.1:9981', '13.0.0.1:9981']);
      expect(noted.addresses).toHaveLength(1_000);
      expect(noted.addresses.slice(-2)).toEqual(['12.0.0.1:9981', '13.0.0.1:9981']);
      expect(theirs.filter((address) => !noted.addresses.includes(address))).toEqual([theirs[975], theirs[991]]);
    });

    test('never take the place of one that was connected, including before a restart', () => {
      const noted = filled();
      for (const address of theirs) noted.onConnected(address);
      const restarted = book();
      restarted.add(['12.0.0.1:9981']);
      expect(restarted.addresses).toEqual(theirs);
    });

    test('never take the place of one from a network with hardly more', () => {
      const noted = book();
      const spread = Array.from({ length: 1_000 }, (_, i) => `${20 + (i >> 8)}.${i & 255}.0.1:9981`);
      noted.add(spread);
      noted.add(['12.0.0.1:9981']);
      expect(noted.addresses).toEqual(spread);
    });
  });

  test('cost the same to add, however many there are', () => {
    const noted = book();
    const parsedFor = (added: string): number => {
      vi.mocked(address.parseNetAddress).mockClear();
      noted.add([added]);
      return vi.mocked(address.parseNetAddress).mock.calls.length;
    };
    const first = parsedFor('10.1.2.3:9981');
    noted.add(Array.from({ length: 900 }, (_, i) => `11.${i >> 2}.${i & 3}.1:9981`));
    expect(noted.addresses).toHaveLength(901);
    expect(parsedFor('12.1.2.3:9981')).toBe(first);
    expect(noted.addresses).toHaveLength(902);
    noted.add(Array.from({ length: 98 }, (_, i) => `13.${i}.1.1:9981`));
    expect(parsedFor('14.1.2.3:9981')).toBe(first);
    expect(noted.addresses).toHaveLength(1_000);
  });

  test('from a full subnet are accepted again once one of them has failed, including after a restart', () => {
    const subnet = Array.from({ length: 17 }, (_, i) => `203.0.0.${i}:9981`);
    book().add(subnet);
    const noted = book();
    noted.add(subnet);
    expect(noted.addresses).toEqual(subnet.slice(0, 16));
    for (let i = 0; i < 5; i++) noted.onFailed(subnet[3]!);
    noted.add(subnet);
    expect(noted.addresses).toHaveLength(16);
    expect(noted.addresses).toContain(subnet[3]);
  });

  test('from a subnet of which the last one has failed are accepted up to its limit', () => {
    const noted = book();
    const subnet = Array.from({ length: 17 }, (_, i) => `203.0.0.${i}:9981`);
    noted.add([subnet[16]!]);
    for (let i = 0; i < 5; i++) noted.onFailed(subnet[16]!);
    noted.add(subnet);
    expect(noted.addresses).toEqual(subnet.slice(0, 16));
  });

  test('that fail five times in a row are removed', () => {
    const noted = book();
    noted.add(['10.1.2.3:9981']);
    for (let i = 0; i < 4; i++) noted.onFailed('10.1.2.3:9981');
    noted.onConnected('10.1.2.3:9981');
    for (let i = 0; i < 4; i++) noted.onFailed('10.1.2.3:9981');
    expect(noted.addresses).toHaveLength(1);
    noted.onFailed('10.1.2.3:9981');
    expect(noted.addresses).toEqual([]);
  });

  test('are grouped by the /16 of IPv4 or the /32 of IPv6', () => {
    expect(subnetOf('10.1.2.3:1')).toBe(subnetOf('10.1.255.255:2'));
    expect(subnetOf('10.1.2.3:1')).not.toBe(subnetOf('10.2.2.3:1'));
    expect(subnetOf('[2001:db8:1::1]:1')).toBe(subnetOf('[2001:db8:ffff::9]:1'));
    expect(subnetOf('[2001:db8::1]:1')).not.toBe(subnetOf('[2001:db9::1]:1'));
    // Their leading bits are the same numbers.
    expect(subnetOf('0.0.0.1:1')).not.toBe(subnetOf('[::1]:1'));
    expect(subnetOf('Node.Example:1')).toBe(subnetOf('node.example:2'));
    expect(subnetOf('node.example:1')).not.toBe(subnetOf('other.example:1'));
  });

  test('that have failed too often stay removed after a restart', () => {
    const noted = book();
    noted.add(['10.1.2.3:9981', '10.1.2.4:9981']);
    for (let i = 0; i < 5; i++) noted.onFailed('10.1.2.3:9981');
    expect(book().addresses).toEqual(['10.1.2.4:9981']);
  });

  test('that are not in the book have no failures or successes', () => {
    const noted = book();
    for (let i = 0; i < 5; i++) noted.onFailed('10.1.2.3:9981');
    noted.onConnected('10.1.2.3:9981');
    expect(noted.addresses).toEqual([]);
  });
});

describe('a ban', () => {
  const DAY_MS = 24 * 60 * 60_000;
  let nowMs = 1_000;
  const bans = () => new BanList(store.settings, () => nowMs);

  test('lasts a day, across restarts, in any notation of the address', () => {
    bans().add('2001:db8::1', 'an invalid block');
    expect(bans().has('2001:0DB8:0:0::1')).toBe(true);
    expect(bans().has('2001:db9::1')).toBe(false);
    nowMs += DAY_MS - 1;
    expect(bans().has('2001:db8::1')).toBe(true);
    expect(bans().all).toMatchObject([{ reason: 'an invalid block' }]);
    nowMs += 1;
    expect(bans().has('2001:db8::1')).toBe(false);
    expect(bans().all).toEqual([]);
  });

  test('of an IPv6 address applies to its /64, all of which has one owner', () => {
    bans().add('2001:db8:0:1::1', 'an invalid block');
    const hosts = ['2001:db8:0:1::2', '2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:2::1', '2001:db8::1'];
    expect(hosts.map((host) => bans().has(host))).toEqual([true, true, false, false]);
    bans().add('10.0.0.1', 'an invalid block');
    expect(bans().has('10.0.0.2')).toBe(false);
  });

  test('is renewed when the rule is broken again', () => {
    const list = bans();
    list.add('10.0.0.1', 'an invalid block');
    list.add('10.0.0.2', 'an invalid block');
    nowMs += DAY_MS - 1;
    list.add('10.0.0.1', 'an invalid transaction');
    expect(list.all).toMatchObject([
      { reason: 'an invalid block' },
      { reason: 'an invalid transaction', untilMs: nowMs + DAY_MS }
    ]);
    nowMs += 1;
    expect([list.has('10.0.0.1'), list.has('10.0.0.2')]).toEqual([true, false]);
  });

  test('set with a clock a year ahead ends when the clock is corrected', () => {
    nowMs += 365 * DAY_MS;
    bans().add('10.0.0.1', 'an invalid block');
    nowMs -= 365 * DAY_MS;
    expect([bans().has('10.0.0.1'), bans().all]).toEqual([false, []]);
  });

  test('applies even if a full disk prevents storing it', () => {
    const { page_count: pages } = store.database.prepare('PRAGMA page_count').get()!;
    store.database.exec(`PRAGMA max_page_count = ${Number(pages)}`);
    const reason = 'x'.repeat(100_000);
    const list = bans();
    list.add('10.0.0.1', reason);
    expect([list.has('10.0.0.1'), bans().has('10.0.0.1')]).toEqual([true, false]);
    const book = new AddressBook(store.settings);
    book.add(Array.from({ length: 1_000 }, (_, i) => `11.${i}.0.1:9981`));
    expect(book.addresses.length).toBeGreaterThan(200);
    // Essential settings still report the error.
    expect(() => store.settings.set('wallet', reason)).toThrow('full');
  });

  test('of a name applies to all its spellings, and to no address', () => {
    bans().add('Node.Example', 'an invalid block');
    expect(['node.example', 'NODE.EXAMPLE', 'a.node.example', '10.0.0.1'].map((host) => bans().has(host))).toEqual([
      true,
      true,
      false,
      false
    ]);
  });

  test('of an IPv4 address does not apply to the IPv6 address with the same number', () => {
    bans().add('0.0.0.1', 'an invalid block');
    expect(bans().has('::1')).toBe(false);
  });

  test('that has expired is removed with the next one', () => {
    const list = bans();
    list.add('10.0.0.1', 'an invalid block');
    nowMs += DAY_MS;
    list.add('10.0.0.2', 'an invalid block');
    nowMs -= 1;
    expect(bans().all).toHaveLength(1);
    expect(bans().has('10.0.0.1')).toBe(false);
  });

  test('is stored for the latest thousand addresses only', () => {
    const list = bans();
    const banned = (i: number) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;
    for (let i = 0; i < 1_000; i++) list.add(banned(i), 'a header without its work');
    expect(list.has(banned(0))).toBe(true);
    for (let i = 1_000; i < 1_010; i++) list.add(banned(i), 'a header without its work');
    expect(list.all).toHaveLength(1_000);
    expect([list.has('10.0.0.9'), list.has('10.0.0.10')]).toEqual([false, true]);
    expect(list.has('10.0.3.241')).toBe(true);
  });
});

describe('a refused host', () => {
  const MINUTES_MS = 60_000;
  let nowMs = 1_000;
  let clockMs = 1_000;
  const refused = () =>
    new RefusedHosts(
      store.settings,
      () => clockMs,
      () => nowMs
    );

  test('is banned or blocked', () => {
    const hosts = refused();
    hosts.bans.add('10.0.0.1', 'an invalid block');
    hosts.blocklist.set(['10.0.0.2']);
    expect(['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((host) => hosts.has(host))).toEqual([true, true, false]);
    expect(hosts.reason('10.0.0.1')).toBe('banned until 1970-01-02T00:00:01.000Z for an invalid block');
    expect(hosts.reason('10.0.0.2')).toBe('blocked');
  });

  test('is paused, for ten minutes from the last time and until a restart', () => {
    const hosts = refused();
    hosts.pause('10.0.0.1');
    nowMs += 5 * MINUTES_MS;
    hosts.pause('10.0.0.2');
    nowMs += 5 * MINUTES_MS - 1;
    expect(['10.0.0.1', '10.0.0.2'].map((host) => hosts.has(host))).toEqual([true, true]);
    nowMs += 1;
    expect(['10.0.0.1', '10.0.0.2'].map((host) => hosts.has(host))).toEqual([false, true]);
    hosts.pause('10.0.0.1');
    // However the wall clock changes.
    for (const ms of [-1, 1]) {
      clockMs += ms * 365 * 24 * 60 * MINUTES_MS;
      expect(['10.0.0.1', '10.0.0.2'].map((host) => hosts.has(host))).toEqual([true, true]);
    }
    expect(refused().has('10.0.0.1')).toBe(false);
  });
});

describe('the dial rule', () => {
  const [named, local, stranger] = ['192.0.2.1:9981', '127.0.0.1:9981', '198.51.100.7:9981'];
  const dialed = (...choice: Parameters<typeof dialRule>) => [named, local, stranger].map(dialRule(...choice));

  test.each<[string, Parameters<typeof dialRule>, boolean[]]>([
    ['no discovery: configured peers only', [{ peers: [named], discover: false }, []], [true, false, false]],
    ['no configured peers, no discovery: nobody', [{ peers: [], discover: false }, [stranger]], [false, false, false]],
    ['discovery from a remote peer: anyone', [{ peers: [named], discover: true }, []], [true, true, true]],
    ['discovery from this machine: local peers only', [{ peers: [local], discover: true }, []], [false, true, false]],
    [
      'discovery from this machine and a remote peer: anyone',
      [{ peers: [local, named], discover: true }, []],
      [true, true, true]
    ],
    [
      'discovery from this machine on a network with bootstrap nodes: anyone',
      [{ peers: [local], discover: true }, [stranger]],
      [true, true, true]
    ]
  ])('%s', (_, choice, expected) => {
    expect(dialed(...choice)).toEqual(expected);
  });

  test.each([
    ['127.0.0.1:1', true],
    ['127.255.255.255:1', true],
    ['[::1]:1', true],
    ['[::ffff:127.0.0.1]:1', true],
    ['localhost:1', true],
    ['128.0.0.1:1', false],
    ['[::2]:1', false],
    ['localhost.example:1', false]
  ])('%s is on this machine: %s', (address, isLoopback) => {
    expect(isLoopbackAddress(address)).toBe(isLoopback);
  });
});

test.each([
  ['11.2.3.4:9981', true],
  ['[2606:4700::1]:9981', true],
  ['[::ffff:11.2.3.4]:9981', true],
  ['[::ffff:192.168.1.1]:9981', false],
  ['[::ffff:7f00:1]:9981', false],
  ['[0:0:0:0:0:ffff:127.0.0.1]:9981', false],
  ['[::192.168.1.1]:9981', false],
  ['[::ffff:0:192.168.1.1]:9981', false],
  ['[64:ff9b::192.168.1.1]:9981', false],
  ['[64:ff9b:1::192.168.1.1]:9981', false],
  ['[2002:c0a8:101::1]:9981', false],
  ['[2001:0:c0a8:101::1]:9981', false],
  ['224.0.0.1:9981', false],
  ['255.255.255.255:9981', false],
  ['[ff02::1]:9981', false]
])('on a public network, %s is stored when learned from a peer: %s', (address, isRemembered) => {
  expect(gossipRule(['11.0.0.1:9981'])(address)).toBe(isRemembered);
});

test.each([
  ['11.2.3.4', '11.2.200.1'],
  ['::ffff:11.2.3.4', '11.2.3.4'],
  ['0:0:0:0:0:FFFF:b02:304', '11.2.3.4']
])('%s is in the subnet of %s', (host, other) => {
  expect(subnetOfHost(host)).toBe(subnetOfHost(other));
});

test('the sync mode is stored across restarts', () => {
  const mode = () => new StoredSyncMode(store.settings);
  expect(mode().value).toBe('running');
  const chosen = mode();
  chosen.value = 'paused';
  expect([chosen.value, mode().value]).toEqual(['paused', 'paused']);
  store.settings.set('peers.syncMode', 'sideways');
  expect(mode().value).toBe('running');
});
