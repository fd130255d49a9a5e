import { expect, test } from 'vitest';
import { HostCalls } from '$lib/server/node/peers/hosts/hostCalls';

test('256 calls of a host are served at a time, across all its connections', () => {
  const calls = new HostCalls();
  const admitted = Array.from({ length: 256 }, (_, i) => calls.admit(`2001:db8::${i.toString(16)}`)!);
  expect(admitted.every((release) => release !== undefined)).toBe(true);
  expect(calls.admit('2001:db8::ffff')).toBeUndefined();
  expect(calls.admit('192.0.2.1')).toBeDefined();
  admitted[0]!();
  const last = calls.admit('2001:db8::ffff');
  expect(last).toBeDefined();
  expect(calls.admit('2001:db8::1')).toBeUndefined();
  [...admitted.slice(1), last!].forEach((release) => release());
  expect(calls.admit('2001:db8::1')).toBeDefined();
});
