/** Encoding in chunks keeps the intermediate strings short-lived, so their memory is reused. */
const CHUNK_CHARACTERS = 1 << 16;
const encoder = new TextEncoder();

/** Builds a long UTF-8 text in chunks. */
export class Utf8Builder {
  readonly #chunks: Uint8Array<ArrayBuffer>[] = [];
  #text = '';

  /** @param part must not end within a surrogate pair */
  add(part: string): void {
    this.#text += part;
    if (this.#text.length >= CHUNK_CHARACTERS) this.#encode();
  }

  /** The text added so far, as UTF-8 chunks. */
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
