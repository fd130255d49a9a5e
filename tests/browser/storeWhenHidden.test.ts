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
  dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(store).toHaveBeenCalledTimes(2);
  mining.abort();
  expect(turns('hidden')).toBe(2);
  dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(store).toHaveBeenCalledTimes(2);
});
