import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BandwidthMeter } from '$lib/state/node/bandwidthMeter.svelte';
import { blockEntryProblem, previewBlocklist, readEntries } from '$lib/services/node/blocklist';
import { peerAddressProblem } from '$lib/services/node/peerAddress';
import { versionCounts } from '$lib/services/node/versions';

describe('the address of a peer', () => {
  test.each([
    '203.0.113.7:9981',
    '  203.0.113.7:9981  ',
    '127.0.0.1:1',
    '255.255.255.255:65535',
    '[2001:db8::1]:9981',
    '[::1]:9981',
    '[::ffff:203.0.113.7]:9981'
  ])('%s can be dialed', (text) => expect(peerAddressProblem(text)).toBeUndefined());

  test.each([
    ['', { code: 'empty' }],
    ['203.0.113.7', { code: 'port-missing', example: '203.0.113.7:9981' }],
    ['2001:db8::1', { code: 'port-missing', example: '[2001:db8::1]:9981' }],
    ['[2001:db8::1]', { code: 'brackets-missing' }],
    ['2001:db8::1:9981:9981:9981:9981:9981', { code: 'brackets-missing' }],
    ['[203.0.113.7]:9981', { code: 'brackets' }],
    ['203.0.113.256:9981', { code: 'not-an-ip' }],
    ['203.0.113:9981', { code: 'not-an-ip' }],
    ['010.0.0.1:9981', { code: 'not-an-ip' }],
    ['[2001:db8::1::2]:9981', { code: 'not-an-ip' }],
    ['[2001:db8:::1]:9981', { code: 'not-an-ip' }],
    ['[1:2:3:4:5:6:7:8:9]:9981', { code: 'not-an-ip' }],
    ['node.example.com:9981', { code: 'host-name' }],
    ['203.0.113.7:0', { code: 'port-range', max: 65_535 }],
    ['203.0.113.7:65536', { code: 'port-range', max: 65_535 }],
    ['203.0.113.7:', { code: 'port-range', max: 65_535 }],
    ['203.0.113.7:99x', { code: 'port-range', max: 65_535 }],
    ['203.0.113.7:1e3', { code: 'port-range', max: 65_535 }],
    ['0.0.0.0:9981', { code: 'unspecified' }],
    ['[::]:9981', { code: 'unspecified' }],
    ['somewhere', { code: 'format' }]
  ])('%s is rejected with a reason', (text, problem) => expect(peerAddressProblem(text)).toEqual(problem));
});

describe('a blocklist entry', () => {
  test.each([
    '203.0.113.7',
    '2001:db8::1',
    '203.0.113.0/24',
    '0.0.0.0/0',
    '203.0.113.7/32',
    '2001:db8::/32',
    '2001:db8::/128',
    'node.example.com',
    'localhost'
  ])('%s is valid', (entry) => expect(blockEntryProblem(entry)).toBeUndefined());

  test.each([
    ['203.0.113.0/33', { code: 'prefix', max: 32 }],
    ['2001:db8::/129', { code: 'prefix', max: 128 }],
    ['203.0.113.0/', { code: 'prefix', max: 32 }],
    ['203.0.113.0/-1', { code: 'prefix', max: 32 }],
    ['203.0.113.0/8/8', { code: 'range' }],
    ['node.example.com/24', { code: 'range' }],
    ['203.0.113.7:9981', { code: 'port', host: '203.0.113.7' }],
    ['[2001:db8::1]:9981', { code: 'port', host: '2001:db8::1' }],
    ['node.example.com:9981', { code: 'port', host: 'node.example.com' }],
    ['203.0.113.999', { code: 'invalid' }],
    ['-node', { code: 'invalid' }],
    ['http://node', { code: 'range' }]
  ])('%s is rejected with a reason', (entry, problem) => expect(blockEntryProblem(entry)).toEqual(problem));

  test('several are read from pasted text, without duplicates, as spelled in the list', () => {
    expect(readEntries(' 203.0.113.7,\n2001:DB8::1; node.example.com\t203.0.113.7\n\n', [])).toEqual({
      entries: ['203.0.113.7', '2001:db8::1', 'node.example.com'],
      problems: []
    });
    expect(readEntries('NODE.example.com:99 1.2.3', ['Node.Example.com:99'])).toEqual({
      entries: ['Node.Example.com:99', '1.2.3'],
      problems: [{ entry: '1.2.3', problem: { code: 'invalid' } }]
    });
    expect(readEntries(' \n ', ['a'])).toEqual({ entries: [], problems: [] });
  });

  test('a listed entry is read a few times, however many are given, because that happens with every key', () => {
    const addresses = (first: number) => Array.from({ length: 1_000 }, (_, i) => `${first}.${i >> 8}.${i & 255}.0/24`);
    let reads = 0;
    const listed = new Proxy(addresses(10), {
      get(target, key) {
        reads++;
        return Reflect.get(target, key) as unknown;
      }
    });
    const { entries, problems } = readEntries(addresses(11).join('\n'), listed);
    expect([entries.length, problems]).toEqual([1_000, []]);
    expect(reads).toBeLessThan(20 * 1_000);
  });
});

