import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { ModuleDisabledError, NotConfiguredError } from '$lib/api/http/errors';
import { helpFor, loadErrorHelp } from '$lib/messages/errorHelp';
import ModuleContents from '../../src/routes/(app)/_parts/ModuleContents.svelte';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

test('a disabled module is named once, in place of the title that all modules share', async () => {
  await loadErrorHelp();
  const problem = new ModuleDisabledError({ method: 'GET', path: '/renter' }, 491, '');
  const texts = { none: { title: '', text: '' }, disabled: 'No renter here', retrying: '' };
  const props = { market: 'simulated', live: { problem }, texts, children: () => undefined } as never;
  shown = mount(ModuleContents, { target: document.body, props });
  flushSync();
  await eventually(() => expect(document.body.textContent).toContain(texts.disabled));
  expect(document.body.textContent).toContain(helpFor(problem).action);
  expect(document.body.textContent).not.toContain(helpFor(problem).title);
});

test('a connection without a daemon is reported once, without a promise to retry', async () => {
  await loadErrorHelp();
  const problem = new NotConfiguredError({ method: 'GET', path: '/renter' }, 503, '');
  const texts = { none: { title: '', text: '' }, disabled: '', retrying: 'Retrying automatically.' };
  const children = createRawSnippet(() => ({ render: () => '<p>cards</p>' }));
  const props = { market: undefined, live: { problem }, texts, children } as never;
  shown = mount(ModuleContents, { target: document.body, props });
  flushSync();
  await eventually(() => expect(document.body.textContent).toContain(helpFor(problem).title));
  expect(document.body.textContent).not.toContain('cards');
  expect(document.body.textContent).not.toContain(texts.retrying);
});
