import { flushSync, mount, unmount, type Snippet } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import LeaveGuard from '$lib/components/form/LeaveGuard.svelte';
import { setNotices, setTheme } from '$lib/state/context';
import { Notices } from '$lib/state/shell/notices.svelte';
import Frame from '../../src/routes/(app)/_shell/Frame.svelte';

let shown: object;
afterEach(() => unmount(shown));

/** The app's frame around a page with this number of unsaved changes. */
function showFrame(count: number) {
  const signOut = vi.fn(async () => false);
  const app = {
    isMining: false,
    signOut,
    openedWith: { id: 'start', name: '' },
    nodeStatus: { state: 'connected', networkName: {}, networkKind: {} },
    alerts: { open: [] },
    miner: {}
  };
  const nothing: Snippet = () => undefined as never;
  const children = ((anchor: never) => LeaveGuard(anchor, { count })) as unknown as Snippet;
  const parts = { miner: nothing, inbox: nothing, banner: nothing, children };
  const provided = (...[anchor, props]: Parameters<typeof Frame>) => {
    setNotices(new Notices());
    setTheme({ choice: 'system' } as never);
    return Frame(anchor, props);
  };
  const props = { app: app as never, embedded: true, simulated: false, ...parts };
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  return { signOut };
}

function press(label: string) {
  const named = [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent.trim()) === label
  );
  named!.click();
  flushSync();
}

test('signing out ends the session at once if nothing would be lost', () => {
  const { signOut } = showFrame(0);
  press('Sign out');
  expect(signOut).toHaveBeenCalledOnce();
});

test('signing out with unsaved changes asks before the session ends', () => {
  const { signOut } = showFrame(1);
  press('Sign out');
  expect(signOut).not.toHaveBeenCalled();
  press('Leave');
  expect(signOut).toHaveBeenCalledOnce();
});
