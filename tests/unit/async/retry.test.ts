import { expect, test } from 'vitest';
import { Backoff } from '$lib/async/retry';

test('waits double up to the limit, and begin anew after a success', () => {
  const backoff = new Backoff(500, 3_000);
  expect([1, 2, 3, 4, 5].map(() => backoff.next())).toEqual([500, 1_000, 2_000, 3_000, 3_000]);
  backoff.reset();
  expect([backoff.next(), backoff.next()]).toEqual([500, 1_000]);
});
