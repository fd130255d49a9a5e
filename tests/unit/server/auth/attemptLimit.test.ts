import { expect, test } from 'vitest';
import { createAttempts } from '$lib/server/auth/attemptLimit';

// Real clocks do not begin at 0.
const STARTED_MS = Date.UTC(2026, 10, 22);

test('ten attempts a minute from one address, and again after it', () => {
  let nowMs = STARTED_MS;
  const attempts = createAttempts(() => nowMs);
  for (let i = 0; i < 10; i++) expect(attempts.begin('203.0.113.9')).toBeDefined();
  expect(attempts.begin('203.0.113.9')).toBeUndefined();
  expect(attempts.begin('203.0.113.10')).toBeDefined();
  nowMs += 59_999;
  expect(attempts.begin('203.0.113.9')).toBeUndefined();
  nowMs += 1;
  expect(attempts.begin('203.0.113.9')).toBeDefined();
});

test('an attempt that is forgotten does not count', () => {
  const attempts = createAttempts(() => STARTED_MS);
  for (let i = 0; i < 30; i++) attempts.begin('203.0.113.9')!.forget();
  for (let i = 0; i < 10; i++) expect(attempts.begin('203.0.113.9')).toBeDefined();
  expect(attempts.begin('203.0.113.9')).toBeUndefined();
});
