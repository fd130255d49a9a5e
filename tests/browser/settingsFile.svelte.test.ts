import { flushSync, mount, unmount, type ComponentProps } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { m } from '$lib/messages/shell/settings';
import { writeSettings } from '$lib/services/settings/settingsFile';
import { setNotices } from '$lib/state/context';
import { Notices } from '$lib/state/shell/notices.svelte';
import FileCard from '../../src/routes/(app)/settings/FileCard.svelte';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

let notices: Notices;
function show(props: ComponentProps<typeof FileCard>): void {
  notices = new Notices();
  const provided = (...[anchor, given]: Parameters<typeof FileCard>) => {
    setNotices(notices);
    return FileCard(anchor, given);
  };
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
}

test('settings that could not be saved are not reported as not loaded', async () => {
  show({ open: () => Promise.reject(new TypeError('Failed to fetch')) });
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(m.file.save))!.click();
  await eventually(() => expect(document.body.textContent).toContain(m.file.notSaved));
  expect(document.body.textContent).not.toContain(m.file.notLoaded);
});

test.each<[number, number, boolean]>([
  [15, 60, true],
  [60, 0, true],
  [0, 60, false],
  [15, 15, false],
  [15, 1, false]
])(
  'a file that changes automatic locking from %i to %i minutes, with 0 for never, is said to lock later: %s',
  async (before, after, isSaid) => {
    const set = vi.fn();
    const parse = (value: unknown) => value;
    show({ open: async () => ({ 'wallets.autoLockMinutes': { value: before, parse, set } }) });
    const text = writeSettings({ 'wallets.autoLockMinutes': after });
    const files = new DataTransfer();
    files.items.add(new File([text], 'settings.json'));
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await eventually(() => expect(notices.list.map(({ text: said }) => said)).toContain(m.file.loaded(1)));
    expect(set).toHaveBeenCalledExactlyOnceWith(after);
    expect(notices.list.some(({ text: said, tone }) => said === m.file.locksLater(after) && tone === 'bad')).toBe(
      isSaid
    );
  }
);
