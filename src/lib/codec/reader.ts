import { equalBytes, encodeHexRange } from './bytes';
import { CodecError } from './errors';

/** The bytes are truncated. Internal to {@link decodeStart}; all other functions throw a CodecError instead. */
export class EndOfBytes extends Error {
  /** @param missing minimum number of bytes still needed */
  constructor(readonly missing: number) {
    super(`${missing} bytes missing`);
  }
}

/** Sequential reader. Reading past the end throws {@link EndOfBytes} before anything is allocated. */
export class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #end: number;

  constructor(bytes: Uint8Array) {
    // On a subclass such as Node's Buffer, slice() would not copy.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#end = bytes.length;
  }

  /** Bytes read so far. */
  get offset(): number {
    return this.#at;
  }

  /** Bytes still unread. */
  get left(): number {
    return this.#end - this.#at;
  }

  u8(): number {
    return this.#bytes[this.#advance(1)]!;
  }

  /** Little-endian. */
  u64(): bigint {
    return this.#view.getBigUint64(this.#advance(8), true);
  }

  /** Little-endian. */
  i64(): bigint {
    return this.#view.getBigInt64(this.#advance(8), true);
  }

  /**
   * A u64 count of items of at least one byte each, so it cannot exceed the unread bytes.
   * @throws {CodecError | EndOfBytes}
   */
  count(): number {
    const at = this.#advance(8);
    const count = this.#view.getUint32(at + 4, true) * 2 ** 32 + this.#view.getUint32(at, true);
    if (!Number.isSafeInteger(count)) throw new CodecError(`length ${count} is outside the safe range`);
    if (count > this.left) throw new EndOfBytes(count - this.left);
    return count;
  }

  /** A copy of the next bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer> {
    const at = this.#advance(length);
    return this.#bytes.slice(at, at + length) as Uint8Array<ArrayBuffer>;
  }

  /** The next bytes as lower-case hexadecimal text. */
  hex(length: number): string {
    const at = this.#advance(length);
    return encodeHexRange(this.#bytes, at, at + length);
  }

  /**
   * Bytes at a distance from the offset, as lower-case hexadecimal text, without consuming them; undefined past the
   * end.
   */
  peekHex(distance: number, length: number): string | undefined {
    return distance + length > this.left
      ? undefined
      : encodeHexRange(this.#bytes, this.#at + distance, this.#at + distance + length);
  }

  /** Consumes these bytes if they come next. */
  skip(bytes: Uint8Array): boolean {
    const at = this.#at;
    if (bytes.length > this.left || !equalBytes(bytes, this.#bytes.subarray(at, at + bytes.length))) return false;
    this.#at += bytes.length;
    return true;
  }

  /** Reads as if the bytes ended after this many, if there are more. */
  within<T>(length: number, read: () => T): T {
    const end = this.#end;
    this.#end = Math.min(end, this.#at + length);
    try {
      return read();
    } finally {
      this.#end = end;
    }
  }

  /** {@link within}, for reading in steps. */
  *withinInSteps<T>(length: number, read: () => Generator<void, T>): Generator<void, T> {
    const end = this.#end;
    this.#end = Math.min(end, this.#at + length);
    try {
      return yield* read();
    } finally {
      this.#end = end;
    }
  }

  /** Moves the offset back to a previous value. */
  seek(offset: number): void {
    this.#at = offset;
  }

  /** Consumes `length` bytes and returns the offset at which they start. */
  #advance(length: number): number {
    const at = this.#at;
    const end = at + length;
    if (end > this.#end) throw new EndOfBytes(end - this.#end);
    this.#at = end;
    return at;
  }
}
