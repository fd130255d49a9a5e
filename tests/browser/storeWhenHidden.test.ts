import { expect, test, vi } from 'vitest';
import { storeWhenHidden } from '$lib/state/mining/openMining';

test('what is pending is stored when the page is hidden or left, until mining ends', () => {
  const store = vi.fn();
  const mining = new AbortController();
  storeWhenHidden(store, mining.signal);
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const turns = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
    return store.mock.calls.length;
  };
  expect(turns('visible')).toBe(0);
  expect(turns('hidden')).toBe(1);
  const leave = () => {
    dispatchEvent(new Event('beforeunload'));
    const before = store.mock.calls.length;
    dispatchEvent(new PageTransitionEvent('pagehide'));
    return [before, store.mock.calls.length];
  };
  expect(leave()).toEqual([2, 3]);
  mining.abort();
  expect(turns('hidden')).toBe(3);
  expect(leave()).toEqual([3, 3]);
});
