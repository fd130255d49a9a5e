import { equalBytes, hexBetween } from './bytes';
import { CodecError } from './errors';

/** The bytes end before the value does. Only {@link decodePrefix} sees it; for everybody else it is a CodecError. */
export class EndOfBytes extends Error {
  constructor(missing: number) {
    super(`bytes missing: ${missing}`);
  }
}

/** Bytes read one after another. Asking for more than are left is an {@link EndOfBytes}, before anything is allocated. */
export class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    // A subclass, such as Node's Buffer, would slice without copying.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes read so far. */
  get offset(): number {
    return this.#at;
  }

  /** Bytes not read yet. */
  get left(): number {
    return this.#bytes.length - this.#at;
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

  /** A u64 count of things of at least a byte each: no more than there are bytes left. */
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
    return hexBetween(this.#bytes, at, at + length);
  }

  /** The bytes from some way ahead as lower-case hexadecimal text, without reading; undefined where there are none. */
  hexAhead(distance: number, length: number): string | undefined {
    return distance + length > this.left
      ? undefined
      : hexBetween(this.#bytes, this.#at + distance, this.#at + distance + length);
  }

  /** Reads these bytes, if they come next. */
  skip(bytes: Uint8Array): boolean {
    const at = this.#at;
    if (bytes.length > this.left || !equalBytes(bytes, this.#bytes.subarray(at, at + bytes.length))) return false;
    this.#at += bytes.length;
    return true;
  }

  /** Goes back to where the offset was before. */
  backTo(offset: number): void {
    this.#at = offset;
  }

  /** Checks that there are so many; the offset they start at. */
  #advance(length: number): number {
    const at = this.#at;
    const end = at + length;
    if (end > this.#bytes.length) throw new EndOfBytes(end - this.#bytes.length);
    this.#at = end;
    return at;
  }
}
