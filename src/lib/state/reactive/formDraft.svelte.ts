import { untrack } from 'svelte';

/** Form values: a field is undefined while its input is invalid. */
export type Edited<T> = { -readonly [K in keyof T]: T[K] | undefined };

/** A field's value, and the saved value when editing began. */
interface Edit<V> {
  readonly value: V | undefined;
  readonly base: V;
}
type Edits<T> = { [K in keyof T]?: Edit<T[K]> };

/**
 * A form over settings that may change while it is open: untouched fields follow the saved values, edited fields keep
 * their input. Only differences are submitted.
 */
export class FormDraft<T extends object> {
  #saved: T;
  /** Fields that differ from the saved values. */
  #edits = $state.raw<Edits<T>>({});

  /** The form's fields, for `bind:value`. */
  readonly fields: Edited<T>;

  /** @param saved primitive values: they are compared with `===` */
  constructor(saved: T) {
    this.#saved = $state.raw(saved);
    this.fields = new Proxy({} as Edited<T>, {
      get: (_, key) => this.#get(key as keyof T),
      set: (_, key, value) => {
        this.#set(key as keyof T, value as T[keyof T] | undefined);
        return true;
      },
      has: (_, key) => key in this.#saved,
      ownKeys: () => Reflect.ownKeys(this.#saved),
      getOwnPropertyDescriptor: (_, key) => ({
        enumerable: true,
        configurable: true,
        writable: true,
        value: this.#get(key as keyof T)
      })
    });
  }

  /** The values last read from the node. */
  get saved(): T {
    return this.#saved;
  }

  /** Names of the changed fields. */
  get changed(): (keyof T)[] {
    return Object.keys(this.#edits) as (keyof T)[];
  }

  get count(): number {
    return this.changed.length;
  }

  /** A field's input is invalid, so nothing can be submitted. */
  get incomplete(): boolean {
    return this.changed.some((key) => this.#get(key) === undefined);
  }

  isChanged(key: keyof T): boolean {
    return this.#edits[key] !== undefined;
  }

  /** The saved value has changed since editing began: in another tab or on the command line. */
  changedElsewhere(key: keyof T): boolean {
    const edit = this.#edits[key];
    return edit !== undefined && !Object.is(edit.base, this.#saved[key]);
  }

  /** The changed fields; invalid ones are omitted. */
  changes(): Partial<T> {
    const readable = this.changed.filter((key) => this.#get(key) !== undefined);
    return Object.fromEntries(readable.map((key) => [key, this.#get(key)])) as Partial<T>;
  }

  /** All values as they would be after saving; invalid fields keep their saved value. */
  preview(): T {
    return { ...this.#saved, ...this.changes() };
  }

  /** Updates the saved values. Safe to call in effects: it tracks no dependencies. */
  follow(saved: T): void {
    untrack(() => {
      // Each poll gives a new object; only new values may have effects, such as another estimate.
      if (isSame(saved, this.#saved)) return;
      this.#saved = saved;
      this.#dropEqual();
    });
  }

  /** The node accepted these changes; later edits are kept. */
  posted(changes: Partial<T>): void {
    const edits: Edits<T> = { ...this.#edits };
    for (const key of Object.keys(changes) as (keyof T)[]) {
      const edit = edits[key];
      if (edit === undefined) continue;
      if (Object.is(edit.value, changes[key])) delete edits[key];
      else edits[key] = { value: edit.value, base: changes[key] as T[keyof T] };
    }
    this.#edits = edits;
    this.#saved = { ...this.#saved, ...changes };
  }

  /** Resets one field, or all, to the saved values. */
  reset(key?: keyof T): void {
    if (key === undefined) this.#edits = {};
    else this.#set(key, this.#saved[key]);
  }

  #get<K extends keyof T>(key: K): T[K] | undefined {
    const edit = this.#edits[key];
    return edit === undefined ? this.#saved[key] : edit.value;
  }

  #set<K extends keyof T>(key: K, value: T[K] | undefined): void {
    const base = this.#edits[key]?.base ?? this.#saved[key];
    this.#edits = { ...this.#edits, [key]: { value, base } };
    this.#dropEqual();
  }

  #dropEqual(): void {
    const different = this.changed.filter((key) => !Object.is(this.#edits[key]?.value, this.#saved[key]));
    if (different.length === this.count) return;
    this.#edits = Object.fromEntries(different.map((key) => [key, this.#edits[key]])) as Edits<T>;
  }
}

const isSame = <T extends object>(a: T, b: T): boolean => {
  const keys = Object.keys(a) as (keyof T)[];
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]));
};
