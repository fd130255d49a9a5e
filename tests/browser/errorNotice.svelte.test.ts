import { mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import ErrorNotice from '$lib/components/ui/ErrorNotice.svelte';
import { setErrorDisplay } from '$lib/components/ui/errorDisplay';
import { toAppError } from '$lib/errors';

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
