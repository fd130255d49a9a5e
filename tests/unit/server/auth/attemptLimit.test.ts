import { expect, test } from 'vitest';
import { createAttempts } from '$lib/server/auth/attemptLimit';

const HERE = '127.0.0.1';

test.each([
  ['starting in 1970', 0],
  ['starting today', 1_790_000_000_000]
])('allows ten attempts a minute, with a clock %s', (_, startMs) => {
  let nowMs = startMs;
  const attempts = createAttempts(() => nowMs);
  for (let i = 0; i < 10; i++) expect(attempts.begin(HERE)).toBeDefined();
  expect(attempts.begin(HERE)).toBeUndefined();
  expect(attempts.begin('10.0.0.7')).toBeDefined();
  nowMs += 59_999;
  expect(attempts.begin(HERE)).toBeUndefined();
  nowMs += 1;
  expect(attempts.begin(HERE)).toBeDefined();
});

test('the addresses of an IPv6 network share their attempts', () => {
  const attempts = createAttempts(() => 0);
  for (let i = 0; i < 10; i++) expect(attempts.begin(`2001:db8:0:1::${i}`)).toBeDefined();
  expect(attempts.begin('2001:db8::1:ffff:0:0:1')).toBeUndefined();
  expect(attempts.begin('2001:db8:0:2::1')).toBeDefined();
});

test('a zone does not change the network of an address', () => {
  const attempts = createAttempts(() => 0);
  for (let i = 0; i < 10; i++) expect(attempts.begin(`fe80::${i}%eth0`)).toBeDefined();
  expect(attempts.begin('fe80::f%eth0')).toBeUndefined();
});

test('a forgotten attempt does not count, others from its address do', () => {
  const attempts = createAttempts(() => 1_790_000_000_000);
  const begun = Array.from({ length: 10 }, () => attempts.begin(HERE));
  begun[0]!.forget();
  expect(attempts.begin(HERE)).toBeDefined();
  expect(attempts.begin(HERE)).toBeUndefined();
});

test('forgetting twice, or after the minute, changes nothing', () => {
  let nowMs = 1_790_000_000_000;
  const attempts = createAttempts(() => nowMs);
  const early = attempts.begin(HERE)!;
  early.forget();
  early.forget();
  const late = attempts.begin(HERE)!;
  nowMs += 60_000;
  attempts.begin('10.0.0.7');
  late.forget();
  for (let i = 0; i < 10; i++) expect(attempts.begin(HERE)).toBeDefined();
  expect(attempts.begin(HERE)).toBeUndefined();
});

test('a device that has signed in has ten attempts of its own, whatever its host', () => {
  const attempts = createAttempts(() => 0);
  for (let i = 0; i < 11; i++) attempts.begin(HERE);
  for (let i = 0; i < 10; i++) expect(attempts.begin(HERE, 'mine')).toBeDefined();
  expect(attempts.begin(HERE, 'mine')).toBeUndefined();
  expect(attempts.begin('10.0.0.7', 'mine')).toBeUndefined();
  expect(attempts.begin(HERE, 'other')).toBeDefined();
  expect(attempts.begin('10.0.0.7')).toBeDefined();
});

test('all devices together have sixty attempts a minute, of which correct passwords do not count', () => {
  let nowMs = 0;
  const attempts = createAttempts(() => nowMs);
  for (let i = 0; i < 100; i++) attempts.begin(HERE, `device ${i}`)!.forget();
  for (let i = 0; i < 60; i++) expect(attempts.begin(HERE, `device ${i % 10}`)).toBeDefined();
  // Another one then shares those of its address.
  for (let i = 0; i < 9; i++) expect(attempts.begin(HERE)).toBeDefined();
  expect(attempts.begin(HERE, 'device 99')).toBeDefined();
  expect(attempts.begin(HERE, 'device 98')).toBeUndefined();
  expect(attempts.begin(HERE)).toBeUndefined();
  nowMs = 60_000;
  expect(attempts.begin(HERE, 'device 98')).toBeDefined();
});

test('an attempt does not look at those of all other hosts', () => {
  let looks = 0;
  const attempts = createAttempts(() => (looks++, 0));
  for (let i = 0; i < 1_000; i++) attempts.begin(`10.0.${i >> 8}.${i & 0xff}`);
  looks = 0;
  expect(attempts.begin(HERE)).toBeDefined();
  expect(looks).toBeLessThan(5);
});
