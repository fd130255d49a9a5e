import { mount } from 'svelte';
import '../src/app.css';
import { load as loadErrorHelp } from '$lib/messages/errors';
import { isLocale, setLocale } from '$lib/messages/locale';
import { load as loadPalette } from '$lib/messages/shell/palette';
import { load as loadUi } from '$lib/messages/ui';
import { load as loadProofs } from '$lib/messages/wallet/proofs';

/*
 * `/gallery?theme=dark&language=de`: both may be left out. `&shell` shows the frame of the app alone, which takes a whole
 * page; the gallery has it in an iframe.
 */
const query = new URLSearchParams(location.search);

const language = query.get('language');
if (isLocale(language)) {
  setLocale(language);
  document.documentElement.lang = language;
}
const theme = query.get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;

// As a page's layout does: the texts are there before the first component is.
await Promise.all([loadUi(), loadPalette(), loadProofs(), loadErrorHelp()]);
const { default: Page } = query.has('shell') ? await import('./ShellPage.svelte') : await import('./Gallery.svelte');
mount(Page, { target: document.body });
