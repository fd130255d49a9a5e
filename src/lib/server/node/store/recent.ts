/**
 * What was used lately, by key. There are two generations: what is used joins the younger one, and when that is full it
 * becomes the older one, whose things nobody used are forgotten. Nothing is ever put in order, so that a look costs
 * little more than in a map; a map that is kept in order of use spends more on it than on all the rest.
 */
export class Recent<K, V> {
  readonly #generation: number;
  #younger = new Map<K, V>();
  #older = new Map<K, V>();

  /** @param most things kept at once; the newer half of them for sure */
  constructor(most: number) {
    this.#generation = Math.ceil(most / 2);
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

  clear(): void {
    this.#younger.clear();
    this.#older.clear();
  }
}
