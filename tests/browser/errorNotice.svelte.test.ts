import { mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { NotConfiguredError, ServerError, type HttpError } from '$lib/api/http/errors';
import ErrorNotice from '$lib/components/ui/ErrorNotice.svelte';
import ErrorNoticeBody from '$lib/components/ui/ErrorNoticeBody.svelte';
import { setErrorDisplay } from '$lib/components/ui/errorDisplay';
import { toAppError } from '$lib/errors';
import { loadErrorHelp } from '$lib/messages/errorHelp';

let shown: object;
afterEach(() => unmount(shown));

/** The text of a notice about an error that a banner already shows. */
function textBelowBanner(props: object): string {
  const provided = (...[anchor, rest]: Parameters<typeof ErrorNotice>) => {
    setErrorDisplay({ isInBanner: () => true, onshown: () => undefined });
    return ErrorNotice(anchor, rest);
  };
  const error = toAppError(new Error('unreachable'));
  shown = mount(provided, { target: document.body, props: { error, ...props }, context: new Map() });
  return document.body.textContent.trim();
}

test.each([
  [
    'what failed',
    { what: 'Peers could not be loaded', meanwhile: 'Mining recovers automatically.' },
    'Peers could not be loaded'
  ],
  ['what continues', { meanwhile: 'Mining recovers automatically.' }, 'Mining recovers automatically.'],
  ['that something is missing', {}, 'Not available now.']
])('an error that the banner shows is not repeated: the notice says only %s', (_, props, text) => {
  expect(textBelowBanner(props)).toBe(text);
});

const exchange = { method: 'GET', path: '/consensus' };

test.each<[string, HttpError, boolean]>([
  ['that passes', new ServerError(exchange, 500, 'locked'), true],
  ['that only the user can resolve', new NotConfiguredError(exchange, 503, ''), false]
])('an error %s: a retry is promised only where it helps', async (_, error, isPromised) => {
  await loadErrorHelp();
  shown = mount(ErrorNoticeBody, { target: document.body, props: { error, meanwhile: 'Retrying automatically.' } });
  expect(document.body.textContent.includes('Retrying automatically.')).toBe(isPromised);
});

test('an error that quotes megabytes, or text that reverses what is beside it, is shown in part and in order', async () => {
  await loadErrorHelp();
  const error = toAppError(new Error(`file: \u202e${'x'.repeat(1_000_000)}`));
  shown = mount(ErrorNoticeBody, { target: document.body, props: { error } });
  const { textContent } = document.querySelector('details')!;
  expect(textContent).toContain(`file: ${'x'.repeat(1_900)}`);
  expect(textContent.length).toBeLessThan(3_000);
});
