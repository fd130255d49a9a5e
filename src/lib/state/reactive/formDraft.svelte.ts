import { untrack } from 'svelte';

/** What a form holds: a field is undefined while what stands in it cannot be read. */
export type Edited<T> = { -readonly [K in keyof T]: T[K] | undefined };

/** What was put into a field, and what was saved when that began. */
interface Edit<V> {
  readonly value: V | undefined;
  readonly base: V;
}
type Edits<T> = { [K in keyof T]?: Edit<T[K]> };

/**
 * Settings that somebody edits while the node goes on: fields that were not touched follow what is saved, edited ones
 * keep what was put in. Only what differs from what is saved is posted.
 */
export class SettingsDraft<T extends object> {
  #saved: T;
  /** Of the fields that differ from what is saved. */
  #edits = $state.raw<Edits<T>>({});

  /** The fields, to be read and assigned: what `bind:value` takes. */
  readonly fields: Edited<T>;

  /** @param saved as read from the node; values are compared as they are, so they must not be objects */
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

  /** As last read from the node. */
  get saved(): T {
    return this.#saved;
  }

  /** Names of the fields that differ from what is saved. */
  get changed(): (keyof T)[] {
    return Object.keys(this.#edits) as (keyof T)[];
  }

  get count(): number {
    return this.changed.length;
  }

  /** Some field cannot be read: there is nothing to post yet. */
  get incomplete(): boolean {
    return this.changed.some((key) => this.#get(key) === undefined);
  }

  isChanged(key: keyof T): boolean {
    return this.#edits[key] !== undefined;
  }

  /** What is saved has become something else since the field was edited: by another page, or on the command line. */
  changedElsewhere(key: keyof T): boolean {
    const edit = this.#edits[key];
    return edit !== undefined && !Object.is(edit.base, this.#saved[key]);
  }

  /** The changed fields alone, as they are to be posted; those that cannot be read are left out. */
  changes(): Partial<T> {
    const readable = this.changed.filter((key) => this.#get(key) !== undefined);
    return Object.fromEntries(readable.map((key) => [key, this.#get(key)])) as Partial<T>;
  }

  /** Everything as it would be after saving; fields that cannot be read as they are saved. */
  preview(): T {
    return { ...this.#saved, ...this.changes() };
  }

  /** What was just read from the node. Called in effects, which must not run again for what it does. */
  follow(saved: T): void {
    untrack(() => {
      if (saved === this.#saved) return;
      this.#saved = saved;
      this.#dropEqual();
    });
  }

  /** The node has taken these changes; what was edited meanwhile stays edited. */
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

  /** Back to what is saved: one field, or all. */
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
