import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import { Live } from '$lib/state/reactive/live.svelte';
import { eventually } from '../support/eventually';

test('an effect that reads a value once does not depend on it', async () => {
  // Without an end, a loop would stop the test from failing.
  const read = vi.fn(() => (read.mock.calls.length < 5 ? Promise.resolve(7) : new Promise<number>(() => undefined)));
  const live = new Live(read);
  const end = $effect.root(() => {
    $effect(() => {
      const stop = new AbortController();
      void live.refresh(stop.signal);
      return () => stop.abort();
    });
  });
  flushSync();
  await eventually(() => expect(live.value).toBe(7));
  await new Promise((done) => setTimeout(done, 50));
  expect(read).toHaveBeenCalledOnce();
  end();
});
