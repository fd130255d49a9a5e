import { flushSync, mount, unmount, type Snippet } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import Field from '$lib/components/form/Field.svelte';
import LeaveGuard from '$lib/components/form/LeaveGuard.svelte';
import { setNotices, setTheme } from '$lib/state/context';
import { Notices } from '$lib/state/shell/notices.svelte';
import Frame from '../../src/routes/(app)/_shell/Frame.svelte';
import { announce } from '../support/kit/navigation';

let shown: object;
afterEach(() => unmount(shown));

/** The app's frame around a page. */
function showFrame(showPage: (anchor: never) => unknown) {
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
  const parts = { miner: nothing, inbox: nothing, banner: nothing, children: showPage as unknown as Snippet };
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

const withChanges = (count: number) => (anchor: never) => LeaveGuard(anchor, { count });

function press(label: string) {
  const named = [...document.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent.trim()) === label
  );
  named!.click();
  flushSync();
}

test('signing out ends the session at once if nothing would be lost', () => {
  const { signOut } = showFrame(withChanges(0));
  press('Sign out');
  expect(signOut).toHaveBeenCalledOnce();
});

test('signing out with unsaved changes asks before the session ends', () => {
  const { signOut } = showFrame(withChanges(1));
  press('Sign out');
  expect(signOut).not.toHaveBeenCalled();
  press('Leave');
  expect(signOut).toHaveBeenCalledOnce();
});

test('a field that saves when it loses the focus saves its text before the browser goes back', async () => {
  const onchange = vi.fn();
  showFrame((anchor) => Field(anchor, { label: 'Note', value: '', onchange }));
  const field = document.querySelector<HTMLInputElement>('.field input')!;
  await userEvent.type(field, 'rent');
  announce({ type: 'popstate' });
  expect(onchange).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(field);
  announce({ type: 'popstate' });
  expect(onchange).toHaveBeenCalledOnce();
});
