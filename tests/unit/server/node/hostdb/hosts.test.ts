import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterTest } from '$lib/server/node/hostdb/filter';
import { hostsUpTo, isListed, lifetime } from '$lib/server/node/hostdb/lifetimes';
import { HostPopulation, SCAN_BLOCKS } from '$lib/server/node/hostdb/population';
import { HostRanking } from '$lib/server/node/hostdb/ranking';
import { MarketRandom } from '$lib/server/node/simulation/random';
import { DEFAULT_DEMAND } from '$lib/server/node/simulation/score';

const hosts = new HostPopulation(new MarketRandom('seed'));
const HEIGHTS = [0, 1, 2, 10, 144, 5_000, 50_000];
const price = (perByteAndBlock: bigint) => (Number(perByteAndBlock) * 1e12 * 4_320) / 1e24;

describe('the hosts of the market', () => {
  test('are the same for the same seed, whatever was requested before, and different for others', () => {
    const again = new HostPopulation(new MarketRandom('seed'));
    const other = new HostPopulation(new MarketRandom('other'));
    again.listedAt(20_000);
    const all = (population: HostPopulation) =>
      population.listedAt(700).map((host) => [host, population.offer(host, 700), population.record(host, 700)]);
    expect(all(again)).toEqual(all(hosts));
    expect(all(other)).not.toEqual(all(hosts));
  });

  test.each(HEIGHTS)('are a few hundred at height %i, most of them active', (height) => {
    const listed = hosts.listedAt(height);
    expect(listed.length).toBeGreaterThan(height < 2 ? 50 : 220);
    expect(listed.length).toBeLessThan(450);
    const active = listed.filter((host) => hosts.isActive(host, height)).length;
    expect(active / listed.length).toBeGreaterThan(0.75);
  });

  test('appear and go offline as the chain grows', () => {
    const indices = (height: number) => new Set(hosts.listedAt(height).map(({ index }) => index));
    const [early, late] = [indices(10), indices(10_000)];
    expect([...late].some((index) => !early.has(index))).toBe(true);
    expect([...early].some((index) => !late.has(index))).toBe(true);
  });

  test('have plausible prices', () => {
    const prices = hosts.listedAt(100).map((host) => price(hosts.offer(host, 100).storagePrice));
    prices.sort((a, b) => a - b);
    const median = prices[(prices.length / 2) | 0]!;
    expect(median).toBeGreaterThan(120);
    expect(median).toBeLessThan(260);
    expect(prices[0]).toBeGreaterThan(10);
    expect(prices.at(-1)).toBeLessThan(2_000);
  });

  test('change their prices now and then', () => {
    const [first] = hosts.listedAt(10);
    const seen = new Set([0, 500, 1_000, 1_500, 2_000].map((height) => hosts.offer(first!, height).storagePrice));
    expect(seen.size).toBeGreaterThan(1);
  });

  test('that go offline for good are down from the first block on', () => {
    const gone = hosts.listedAt(5_000).filter(({ endsAt }) => endsAt < 5_000);
    expect(gone.length).toBeGreaterThan(0);
    for (const host of gone) {
      const downFor = [0, 1, 500].map((blocks) => hosts.availability.blocksDown(host, host.endsAt + blocks));
      expect(downFor).toEqual([1, 2, 501]);
    }
  });

  test('are ranked once for a height and a demand, however often that is requested', () => {
    const ranking = new HostRanking(hosts);
    const ranked = ranking.at(3, DEFAULT_DEMAND);
    expect(ranking.at(3, { ...DEFAULT_DEMAND })).toBe(ranked);
    for (const demand of [DEFAULT_DEMAND, { ...DEFAULT_DEMAND, storage: 1e13 }]) {
      expect(ranking.at(500, demand)).toEqual(new HostRanking(hosts).at(500, demand));
    }
  });

  test('are listed from their first block until a week after their last', () => {
    const host = { index: 1, firstSeen: 5, endsAt: 10, character: 'steady' } as const;
    expect([4, 5, 10 + 1_007, 10 + 1_008].map((height) => isListed(host, height))).toEqual([false, true, true, false]);
  });

  test('are counted by height', () => {
    expect([0, 17, 18, 36].map(hostsUpTo)).toEqual([271, 271, 272, 273]);
    const random = new MarketRandom('seed');
    const firstSeen = (index: number) => lifetime(random, index).firstSeen;
    for (const height of [0, 17, 18, 1_000]) expect(firstSeen(hostsUpTo(height))).toBeGreaterThan(height);
    // The first 270 appear with genesis; after that, the second-to-last is certain to have appeared.
    for (const height of [18, 36, 1_000]) expect(firstSeen(hostsUpTo(height) - 2)).toBeLessThanOrEqual(height);
  });

  test('have addresses from reserved ranges only', () => {
    const reserved = new BlockList();
    for (const net of ['192.0.2.0', '198.51.100.0', '203.0.113.0']) reserved.addSubnet(net, 24);
    reserved.addSubnet('198.18.0.0', 15);
    reserved.addSubnet('2001:db8::', 32, 'ipv6');
    const isReserved = (ip: string) => reserved.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
    for (const { netAddress, ipNets } of hosts.listedAt(50_000)) {
      const name = netAddress.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
      expect(isIP(name) === 0 ? name.endsWith('.example') : isReserved(name), netAddress).toBe(true);
      for (const net of ipNets) expect(isReserved(net.split('/')[0]!), net).toBe(true);
    }
  });

  test('share some subnets, and a few have two addresses of the same kind', () => {
    const listed = hosts.listedAt(5_000);
    const nets = listed.flatMap(({ ipNets }) => ipNets);
    expect(new Set(nets).size).toBeLessThan(nets.length);
    const invalid = listed.filter(({ isValid }) => !isValid);
    expect(invalid.length).toBeGreaterThan(0);
    expect(invalid.length).toBeLessThan(20);
  });

  test('have a downtime equal to the sum over their blocks', () => {
    const heights = fc.integer({ min: 1, max: 3_000 });
    fc.assert(
      fc.property(fc.nat(300), heights, (index, height) => {
        const host = hosts.host(index);
        let down = 0;
        for (let at = host.firstSeen; at < height; at++) if (!hosts.availability.isOnline(host, at)) down++;
        expect(hosts.availability.downBefore(host, height)).toBe(down);
        const since = hosts.availability.blocksDown(host, height);
        expect(since === 0).toBe(hosts.availability.isOnline(host, height) || height < host.firstSeen);
      }),
      { numRuns: 50 }
    );
  });

  test('have a record of events since they appeared', () => {
    const height = 5_000;
    for (const host of hosts.listedAt(height).filter(({ firstSeen }) => firstSeen > 0)) {
      const age = height - host.firstSeen;
      const down = hosts.availability.downBefore(host, height);
      const { ageBlocks, uptime, successfulInteractions, failedInteractions } = hosts.record(host, height);
      expect(ageBlocks).toBe(age);
      expect(uptime).toBeCloseTo((age - down + 24) / (age + 24), 9);
      expect([successfulInteractions, failedInteractions]).toEqual([(age - down) / 2 + 1, down / SCAN_BLOCKS]);
      expect(hosts.record(host, host.firstSeen)).toMatchObject({ ageBlocks: 0, uptime: 1, failedInteractions: 0 });
    }
  });

  test('are each scanned every few blocks', () => {
    for (const host of hosts.listedAt(100).slice(0, 50)) {
      const scans = new Set(Array.from({ length: 60 }, (_, i) => hosts.lastScan(host, 100 + i)));
      expect(scans.size).toBeGreaterThanOrEqual(60 / SCAN_BLOCKS);
      for (const scan of scans) expect(scan).toBeLessThanOrEqual(160);
    }
  });
});

