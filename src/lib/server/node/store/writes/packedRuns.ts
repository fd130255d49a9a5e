import { Buffer } from 'node:buffer';
import type { SQLInputValue } from 'node:sqlite';

// Kinds of values, as writer.worker.js reads them.
const NULL = 0;
const NUMBER = 1;
const BIGINT = 2;
const TEXT = 3;
const BLOB = 4;

const FIRST_BYTES = 1024 * 1024;
/** Statement and number of values, one byte each. */
const HEAD_BYTES = 2;
/** Kind, and eight bytes or the length of what follows. */
const VALUE_BYTES = 9;

/**
 * Runs of statements with their values, for another thread: objects would be copied one by one. Each run is the number
 * of its statement u8 · number of values u8 · values; a value is its kind u8 · number f64, integer i64, or length u32
 * and bytes.
 */
export class PackedRuns {
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;

  /** @param memory that is no longer needed */
  constructor(memory?: ArrayBuffer) {
    this.#bytes = memory ? Buffer.from(memory) : Buffer.allocUnsafeSlow(FIRST_BYTES);
  }

  /** The runs so far, in memory of their own. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  add(statement: number, values: readonly SQLInputValue[]): void {
    this.#reserve(HEAD_BYTES);
    this.#bytes[this.#length++] = statement;
    this.#bytes[this.#length++] = values.length;
    for (const value of values) this.#addValue(value);
  }

  #addValue(value: SQLInputValue): void {
    this.#reserve(VALUE_BYTES);
    if (value === null) this.#bytes[this.#length++] = NULL;
    else if (typeof value === 'number') {
      this.#bytes[this.#length++] = NUMBER;
      this.#length = this.#bytes.writeDoubleLE(value, this.#length);
    } else if (typeof value === 'bigint') {
      this.#bytes[this.#length++] = BIGINT;
      this.#length = this.#bytes.writeBigInt64LE(value, this.#length);
    } else if (typeof value === 'string') this.#addBytes(TEXT, Buffer.from(value));
    else this.#addBytes(BLOB, value as Uint8Array);
  }

  #addBytes(kind: number, value: Uint8Array): void {
    this.#reserve(VALUE_BYTES + value.length);
    this.#bytes[this.#length++] = kind;
    this.#length = this.#bytes.writeUInt32LE(value.length, this.#length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    grown.set(this.bytes);
    this.#bytes = grown;
  }
}
