import { clearedFilter, hasFilter, isFiltering, readFilter, writeFilter } from '$lib/services/filterFields';
import type { FilterFields, FilterOf } from '$lib/services/filterFields';
import { Persisted } from './persisted.svelte';

/** A pause in typing, after which the address bar follows. */
const PAUSE_MS = 300;

interface AddressBar {
  /** What it says now, `?` included, or nothing. */
  readonly search: () => string;
  /** Takes the place of what it says, without a step in the history. */
  readonly replace: (search: string) => void;
}

/**
 * A page's filter: held here, so that rows answer at once, and written to the address bar a moment later, so that it
 * can be kept and passed on. An address without one brings back the last one used in this browser.
 */
export class UrlFilter<F extends FilterFields> {
  #value: FilterOf<F>;
  readonly #fields: F;
  readonly #bar: AddressBar;
  readonly #remembered: Persisted<string>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What was last read from the bar or written to it. */
  #search = '';

  /** @param name of the page, under which the filter is remembered */
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

  /** Rows are left out. */
  get active(): boolean {
    return isFiltering(this.#fields, this.#value);
  }

  set(change: Partial<FilterOf<F>>): void {
    this.#value = { ...this.#value, ...change };
    this.#writeSoon();
  }

  /** Lets all rows through; their order stays. */
  clear(): void {
    this.#value = clearedFilter(this.#fields, this.#value);
    this.#writeSoon();
  }

  /** The address bar has changed: by a link, or by going back. */
  follow(search: string): void {
    if (search === this.#search) return;
    this.#stop();
    this.#value = this.#arrive(search);
  }

  /** The page is left: what was just set is remembered, but another page's address must not be written to. */
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
