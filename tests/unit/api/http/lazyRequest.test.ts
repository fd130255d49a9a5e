import { expect, test } from 'vitest';
import { LazyRequest, requestWith } from '$lib/api/http/message';
import { bytesLeftBy } from '../../../support/bytesLeftBy';

const parts = { method: 'GET', path: '/a', query: '', headers: {}, body: undefined };

test('requests do not outlive short garbage collections', () => {
  const left = bytesLeftBy(() => {
    const held = Array.from({ length: 1_000 }, (_, i) => i);
    const request = new LazyRequest(parts, () => AbortSignal.timeout(held.length));
    return requestWith(request, { path: '/b' }).path;
  });
  expect(left).toBeLessThan(2_000);
});