describe('a filter', () => {
  const [first, second] = hosts.listedAt(100) as [
    ReturnType<HostPopulation['host']>,
    ReturnType<HostPopulation['host']>
  ];
  const name = first.netAddress.replace(/:\d+$/, '');

  test.each([
    ['disable', [first.publicKey], [], false, false],
    ['blacklist', [first.publicKey], [], true, false],
    ['whitelist', [first.publicKey], [], false, true],
    ['blacklist', [], [first.ipNets[0]!], true, false],
    ['blacklist', [], [first.ipNets[0]!.split('/')[0]!], true, false],
    ['blacklist', [], ['example', '2001:db8::/32', '192.0.0.0/8', '198.0.0.0/8', '203.0.0.0/8'], true, true],
    ['blacklist', [], ['ample'], false, false],
    ['blacklist', [], ['10.0.0.0/8', '10.0.0.0/99', ''], false, false],
    ['whitelist', [], [name], false, true]
  ] as const)('%s of %j and %j', (filterMode, keys, netAddresses, hitsFirst, hitsSecond) => {
    const isFiltered = filterTest({ filterMode, hosts: [...keys], netAddresses: [...netAddresses] });
    expect([isFiltered(first), isFiltered(second)]).toEqual([hitsFirst, hitsSecond]);
  });

  test.each<[string, string[], boolean]>([
    ['host.example:9982', ['host.example'], true],
    ['host.example:9982', ['HOST.example'], true],
    ['host.example:9982', ['example'], true],
    ['host.example:9982', ['other.example', 'ost.example', 'st.example'], false],
    ['192.0.2.7:9982', ['192.0.2.7'], true],
    ['192.0.2.7:9982', ['192.0.2.8'], false],
    ['192.0.2.7:9982', ['192.0.2.7/32'], true],
    ['192.0.2.7:9982', ['192.0.2.0/24'], true],
    ['192.0.2.7:9982', ['192.0.2.7/33', '192.0.2.7/x', '192.0.2.7/'], false],
    ['[2001:db8::7]:9982', ['2001:db8::7'], true],
    ['[2001:db8::7]:9982', ['2001:db8::/128', '2001:db8::/129'], false],
    ['[2001:db8::7]:9982', ['2001:db8::/32'], true]
  ])('%s is among %j: %s', (netAddress, netAddresses, isAmong) => {
    const filtered = filterTest({ filterMode: 'blacklist', hosts: [], netAddresses });
    expect(filtered({ ...first, netAddress, ipNets: [] })).toBe(isAmong);
  });

  test('uses the networks of a host whose name does not match', () => {
    const filtered = filterTest({ filterMode: 'blacklist', hosts: [], netAddresses: ['192.0.2.0/24'] });
    const at = (...ipNets: string[]) => filtered({ ...first, netAddress: 'host.example:9982', ipNets });
    expect([at('192.0.2.0/24'), at('198.51.100.0/24', '192.0.2.0/24'), at('198.51.100.0/24'), at()]).toEqual([
      true,
      true,
      false,
      false
    ]);
  });
});
