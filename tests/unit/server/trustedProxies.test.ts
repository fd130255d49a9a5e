import { expect, test } from 'vitest';
import { clientAddress, isOverTls, readTrustedProxies } from '$lib/server/trustedProxies';

const refuse = (problem: string) => new Error(problem);
const proxies = readTrustedProxies('127.0.0.1, 10.0.0.0/8, fd00::/8', refuse);

test.each([
  ['no proxy', '203.0.113.9', undefined, '203.0.113.9'],
  ['an untrusted peer that claims another address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['one proxy', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a proxy behind a proxy', '127.0.0.1', '198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['a client that sends the header itself', '127.0.0.1', '192.0.2.7, 198.51.100.1', '198.51.100.1'],
  ['a client that claims to be a proxy', '127.0.0.1', '192.0.2.7, 10.9.9.9, 198.51.100.1', '198.51.100.1'],
  ['a proxy that sends no header', '127.0.0.1', undefined, '127.0.0.1'],
  ['a proxy that sends an invalid address', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['IPv6', 'fd00::1', '2001:db8::5', '2001:db8::5'],
  ['a proxy that adds the port', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['a proxy that adds the port to IPv6', '127.0.0.1', '[2001:db8::5]:4711', '2001:db8::5'],
  ['a proxy that adds brackets to IPv6', '127.0.0.1', '[2001:db8::5]', '2001:db8::5'],
  ['a proxy that adds the port to IPv4 in IPv6', '127.0.0.1', '[::ffff:198.51.100.1]:4711', '198.51.100.1'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1']
])('%s', (_, peer, forwarded, address) => {
  const headers = { 'x-forwarded-for': forwarded };
  expect(clientAddress(peer, headers, proxies)).toBe(address);
});

test('the header is ignored without trusted proxies', () => {
  const headers = { 'x-forwarded-for': '198.51.100.1' };
  expect(clientAddress('127.0.0.1', headers, readTrustedProxies('', refuse))).toBe('127.0.0.1');
});

test.each(['proxy.example', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/x', '10.0.0.0/', '10.0.0.0/8/9'])(
  '"%s" is rejected',
  (text) => {
    expect(() => readTrustedProxies(text, refuse)).toThrow(`not "${text}"`);
  }
);

test.each([
  ['0.0.0.0/0', '203.0.113.9', true],
  ['10.1.2.3/32', '10.1.2.3', true],
  ['10.1.2.3', '10.1.2.4', false],
  ['fd00::1/128', 'fd00::1', true],
  ['fd00::1', 'fd00::2', false],
  // An IPv4 suffix only in notation.
  ['fd00::/8', 'fd00::ffff:127.0.0.1', true],
  [', ,', '127.0.0.1', false]
])('"%s" trusts %s: %s', (text, peer, isTrusted) => {
  const headers = { 'x-forwarded-for': '198.51.100.1' };
  expect(clientAddress(peer, headers, readTrustedProxies(text, refuse))).toBe(isTrusted ? '198.51.100.1' : peer);
});

const host = 'quarry.example';
test.each<[string, string, string, Record<string, string>, boolean]>([
  ['an https origin, requested by name', 'https://quarry.example', '203.0.113.9', { host }, true],
  ['an https origin with a port', 'https://quarry.example:8443', '203.0.113.9', { host: `${host}:8443` }, true],
  [
    'an https origin, this machine requested directly',
    'https://quarry.example',
    '127.0.0.2',
    { host: 'localhost' },
    false
  ],
  ['plain http', 'http://127.0.0.1:4180', '127.0.0.2', { host: '127.0.0.1:4180' }, false],
  ['a trusted proxy', 'http://127.0.0.1:4180', '127.0.0.1', { host, 'x-forwarded-proto': 'https' }, true],
  ['proxies behind TLS', 'http://127.0.0.1:4180', '10.1.1.1', { host, 'x-forwarded-proto': 'HTTPS, http' }, true],
  ['a trusted proxy without TLS', 'http://127.0.0.1:4180', '127.0.0.1', { host, 'x-forwarded-proto': 'http' }, false],
  ['a trusted proxy that sends no header', 'http://127.0.0.1:4180', '127.0.0.1', { host }, false],
  [
    'an untrusted peer that claims TLS',
    'http://127.0.0.1:4180',
    '203.0.113.9',
    { host, 'x-forwarded-proto': 'https' },
    false
  ]
])('TLS: %s', (_, origin, peer, headers, expected) => {
  expect(isOverTls(peer, headers, { origin, trustedProxies: proxies })).toBe(expected);
});
