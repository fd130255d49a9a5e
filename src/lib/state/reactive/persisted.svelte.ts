/**
 * One value of local storage: read at once, written on change, followed in other tabs.
 * What is stored may be older than this build or not ours, so `parse` decides whether it is used;
 * where the browser refuses storage, the value lives as long as the page.
 */
export class Persisted<T> {
  readonly #key: string;
  readonly #parse: (stored: unknown) => T | undefined;
  readonly #initial: T;
  #value: T;

  /**
   * @param key without the app's prefix @param parse the stored JSON as a T, or undefined when it is not one
   * @param onElsewhere called after another tab has changed the value
   */
  constructor(key: string, initial: T, parse: (stored: unknown) => T | undefined, onElsewhere = () => {}) {
    this.#key = `quarry:${key}`;
    this.#initial = initial;
    this.#parse = parse;
    this.#value = $state.raw(this.#read());
    addEventListener('storage', ({ key: changed }) => {
      if (changed !== this.#key) return;
      this.#value = this.#read();
      onElsewhere();
    });
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // Refused or full: the choice holds for this page only.
    }
  }

  #read(): T {
    try {
      const text = localStorage.getItem(this.#key);
      return (text === null ? undefined : this.#parse(JSON.parse(text))) ?? this.#initial;
    } catch {
      return this.#initial;
    }
  }
}
