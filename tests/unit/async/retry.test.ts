import { expect, test } from 'vitest';
import { Backoff } from '$lib/async/retry';

test('delays double up to the limit, and reset after a success', () => {
  const backoff = new Backoff(500, 3_000, () => 0);
  expect([1, 2, 3, 4, 5].map(() => backoff.next())).toEqual([500, 1_000, 2_000, 3_000, 3_000]);
  backoff.reset();
  expect([backoff.next(), backoff.next()]).toEqual([500, 1_000]);
});

test('each delay is shortened at random, by up to half', () => {
  const waits = (random: number) => {
    const backoff = new Backoff(500, 3_000, () => random);
    return [backoff.next(), backoff.next()];
  };
  expect([waits(0), waits(0.5), waits(1)]).toEqual([
    [500, 1_000],
    [375, 750],
    [250, 500]
  ]);
});
