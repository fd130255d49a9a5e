import { CodecError } from './errors';
import { asCodecError, causeOf, faultAt } from './fault';
import { EndOfBytes, Reader } from './reader';
import { decodeText, encodeText } from './text';
import { Writer } from './writer';

export type { Reader, Writer };

/**
 * A binary layout, declared once; encoder, decoder and TypeScript type derive from it. Methods instead of function
 * properties make it bivariant, so a layout of mutable lists can be used for readonly ones.
 */
export interface Layout<T> {
  /** @throws the value does not fit the layout */
  write(w: Writer, value: T): void;
  /** @throws malformed or truncated bytes */
  read(r: Reader): T;
  /** For reading in steps: see `./decodeInSteps`. A layout without parts is read in one. */
  readonly parts?: Parts;
}

/** What a long value consists of. */
export type Parts =
  | { readonly fields: Fields }
  | { readonly items: Layout<unknown> }
  | { readonly inner: Layout<unknown>; readonly toOurs: (wire: never) => unknown }
  | { readonly target: Layout<unknown> }
  | { readonly read: (r: Reader, readPart: ReadPart) => Generator<void, unknown> };

/** Reads a part of a value. Yields between its steps. */
export type ReadPart = <P>(part: Layout<P>, r: Reader) => Generator<void, P>;

/** A value with its length in bytes, or the minimum number of bytes that are missing. */
export type DecodedStart<T> = { readonly value: T; readonly length: number } | { readonly missing: number };

/** The type a layout decodes to. */
export type Decoded<L> = L extends { read(r: Reader): infer T } ? T : never;

type Fields = Readonly<Record<string, Layout<unknown>>>;

/** The fields in order. */
export function struct<F extends Fields>(fields: F): Layout<{ [K in keyof F]: Decoded<F[K]> }> {
  type Value = { [K in keyof F]: Decoded<F[K]> };
  const keys = Object.keys(fields);
  const layouts = Object.values(fields);
  return {
    write(w, value) {
      let i = 0;
      try {
        for (; i < layouts.length; i++) layouts[i]!.write(w, value[keys[i]!]);
      } catch (error) {
        throw faultAt(keys[i]!, error);
      }
    },
    read(r) {
      const value: Record<string, unknown> = {};
      let i = 0;
      try {
        for (; i < layouts.length; i++) value[keys[i]!] = layouts[i]!.read(r);
      } catch (error) {
        throw faultAt(keys[i]!, error);
      }
      return value as Value;
    },
    parts: { fields }
  };
}

/** Maps between the wire type and the decoded type, in both directions. */
export const mapped = <Wire, Ours>(
  inner: Layout<Wire>,
  toOurs: (wire: Wire) => Ours,
  toWire: (ours: Ours) => Wire
): Layout<Ours> => ({
  write: (w, value) => inner.write(w, toWire(value)),
  read: (r) => toOurs(inner.read(r)),
  parts: { inner, toOurs }
});

/** One byte. */
export const u8: Layout<number> = { write: (w, value) => w.u8(value), read: (r) => r.u8() };
/** Unsigned 64-bit little-endian integer. */
export const u64: Layout<bigint> = { write: (w, value) => w.u64(value), read: (r) => r.u64() };
/** Signed 64-bit little-endian integer. */
export const i64: Layout<bigint> = { write: (w, value) => w.i64(value), read: (r) => r.i64() };

/** One byte, 0 or 1; anything else is malformed. */
export const bool: Layout<boolean> = mapped(
  u8,
  (byte) => {
    if (byte > 1) throw new CodecError(`a bool must be 0 or 1, not ${byte}`);
    return byte === 1;
  },
  (value) => {
    if (typeof value !== 'boolean') throw new CodecError(`a bool must be true or false, not ${String(value)}`);
    return value ? 1 : 0;
  }
);

/** Signed 64-bit little-endian integer that must be exact as a JavaScript number. */
export const safeI64: Layout<number> = mapped(
  i64,
  (value) => {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new CodecError(`integer ${value} is outside the safe range`);
    return number;
  },
  (number) => BigInt(number)
);

/** Raw bytes of a fixed length, no prefix. */
export const fixedBytes = (length: number): Layout<Uint8Array> => ({
  write(w, bytes) {
    if (bytes.length !== length) throw new CodecError(`expected ${length} bytes, got ${bytes.length}`);
    w.bytes(bytes);
  },
  read: (r) => r.bytes(length)
});

