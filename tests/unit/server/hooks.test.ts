import type { RequestEvent } from '@sveltejs/kit';
import { afterEach, expect, test, vi } from 'vitest';
import { handleError } from '$lib/server/hooks';

vi.mock('$app/environment', () => ({ building: false, dev: false }));

afterEach(() => vi.restoreAllMocks());

test.each([
  [404, []],
  [500, [[expect.stringMatching(/^Quarry failed to handle GET \/mine: Error: disk full\n/)]]]
])('errors with status %d: their text is returned, and only those of the server are logged', (status, logged) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const event = { request: new Request('http://quarry/mine'), url: new URL('http://quarry/mine?key=1') };
  const error = new Error('disk full');
  expect(handleError({ error, event: event as RequestEvent, status, message: 'Not available' })).toEqual({
    message: 'Not available'
  });
  expect(write.mock.calls).toEqual(logged);
});
