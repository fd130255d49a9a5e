import { expect, test } from 'vitest';
import { coversHost, hostOf, parseAddressRule } from '$lib/services/hostdb/addressRule';

test.each([
  ['203.0.113.7', 'range'],
  ['10.0.0.0/8', 'range'],
  ['0.0.0.0/0', 'range'],
  ['10.0.0.0/32', 'range'],
  ['2001:db8::/32', 'range'],
  ['::', 'range'],
  ['2001:db8:1:2:3:4:5:6', 'range'],
  ['example.com', 'domain'],
  ['localhost', 'domain'],
  ['a-b.example', 'domain']
])('%s is a rule: %s', (text, kind) => {
  expect(parseAddressRule(text)?.kind).toBe(kind);
});

test.each([
  '',
  '10.0.0.0/33',
  '10.0.0',
  '10.0.0.256',
  '10.0.0.0.0',
  '010.0.0.1',
  '10.0.0.0/8/8',
  '10.0.0.0/x',
  '2001:db8::/129',
  '2001:::1',
  '2001:db8:1:2:3:4:5',
  'g::1',
  'example.com/24',
  '-a.example',
  'a..example',
  'exa mple',
  'host:9982'
])('%j is not a rule', (text) => {
  expect(parseAddressRule(text)).toBeUndefined();
});

test.each([
  ['host.example:9982', 'host.example'],
  ['203.0.113.7:9982', '203.0.113.7'],
  ['[2001:db8::1]:9982', '2001:db8::1'],
  ['host.example', 'host.example']
])('the host of %s is %s', (netAddress, host) => {
  expect(hostOf(netAddress)).toBe(host);
});

test.each<[string, string, string[], boolean]>([
  ['203.0.113.7', '203.0.113.7:9982', [], true],
  ['203.0.113.7', '203.0.113.8:9982', [], false],
  ['203.0.113.0/24', '203.0.113.8:9982', [], true],
  ['203.0.112.0/24', '203.0.113.8:9982', [], false],
  ['10.0.0.0/8', 'host.example:9982', ['10.1.2.0/24'], true],
  ['10.1.2.3', 'host.example:9982', ['10.1.2.0/24'], false],
  ['11.0.0.0/8', 'host.example:9982', ['10.1.2.0/24'], false],
  ['0.0.0.0/0', 'host.example:9982', ['10.1.2.0/24'], true],
  ['0.0.0.0/0', 'host.example:9982', ['2001:db8::/54'], false],
  ['2001:db8::/32', '[2001:db8:1::5]:9982', [], true],
  ['example.com', 'example.com:9982', [], true],
  ['example.com', 'Host.Example.com:9982', [], true],
  ['example.com', 'badexample.com:9982', [], false]
])('%s and %s %j: %s', (text, netAddress, ipNets, covered) => {
  expect(coversHost(parseAddressRule(text)!, netAddress, ipNets)).toBe(covered);
});
