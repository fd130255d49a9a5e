import { setFormats } from '$lib/messages/formats';
import { setReaderTags } from '$lib/messages/locale';
import { load as loadMessages } from '$lib/messages/ui';
import { createFormats } from '$lib/state/shell/formats.svelte';
import { Language } from '$lib/state/shell/language.svelte';
import type { LayoutLoad } from './$types';

// All pages render in the browser: GPU, workers and IndexedDB have no server equivalent (docs/decisions/0002).
export const ssr = false;

/**
 * The language is chosen before any text is loaded (hooks.client.ts); each section's layout loads its own texts
 * (docs/decisions/0021).
 */
export const load: LayoutLoad = async () => {
  const language = new Language();
  setReaderTags(navigator.languages);
  const formats = createFormats();
  setFormats(() => formats.value);
  document.documentElement.lang = language.locale;
  await loadMessages();
  return { language, formats };
};
