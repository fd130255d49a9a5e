/**
 * A value in local storage: read synchronously, written on change, synchronized between tabs. Stored values may come
 * from an older build or another source, so `parse` validates them. If the browser denies storage, the value lasts as
 * long as the page.
 */
export class Persisted<T> {
  readonly #key: string;
  readonly #parse: (stored: unknown) => T | undefined;
  readonly #initial: T;
  #value: T;

  /**
   * @param key without the app's prefix @param parse validates the stored JSON; undefined if invalid
   * @param onRemoteChange called after another tab changed the value
   */
  constructor(key: string, initial: T, parse: (stored: unknown) => T | undefined, onRemoteChange = () => {}) {
    this.#key = `quarry:${key}`;
    this.#initial = initial;
    this.#parse = parse;
    this.#value = $state.raw(this.#read());
    addEventListener('storage', ({ key: changed }) => {
      if (changed !== this.#key) return;
      this.#value = this.#read();
      onRemoteChange();
    });
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    this.#value = value;
    try {
      if (value === undefined) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // Storage denied or full: the value lasts as long as the page.
    }
  }

  /** Changes the value as it is stored now: what another tab has just written may not have been announced yet. */
  change(change: (value: T) => T): void {
    this.value = change(this.#read());
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