describe('the preview of a blocklist', () => {
  const current = ['a', 'b', 'c'];
  test.each([
    ['append', ['c', 'd'], { added: ['d'], removed: [], kept: ['a', 'b', 'c'], unchanged: ['c'] }],
    ['remove', ['c', 'd'], { added: [], removed: ['c'], kept: ['a', 'b'], unchanged: ['d'] }],
    ['set', ['c', 'd'], { added: ['d'], removed: ['a', 'b'], kept: ['c'], unchanged: [] }],
    ['set', [], { added: [], removed: ['a', 'b', 'c'], kept: [], unchanged: [] }],
    ['append', [], { added: [], removed: [], kept: ['a', 'b', 'c'], unchanged: [] }]
  ] as const)('%s %j', (action, entries, preview) =>
    expect(previewBlocklist(current, action, entries)).toEqual(preview)
  );

  test('matches the daemon’s list after the change', () => {
    const entries = fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e', 'f'));
    const action = fc.constantFrom('append', 'remove', 'set');
    fc.assert(
      fc.property(entries, action, entries, (listed, how, given) => {
        const after = new Set(
          how === 'set'
            ? given
            : how === 'append'
              ? [...listed, ...given]
              : listed.filter((entry) => !given.includes(entry))
        );
        const { added, removed, kept } = previewBlocklist(listed, how, given);
        expect(new Set([...kept, ...added])).toEqual(after);
        expect(new Set([...kept, ...removed])).toEqual(new Set(listed));
        expect(removed.filter((entry) => after.has(entry))).toEqual([]);
      })
    );
  });
});

describe('the bandwidth meter', () => {
  const reading = (download: bigint, upload: bigint, startTime = 'first') => ({ download, upload, startTime });

  test('measures between the times at which responses arrived', () => {
    const meter = new BandwidthMeter();
    meter.add(reading(0n, 0n), 10_000);
    expect(meter.now).toBeUndefined();
    meter.add(reading(3_000n, 600n), 13_000);
    expect(meter.now).toEqual({ download: 1_000, upload: 200 });
    // From the start of the displayed period, so that the axis does not move.
    expect(meter.columns).toEqual([
      [-287, 10, 13],
      [null, null, 1_000],
      [null, null, 200]
    ]);
  });

  test('a restarted daemon, a hidden page and a repeated time cause gaps, never negative values', () => {
    const meter = new BandwidthMeter();
    meter.add(reading(900n, 900n), 0);
    meter.add(reading(5n, 5n), 2_000);
    expect(meter.now).toBeUndefined();
    meter.add(reading(2_000n, 2_000n, 'second'), 4_000);
    expect(meter.now).toBeUndefined();
    meter.add(reading(4_000n, 3_000n, 'second'), 6_000);
    expect(meter.now).toEqual({ download: 1_000, upload: 500 });
    meter.add(reading(9_000n, 9_000n, 'second'), 6_000);
    expect(meter.now).toBeUndefined();
    meter.add(reading(9_000n, 9_000n, 'second'), 96_000);
    expect(meter.now).toBeUndefined();
  });

  test('starts again when the clock is set back', () => {
    const meter = new BandwidthMeter();
    for (const atMs of [3_600_000, 3_602_000, 10_000, 12_000]) meter.add(reading(BigInt(atMs), 0n), atMs);
    expect(meter.points.map(({ atMs }) => atMs)).toEqual([10_000, 12_000]);
    expect(meter.now).toEqual({ download: 1_000, upload: 0 });
  });

  test('keeps five minutes', () => {
    const meter = new BandwidthMeter();
    for (let i = 0; i <= 400; i++) meter.add(reading(BigInt(i), 0n), i * 2_000);
    expect(meter.points).toHaveLength(150);
    expect(meter.points.at(-1)?.atMs).toBe(800_000);
  });
});

test('versions are counted, newest first', () => {
  const peer = (version: string) => ({ version, inbound: false, local: false, netAddress: version });
  expect(versionCounts(['1.5.4', '1.5.10', '1.5.4', '1.4.0'].map(peer))).toEqual([
    { version: '1.5.10', count: 1 },
    { version: '1.5.4', count: 2 },
    { version: '1.4.0', count: 1 }
  ]);
});
