/** The languages that the app's texts are written in, each a folder beside this file. */
export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en';

/** Each language in its own words, for the list to choose from. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch' };

/** What Intl formats numbers and dates by. */
const INTL_TAGS: Readonly<Record<Locale, string>> = { en: 'en-GB', de: 'de-DE' };

let current: Locale = DEFAULT_LOCALE;

/** The language of this page. It is chosen before the first text is loaded; another choice takes a reload. */
export const locale = (): Locale => current;

export const setLocale = (chosen: Locale): void => {
  current = chosen;
};

/** BCP 47 tag of the page's language, for every Intl formatter. */
export const intlTag = (): string => INTL_TAGS[current];

let reader: readonly string[] = [];

/** BCP 47 tags of the languages that the reader's browser lists: people type numbers as they do elsewhere. */
export const setReaderTags = (tags: readonly string[]): void => {
  reader = tags;
};

/** The page's language and the reader's others, the page's first. */
export const readerTags = (): readonly string[] => [intlTag(), ...reader];

export const isLocale = (value: unknown): value is Locale => LOCALES.includes(value as Locale);

/**
 * The first language that both sides know; English where there is none.
 * @param wanted BCP 47 tags, the most wanted first, as browsers list them
 */
export function preferredLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-', 1)[0];
    if (isLocale(language)) return language;
  }
  return DEFAULT_LOCALE;
}
