/** Text is encoded this far at a time: the parts are not old yet then, and the memory they take is used again. */
const CHUNK_CHARACTERS = 1 << 16;
const encoder = new TextEncoder();

/** A long text in the making, in chunks of UTF-8. */
export class TextSink {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #text = '';

  /** @param part must not end in the middle of a character */
  add(part: string): void {
    this.#text += part;
    if (this.#text.length >= CHUNK_CHARACTERS) this.#encode();
  }

  /** All that was added so far. */
  chunks(): readonly Uint8Array<ArrayBuffer>[] {
    this.#encode();
    return this.#chunks;
  }

  #encode(): void {
    if (this.#text === '') return;
    this.#chunks.push(encoder.encode(this.#text));
    this.#text = '';
  }
}
