import { describe, expect, test } from 'vitest';
import { advertisedAddress, formatNetAddress, isDialable, parseNetAddress, unmapHost } from '$lib/peers/address';

describe('network addresses', () => {
  test.each([
    ['203.0.113.7:9981', '203.0.113.7', '9981'],
    ['[2001:db8::1]:9981', '2001:db8::1', '9981'],
    [':9981', '', '9981'],
    ['ephemeral:0', 'ephemeral', '0'],
    ['203.0.113.7:', '203.0.113.7', '']
  ])('%s', (text, host, port) => {
    expect(parseNetAddress(text)).toEqual({ host, port });
    expect(formatNetAddress({ host, port })).toBe(text);
  });

  test.each(['', '203.0.113.7', '1:2:3', '2001:db8::1', '[2001:db8::1]', '[::1', 'a]:1', '[a]b:1', 'host:po[rt'])(
    'not %s',
    (text) => {
      expect(() => parseNetAddress(text)).toThrow(expect.objectContaining({ code: 'peers/invalid-address' }));
    }
  );

  test.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['::1', '::1'],
    ['node.example.org', 'node.example.org']
  ])('%s has the host %s', (host, unmapped) => {
    expect(unmapHost(host)).toBe(unmapped);
  });

  test.each([
    ['0.0.0.0:9981', '127.0.0.1:9981'],
    ['[::]:9981', '127.0.0.1:9981'],
    ['203.0.113.7:9981', '203.0.113.7:9981'],
    ['[2001:db8::1]:9981', '[2001:db8::1]:9981']
  ])('a node listening on %s advertises %s', (listening, advertised) => {
    expect(advertisedAddress(listening)).toBe(advertised);
  });

  test.each([
    ['203.0.113.7:9981', true],
    ['[2001:db8::1]:1', true],
    ['node.example.org:65535', true],
    [':9981', false],
    ['203.0.113.7:', false],
    ['203.0.113.7:0', false],
    ['203.0.113.7:65536', false],
    ['203.0.113.7:09981', false],
    ['203.0.113.7:+1', false],
    ['1.2.3:9981', false],
    [`${'a'.repeat(63)}.`.repeat(4).concat('a:9981'), false],
    ['host name:9981', false],
    ['no port', false]
  ])('%s may be dialed: %s', (text, expected) => {
    expect(isDialable(text)).toBe(expected);
  });
});
