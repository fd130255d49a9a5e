import { Persisted } from '../reactive/persisted.svelte';

export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

const isTheme = (value: unknown): value is ThemeChoice => THEMES.includes(value as ThemeChoice);

/** Light, dark, or what the system says. app.html applies the stored choice before the first paint, this class later ones. */
export class Theme {
  readonly #choice = new Persisted<ThemeChoice>('theme', 'system', (stored) => (isTheme(stored) ? stored : undefined));

  /** Call from a component: applies this tab's and other tabs' choices as long as it lives. */
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

  /** What {@link next} would choose. */
  get following(): ThemeChoice {
    return THEMES[(THEMES.indexOf(this.choice) + 1) % THEMES.length] ?? 'system';
  }

  next(): void {
    this.choice = this.following;
  }
}
