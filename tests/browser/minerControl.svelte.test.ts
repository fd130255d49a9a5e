import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import MinerControl from '../../src/routes/(app)/_shell/MinerControl.svelte';

let shown: object;
afterEach(() => unmount(shown));

test('a double-click starts the miner, and does not stop it at once', () => {
  const miner = { status: { step: 'idle' }, toggle: vi.fn() };
  shown = mount(MinerControl, { target: document.body, props: { miner: miner as never } });
  flushSync();
  const button = document.querySelector('button')!;
  for (const detail of [1, 2]) button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
  expect(miner.toggle).toHaveBeenCalledOnce();
  // A press of a key has none.
  button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  expect(miner.toggle).toHaveBeenCalledTimes(2);
});
