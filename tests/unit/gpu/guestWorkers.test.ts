import { expect, test } from 'vitest';
import { guestWorkers } from '$lib/gpu/engines';

test('mining leaves one core free, and uses at least one', () => {
  expect([1, 2, 8].map((cores) => guestWorkers('wasm', cores))).toEqual([1, 1, 7]);
  // With both, openEngine itself leaves one to the GPU driver and the page.
  expect(guestWorkers('together', 8)).toBe(8);
});
