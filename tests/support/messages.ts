import { setLocale, type Locale } from '$lib/messages/locale';

interface Catalogue {
  readonly load?: () => Promise<void>;
}

/** The texts of every section: the modules of lib/messages that have a `load`. */
const CATALOGUES = import.meta.glob<Catalogue>(['../../src/lib/messages/**/*.ts', '!**/messages/{en,de}/**']);

/** Loads all texts in one language, as the page layouts do section by section. */
export async function loadMessages(locale: Locale = 'en'): Promise<void> {
  setLocale(locale);
  await Promise.all(Object.values(CATALOGUES).map(async (open) => (await open()).load?.()));
}
