import { describe, expect, test, vi } from 'vitest';
import { CallEnd } from '$lib/server/http/callEnd';
import { LazyRequest, requestWith } from '$lib/api/http/message';

const MINUTE_MS = 60_000;

function cancelableRequest() {
  const leaving = new AbortController();
  const signal = vi.fn(() => leaving.signal);
  const request = new LazyRequest({ method: 'GET', path: '/a', query: '', headers: {}, body: undefined }, signal);
  return { request, signal, leave: () => leaving.abort() };
}

describe('the end of a call', () => {
  test('creates no signal if the response needs none', async () => {
    const { request, signal } = cancelableRequest();
    const end = new CallEnd(request, MINUTE_MS);
    expect(await Promise.race([Promise.resolve('answer'), end.reached])).toBe('answer');
    end.forget();
    expect(signal).not.toHaveBeenCalled();
  });

  test('is reached when the caller leaves', async () => {
    const { request, leave } = cancelableRequest();
    const end = new CallEnd(request, MINUTE_MS);
    const { signal } = end;
    expect(end.signal).toBe(signal);
    expect([signal.aborted, end.isReached]).toEqual([false, false]);
    leave();
    await expect(end.reached).rejects.toThrow('ended');
    end.forget();
    expect([signal.aborted, end.isReached]).toEqual([true, true]);
  });

  test('is reached if the caller left before the signal was read', async () => {
    const { request, leave } = cancelableRequest();
    const end = new CallEnd(request, MINUTE_MS);
    leave();
    expect(end.signal.aborted).toBe(true);
    await expect(end.reached).rejects.toThrow('ended');
    end.forget();
  });

  test('is reached on timeout', async () => {
    const end = new CallEnd(cancelableRequest().request, 1);
    await expect(end.reached).rejects.toThrow('ended');
    expect(end.signal.aborted).toBe(true);
  });
});

test('copying a request with another path does not create its signal', () => {
  const { request, signal, leave } = cancelableRequest();
  const other = requestWith(request, { path: '/b' });
  expect(other.path).toBe('/b');
  expect(signal).not.toHaveBeenCalled();
  leave();
  expect(other.signal.aborted).toBe(true);
});
