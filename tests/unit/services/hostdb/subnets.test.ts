import { expect, test } from 'vitest';
import { unixSeconds } from '$lib/chain/time';
import { invalidSubnets, subnetProblems } from '$lib/services/hostdb/subnets';

test.each([
  [[], undefined],
  [['203.0.113.0/24'], undefined],
  [['203.0.113.0/24', '2001:db8::/54'], undefined],
  [['2001:db8::/54'], undefined],
  [['203.0.113.0/24', '198.51.100.0/24'], 'two-ipv4'],
  [['203.0.113.0/24', '2001:db8::/54', '198.51.100.0/24'], 'two-ipv4'],
  [['2001:db8::/54', '2001:db9::/54'], 'two-ipv6']
])('%j: %s', (nets, problem) => {
  expect(invalidSubnets(nets)).toBe(problem);
});

const host = (publicKey: string, since: number, ...ipNets: string[]) => ({
  publicKey,
  ipNets,
  lastIpNetChange: unixSeconds(since)
});

test('of several hosts in a subnet, all except the longest-standing one are marked', () => {
  const hosts = [
    host('b', 20, '203.0.113.0/24'),
    host('a', 10, '203.0.113.0/24', '2001:db8::/54'),
    host('c', 30, '203.0.113.0/24'),
    host('alone', 5, '198.51.100.0/24')
  ];
  const expected = [['b', 'shared'], ['c', 'shared']]; // prettier-ignore
  expect([...subnetProblems(hosts)].sort()).toEqual(expected);
  expect([...subnetProblems(hosts.toReversed())].sort()).toEqual(expected);
});

test('an invalid list does not occupy subnets', () => {
  const hosts = [host('bad', 1, '203.0.113.0/24', '198.51.100.0/24'), host('good', 2, '203.0.113.0/24')];
  expect([...subnetProblems(hosts)]).toEqual([['bad', 'two-ipv4']]);
});
