import { Persisted } from '../reactive/persisted.svelte';

export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

/** Decodes a stored choice; undefined if invalid. */
export const parseTheme = (stored: unknown): ThemeChoice | undefined => THEMES.find((theme) => theme === stored);

/**
 * Light, dark, or the system's choice. app.html applies the stored choice before the first paint; this class applies
 * later changes.
 */
export class Theme {
  readonly #choice = new Persisted<ThemeChoice>('theme', 'system', parseTheme);

  /** Applies changes of this and other tabs while the calling component lives. */
  follow(): void {
    $effect(() => {
      const { dataset } = document.documentElement;
      if (this.choice === 'system') delete dataset['theme'];
      else dataset['theme'] = this.choice;
    });
  }

  get choice(): ThemeChoice {
    return this.#choice.value;
  }

  set choice(choice: ThemeChoice) {
    this.#choice.value = choice;
  }

  /** The choice after {@link next}. */
  get following(): ThemeChoice {
    return THEMES[(THEMES.indexOf(this.choice) + 1) % THEMES.length] ?? 'system';
  }

  next(): void {
    this.choice = this.following;
  }
}
