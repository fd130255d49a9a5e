import { expect, test, vi } from 'vitest';
import { whenAborted } from '$lib/async/whenAborted';

test.each([0, 1])('rejects with the reason of whichever signal aborts first (%i)', async (first) => {
  const controllers = [new AbortController(), new AbortController()];
  const { aborted } = whenAborted(...controllers.map(({ signal }) => signal));
  controllers[first]!.abort(new Error('first'));
  controllers[1 - first]!.abort(new Error('second'));
  await expect(aborted).rejects.toThrow('first');
});

test('rejects at once if a signal has aborted before', async () => {
  const reason = new Error('before');
  await expect(whenAborted(new AbortController().signal, AbortSignal.abort(reason)).aborted).rejects.toBe(reason);
});

test('leaves no listener at a signal once forgotten, and is not an unhandled rejection', async () => {
  const { signal } = new AbortController();
  const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
  whenAborted(signal).forget();
  expect(removed.mock.calls).toEqual(added.mock.calls);
  const controller = new AbortController();
  whenAborted(controller.signal);
  controller.abort();
  await new Promise((resolve) => setImmediate(resolve));
});
