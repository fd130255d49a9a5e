import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { m } from '$lib/messages/shell/settings';
import { setNotices } from '$lib/state/context';
import { Notices } from '$lib/state/shell/notices.svelte';
import FileCard from '../../src/routes/(app)/settings/FileCard.svelte';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

test('settings that could not be saved are not reported as not loaded', async () => {
  const provided = (...[anchor, props]: Parameters<typeof FileCard>) => {
    setNotices(new Notices());
    return FileCard(anchor, props);
  };
  const props = { open: () => Promise.reject(new TypeError('Failed to fetch')) };
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(m.file.save))!.click();
  await eventually(() => expect(document.body.textContent).toContain(m.file.notSaved));
  expect(document.body.textContent).not.toContain(m.file.notLoaded);
});
