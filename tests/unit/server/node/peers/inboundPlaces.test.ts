import { describe, expect, test } from 'vitest';
import { inboundPlace, type Inbound } from '$lib/server/node/peers/inboundPlaces';

const inbound = (host: string, changes: Partial<Inbound> = {}): Inbound => ({
  ...{ host, isHalfOpen: false, isDelivering: false, openedAtMs: 0, newsAtMs: 0 },
  ...changes
});
/** Connections from the /16 `10.subnet`. */
const many = (subnet: number, count: number, changes: Partial<Inbound> = {}): Inbound[] =>
  Array.from({ length: count }, (_, i) => inbound(`10.${subnet}.0.${i + 1}`, changes));

const full = [...many(1, 32), ...many(2, 32)];

test.each<[string, string, readonly Inbound[], 'free' | 'none']>([
  ['accepts while slots are free', '10.9.0.1', full.slice(1), 'free'],
  ['accepts at most half of them from one subnet', '10.2.9.9', full.slice(1), 'none'],
  ['evicts no peer for a 33rd connection from a subnet', '10.2.9.9', full, 'none'],
  [
    'evicts no peer among nodes on one machine',
    '127.0.0.1',
    Array.from({ length: 31 }, () => inbound('127.0.0.1')),
    'free'
  ],
  [
    'keeps the only connection of each of 64 subnets',
    '10.200.0.1',
    Array.from({ length: 64 }, (_, i) => inbound(`10.${i}.0.1`)),
    'none'
  ],
  [
    'rejects a peer that would only shift the majority',
    '10.1.9.9',
    [1, 2, 3, 4].flatMap((subnet) => many(subnet, 16)),
    'none'
  ],
  [
    'rejects it with one more connection as well',
    '10.1.9.9',
    [...many(1, 15), ...many(2, 16), ...many(3, 16), ...many(4, 16), ...many(5, 1)],
    'none'
  ],
  [
    'evicts no peer that delivers blocks',
    '10.9.0.1',
    [...many(1, 32, { isDelivering: true }), ...many(2, 32, { isDelivering: true })],
    'none'
  ]
])('%s', (_, host, accepted, expected) => {
  expect(inboundPlace(host, accepted)).toBe(expected);
});

describe('evicts from the largest subnet', () => {
  const others = many(2, 31, { newsAtMs: 5, openedAtMs: 5 });
  const rest = many(1, 32, { newsAtMs: 9 });

  test.each<[string, Inbound]>([
    ['a half-open connection', inbound('10.2.7.7', { isHalfOpen: true, newsAtMs: 6, openedAtMs: 1 })],
    ['the one without news for longest', inbound('10.2.7.7', { newsAtMs: 4, openedAtMs: 1 })],
    ['the youngest of those', inbound('10.2.7.7', { newsAtMs: 5, openedAtMs: 6 })]
  ])('%s', (_, expected) => {
    const place = inboundPlace('10.9.0.1', [...others, expected, ...rest.slice(1), inbound('10.8.0.1')]);
    expect(place).toEqual({ evict: expected });
  });

  test('but not the only connection of another subnet', () => {
    const alone = inbound('10.8.0.1', { isHalfOpen: true });
    const place = inboundPlace('10.9.0.1', [alone, ...many(1, 31), ...many(2, 32)]);
    expect(place).toMatchObject({ evict: { host: expect.stringMatching(/^10\.2\./) } });
  });
});

test('an attacker with ever more subnets evicts its own connections, and never the last of a subnet', () => {
  let accepted = [inbound('10.250.0.1'), ...many(1, 32), ...many(2, 31)];
  let evictions = 0;
  for (let subnet = 3; subnet < 250; subnet++) {
    const newcomer = inbound(`10.${subnet}.0.1`, { newsAtMs: 100 });
    const place = inboundPlace(newcomer.host, accepted);
    if (typeof place === 'string') continue;
    evictions++;
    accepted = [...accepted.filter((one) => one !== place.evict), newcomer];
  }
  expect(accepted[0]!.host).toBe('10.250.0.1');
  // 64 subnets with one connection each; then it stops.
  expect(evictions).toBe(61);
});