/** u64 length, then that many bytes. */
export const byteString: Layout<Uint8Array> = {
  write(w, bytes) {
    w.count(bytes.length);
    w.bytes(bytes);
  },
  read: (r) => r.bytes(r.count())
};

/** u64 length, then UTF-8 text; bytes that are not UTF-8 survive both ways (see {@link decodeText}). */
export const utf8String: Layout<string> = mapped(byteString, decodeText, encodeText);

interface ListLayout<T> extends Layout<T[]> {
  write(w: Writer, items: readonly T[]): void;
}

/** u64 count, then the elements. */
export const list = <T>(inner: Layout<T>): ListLayout<T> => ({
  write(w, items) {
    w.count(items.length);
    let i = 0;
    try {
      for (; i < items.length; i++) inner.write(w, items[i]!);
    } catch (error) {
      throw faultAt(i, error);
    }
  },
  read(r) {
    const items: T[] = [];
    const count = r.count();
    try {
      while (items.length < count) items.push(inner.read(r));
    } catch (error) {
      throw faultAt(items.length, error);
    }
    return items;
  },
  parts: { items: inner }
});

/** One bool byte, then the value if it is true. */
export const pointer = <T>(inner: Layout<T>): Layout<T | undefined> => ({
  write(w, value) {
    bool.write(w, value !== undefined);
    if (value !== undefined) inner.write(w, value);
  },
  read: (r) => (bool.read(r) ? inner.read(r) : undefined),
  parts: { target: inner }
});

/** Fixed-length bytes represented as hexadecimal text of a branded type, lower-case when read. */
export const hexText = <T extends string>(length: number): Layout<T> => ({
  write: (w, text) => w.hex(text, length),
  read: (r) => r.hex(length) as T
});

// A single shared writer: nested encodings are appended to the outer one and truncated afterward.
const writer = new Writer();

/**
 * Passes the encoded bytes to `use` without copying; they are valid only until `use` returns. For hashing.
 * @throws {CodecError} a value does not fit its layout
 */
export function withEncoded<T>(write: (w: Writer) => void, use: (bytes: Uint8Array<ArrayBuffer>) => T): T {
  const start = writer.length;
  try {
    try {
      write(writer);
    } catch (error) {
      throw asCodecError(error);
    }
    return use(writer.viewFrom(start));
  } finally {
    writer.truncate(start);
  }
}

/**
 * The bytes written by the callback.
 * @throws {CodecError} a value does not fit its layout
 */
export const encodeWith = (write: (w: Writer) => void): Uint8Array<ArrayBuffer> =>
  withEncoded(write, (bytes) => bytes.slice());

/**
 * Encodes a value.
 * @throws {CodecError} the value does not fit the layout
 */
export const encode = <T>(layout: Layout<T>, value: T): Uint8Array<ArrayBuffer> =>
  encodeWith((w) => layout.write(w, value));

/**
 * Length of the encoding in bytes.
 * @throws {CodecError} the value does not fit the layout
 */
export const encodedLength = <T>(layout: Layout<T>, value: T): number =>
  withEncoded(
    (w) => layout.write(w, value),
    (bytes) => bytes.length
  );

/**
 * Decodes a value, which must consume all bytes and does not share memory with them.
 * @throws {CodecError} malformed bytes, or trailing bytes
 */
export function decode<T>(layout: Layout<T>, bytes: Uint8Array): T {
  const r = new Reader(bytes);
  let value: T;
  try {
    value = layout.read(r);
  } catch (error) {
    throw asCodecError(error);
  }
  if (r.left > 0) throw new CodecError(`${r.left} trailing bytes`);
  return value;
}

/**
 * Decodes a value at the start of the bytes.
 * @returns the value and its length in bytes; undefined if the bytes are truncated
 * @throws {CodecError} bytes that no continuation could complete
 */
export function decodePrefix<T>(layout: Layout<T>, bytes: Uint8Array): { value: T; length: number } | undefined {
  const start = decodeStart(layout, bytes);
  return 'missing' in start ? undefined : start;
}

/**
 * Decodes a value at the start of the bytes.
 * @returns the value and its length in bytes; if the bytes are truncated, the minimum number missing
 * @throws {CodecError} bytes that no continuation could complete
 */
export function decodeStart<T>(layout: Layout<T>, bytes: Uint8Array): DecodedStart<T> {
  const r = new Reader(bytes);
  try {
    return { value: layout.read(r), length: r.offset };
  } catch (error) {
    const cause = causeOf(error);
    if (cause instanceof EndOfBytes) return { missing: cause.missing };
    throw asCodecError(error);
  }
}
