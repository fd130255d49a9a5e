import { PeerError } from './errors';

/**
 * A connection, or a stream within one, as bytes in both directions. The promises provide back-pressure: unread data
 * stops the sender, and a write resolves once there is room for the next.
 */
export interface ByteStream {
  /**
   * The next bytes, at least one; undefined when the peer has ended the stream. One call at a time. The bytes belong to
   * the caller.
   * @throws {PeerError} the stream is broken, or closed by us
   */
  read(): Promise<Uint8Array | undefined>;
  /**
   * Resolves when the stream no longer needs the bytes, which must not change until then.
   * @throws {PeerError} the stream is broken, or closed by either side
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the stream in both directions; pending calls fail. Idempotent. */
  close(): void;
}

/** Reads a byte stream in chunks of any size. */
export class StreamReader {
  readonly #stream: Pick<ByteStream, 'read'>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(stream: Pick<ByteStream, 'read'>) {
    this.#stream = stream;
  }

  /**
   * The next `length` bytes.
   * @throws {PeerError} `peers/stream-ended` the stream ended first
   */
  async exactly(length: number): Promise<Uint8Array> {
    if (this.#rest.length >= length) return this.#take(length);
    const bytes = new Uint8Array(length);
    let filled = 0;
    for (;;) {
      const part = this.#take(Math.min(length - filled, this.#rest.length));
      bytes.set(part, filled);
      filled += part.length;
      if (filled === length) return bytes;
      const next = await this.#stream.read();
      if (next === undefined)
        throw new PeerError('peers/stream-ended', `the stream ended ${length - filled} bytes early`);
      this.#rest = next;
    }
  }

  /** The next bytes in chunks as they arrive; undefined at the end. */
  async next(): Promise<Uint8Array | undefined> {
    return this.#rest.length > 0 ? this.#take(this.#rest.length) : await this.#stream.read();
  }

  #take(length: number): Uint8Array {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}
