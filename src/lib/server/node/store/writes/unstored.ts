/** Changes of one recorded transaction. */
export type UnstoredLayer<K = unknown, V = unknown> = ReadonlyMap<K, V>;

/**
 * What recorded transactions change, for reads while the next one is recorded: the file does not have it yet. There are
 * at most two, one being stored and one being recorded. All other reads see the file.
 */
export class Unstored<K, V> {
  #sent: UnstoredLayer<K, V> = new Map();
  /** Present while a transaction is recorded. */
  #recorded: Map<K, V> | undefined;

  /** Begins to record. */
  begin(): void {
    this.#recorded = new Map();
  }

  /** @returns what was recorded, for {@link setSent} */
  end(): UnstoredLayer<K, V> {
    const recorded = this.#recorded;
    this.#recorded = undefined;
    return recorded ?? new Map();
  }

  /** Sets what is being stored. */
  setSent(layer: UnstoredLayer<K, V>): void {
    this.#sent = layer;
  }

  get isRecording(): boolean {
    return this.#recorded !== undefined;
  }

  set(key: K, value: V): void {
    this.#recorded?.set(key, value);
  }

  /** The newest value. */
  get(key: K): V | undefined {
    return this.#recorded && (this.#recorded.get(key) ?? this.#sent.get(key));
  }

  /** The value in the transaction being recorded. */
  own(key: K): V | undefined {
    return this.#recorded?.get(key);
  }

  /** Of every transaction that has one, in their order. */
  all(key: K): V[] {
    if (this.#recorded === undefined) return [];
    return [this.#sent.get(key), this.#recorded.get(key)].filter((value) => value !== undefined);
  }
}
