/** Parts are put together this far at a time: into texts long enough to be few, while the parts are not yet old. */
const JOINED_CHARACTERS = 1 << 18;

/** A long text in the making. */
export class TextSink {
  readonly #joined: string[] = [];
  #parts: string[] = [];
  #length = 0;

  add(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length >= JOINED_CHARACTERS) this.#join();
  }

  /** All of it. */
  text(): string {
    this.#join();
    return this.#joined.join('');
  }

  #join(): void {
    this.#joined.push(this.#parts.join(''));
    this.#parts = [];
    this.#length = 0;
  }
}
