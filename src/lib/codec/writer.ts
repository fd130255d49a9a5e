import { decodeHexInto } from './bytes';
import { CodecError } from './errors';

const START_BYTES = 512;
/** A larger buffer is released when emptied, so that a large value does not occupy memory forever. */
const MAX_RETAINED_BYTES = 1 << 16;

/** Sequential writer. Values that do not fit throw a {@link CodecError}. */
export class Writer {
  #bytes = new Uint8Array(START_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** @throws {CodecError} not in 0…255 */
  u8(value: number): void {
    if ((value & 0xff) !== value) throw new CodecError(`${value} does not fit a byte`);
    const at = this.#advance(1);
    this.#bytes[at] = value;
  }

  /** Little-endian. @throws {CodecError} outside u64 */
  u64(value: bigint): void {
    if (BigInt.asUintN(64, value) !== value) throw new CodecError(`${value} does not fit 64 bits`);
    const at = this.#advance(8);
    this.#view.setBigUint64(at, value, true);
  }

  /** Little-endian. @throws {CodecError} outside i64 */
  i64(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value) throw new CodecError(`${value} does not fit 64 bits`);
    const at = this.#advance(8);
    this.#view.setBigInt64(at, value, true);
  }

  /** A length or a count as u64. */
  count(count: number): void {
    const at = this.#advance(8);
    this.#view.setUint32(at, count >>> 0, true);
    this.#view.setUint32(at + 4, Math.floor(count / 2 ** 32), true);
  }

  /** Raw bytes, without a length prefix. */
  bytes(bytes: Uint8Array): void {
    const at = this.#advance(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** A few bytes of an array, from an offset on: for hashes, a view of them would take longer than copying. */
  bytesOf(bytes: Uint8Array, from: number, length: number): void {
    const at = this.#advance(length);
    for (let i = 0; i < length; i++) this.#bytes[at + i] = bytes[from + i]!;
  }

  /**
   * The bytes of the hexadecimal text in [start, end).
   * @throws {CodecError} it is not two characters for each of `length` bytes
   */
  hex(text: string, length: number, start = 0, end = text.length): void {
    if (end - start !== 2 * length)
      throw new CodecError(`expected ${2 * length} hexadecimal characters, got ${end - start}`);
    const at = this.#advance(length);
    decodeHexInto(this.#bytes, at, text, start, length);
  }

  /** The bytes from the offset on; valid until the next write. */
  viewFrom(start: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(start, this.#length);
  }

  /** Discards everything from the offset on. */
  truncate(start: number): void {
    this.#length = start;
    if (start === 0 && this.#bytes.length > MAX_RETAINED_BYTES) this.#resize(START_BYTES);
  }

  /** Reserves `length` bytes, possibly replacing the buffer, and returns the offset to write at. */
  #advance(length: number): number {
    const at = this.#length;
    const end = at + length;
    if (end > this.#bytes.length) this.#resize(Math.max(end, 2 * this.#bytes.length));
    this.#length = end;
    return at;
  }

  #resize(capacity: number): void {
    const bytes = new Uint8Array(capacity);
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}
