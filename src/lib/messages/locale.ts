/** The languages that the app's texts are written in, each a folder beside this file. */
const LANGUAGES = {
  /** `name`: in its own words, for the list to choose from. `intl`: what Intl formats numbers and dates by. */
  en: { name: 'English', intl: 'en-GB' },
  de: { name: 'Deutsch', intl: 'de-DE' }
} as const;
export type Locale = keyof typeof LANGUAGES;

export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[];
export const DEFAULT_LOCALE: Locale = 'en';

export const localeName = (locale: Locale): string => LANGUAGES[locale].name;

let current: Locale = DEFAULT_LOCALE;

/** The language of this page. It is chosen before the first text is loaded; another choice takes a reload. */
export const locale = (): Locale => current;

export const setLocale = (chosen: Locale): void => {
  current = chosen;
};

/** BCP 47 tag of the page's language, for every Intl formatter. */
export const intlTag = (): string => LANGUAGES[current].intl;

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
