/**
 * A cache of recently used entries in two generations: used entries move to the younger one; when that is full it
 * becomes the older one, and the previous older one is dropped. Without ordering, a look-up costs little more than in a
 * map, far less than in an LRU list.
 */
export class RecencyCache<K, V> {
  readonly #generation: number;
  #younger = new Map<K, V>();
  #older = new Map<K, V>();

  /** @param maxEntries maximum number of entries; at least the most recently used half is retained */
  constructor(maxEntries: number) {
    this.#generation = Math.ceil(maxEntries / 2);
  }

  get(key: K): V | undefined {
    const value = this.#younger.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    if (this.#younger.size >= this.#generation && !this.#younger.has(key)) {
      this.#older = this.#younger;
      this.#younger = new Map();
    }
    this.#younger.set(key, value);
  }

  delete(key: K): void {
    this.#younger.delete(key);
    this.#older.delete(key);
  }

  clear(): void {
    this.#younger.clear();
    this.#older.clear();
  }
}
