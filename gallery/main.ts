import { mount } from 'svelte';
import '../src/app.css';
import { isLocale, setLocale } from '$lib/messages/locale';

/*
 * `/gallery?theme=dark&language=de`; both are optional. `&shell` shows only the app's frame, which needs a whole page;
 * the gallery embeds it in an iframe.
 */
const query = new URLSearchParams(location.search);

const language = query.get('language');
if (isLocale(language)) {
  setLocale(language);
  document.documentElement.lang = language;
}
const theme = query.get('theme');
if (theme) document.documentElement.dataset['theme'] = theme;

// All texts, before the first component: in the app, page layouts load those of their section.
const catalogs = import.meta.glob<{ load?: () => Promise<void> }>([
  '/src/lib/messages/**/*.ts',
  '!**/messages/{en,de}/**'
]);
await Promise.all(Object.values(catalogs).map(async (open) => (await open()).load?.()));
const { default: Page } = query.has('shell') ? await import('./ShellPage.svelte') : await import('./Gallery.svelte');
mount(Page, { target: document.body });
