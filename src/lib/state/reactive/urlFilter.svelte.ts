import { clearedFilter, hasFilter, isFiltering, readFilter, writeFilter } from '$lib/services/filterFields';
import type { FilterFields, FilterOf } from '$lib/services/filterFields';
import { Persisted } from './persisted.svelte';

/** Debounce time before the URL is updated. */
const PAUSE_MS = 300;

interface AddressBar {
  /** The current query string, `?` included, or empty. */
  readonly search: () => string;
  /** Replaces the query string without a history entry. */
  readonly replace: (search: string) => void;
}

/**
 * A page's filter: held in memory, so that rows react at once, and written to the URL after a debounce time, so that it
 * can be bookmarked and shared. A URL without a filter restores the last one used in this browser.
 */
export class UrlFilter<F extends FilterFields> {
  #value: FilterOf<F>;
  readonly #fields: F;
  readonly #bar: AddressBar;
  readonly #remembered: Persisted<string>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The query string last read or written. */
  #search = '';

  /** @param name storage key of the filter */
  constructor(name: string, fields: F, bar: AddressBar) {
    this.#fields = fields;
    this.#bar = bar;
    this.#remembered = new Persisted(`filter:${name}`, '', (stored) =>
      typeof stored === 'string' ? stored : undefined
    );
    this.#value = $state.raw(this.#arrive(bar.search()));
  }

  get value(): FilterOf<F> {
    return this.#value;
  }

  /** Whether the filter excludes rows. */
  get active(): boolean {
    return isFiltering(this.#fields, this.#value);
  }

  set(change: Partial<FilterOf<F>>): void {
    this.#value = { ...this.#value, ...change };
    this.#writeSoon();
  }

  /** Clears the filter; keeps the sort order. */
  clear(): void {
    this.#value = clearedFilter(this.#fields, this.#value);
    this.#writeSoon();
  }

  /** Applies a URL changed by a link or history navigation. */
  follow(search: string): void {
    if (search === this.#search) return;
    this.#stop();
    this.#value = this.#arrive(search);
  }

  /** Called when the page is left: stores the filter and cancels pending writes, which would hit another page's URL. */
  leave(): void {
    if (this.#timer !== undefined) this.#remember();
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #remember(): void {
    this.#remembered.value = writeFilter(this.#fields, this.#value, '');
  }

  #arrive(search: string): FilterOf<F> {
    this.#search = search;
    if (hasFilter(this.#fields, search)) return readFilter(this.#fields, search);
    const last = readFilter(this.#fields, this.#remembered.value);
    if (writeFilter(this.#fields, last, search) !== search) this.#writeSoon();
    return last;
  }

  #writeSoon(): void {
    this.#stop();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#remember();
      const search = writeFilter(this.#fields, this.#value, this.#bar.search());
      if (search === this.#bar.search()) return;
      this.#search = search;
      this.#bar.replace(search);
    }, PAUSE_MS);
  }
}
