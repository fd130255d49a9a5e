import { toAppError } from '$lib/errors';
import { setLocale } from '$lib/messages/locale';
import { Language } from '$lib/state/shell/language.svelte';
import type { HandleClientError } from '@sveltejs/kit';

/** The part of Trusted Types that is used; browsers without them enforce nothing. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): unknown;
}

/**
 * Addresses of workers: files of this app, never an answer of its API. Text that would become markup or a script has no
 * policy and is refused.
 */
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', {
  createScriptURL(text) {
    const { origin, pathname } = new URL(text, location.href);
    if (origin === location.origin && !pathname.startsWith('/api/')) return text;
    throw new TypeError('Not a script of Quarry');
  }
});

// The load functions of layouts and pages run side by side: the language is chosen before any of them loads a text.
setLocale(new Language().locale);

/** What +error.svelte shows: the error's own words and code in place of "Internal Error". */
export const handleError: HandleClientError = ({ error, status, message }) => {
  if (status === 404) return { message };
  const { code, message: words } = toAppError(error);
  return { message: words, code };
};
