import { isLocale, preferredLocale, type Locale } from '$lib/messages/locale';
import { Persisted } from '../reactive/persisted.svelte';

/** The user's language setting; by default the browser's. A change takes effect with the next page load. */
export class Language {
  readonly #choice = new Persisted<Locale | 'browser'>('language', 'browser', (stored) =>
    isLocale(stored) || stored === 'browser' ? stored : undefined
  );

  get choice(): Locale | 'browser' {
    return this.#choice.value;
  }

  set choice(choice: Locale | 'browser') {
    this.#choice.value = choice;
  }

  /** The language in effect. */
  get locale(): Locale {
    return this.choice === 'browser' ? preferredLocale(navigator.languages) : this.choice;
  }
}
