import * as P from 'micro-packed';
import { decodeHex, encodeHex } from './bytes';
import { decodeText, encodeText } from './text';
import { CodecError } from './errors';

/** A binary layout declared once; encoder, decoder and TypeScript type all come from it. */
export type Layout<T> = P.CoderType<T>;
/** The type a layout decodes to. */
export type Decoded<L> = P.UnwrapCoder<L>;

export const struct = P.struct;

/** One byte. */
export const u8: Layout<number> = P.U8;
/** Unsigned 64-bit little-endian integer. */
export const u64: Layout<bigint> = P.U64LE;
/** One byte, 0 or 1; anything else is malformed. */
export const bool: Layout<boolean> = P.bool;

/** Converts between the wire type and ours, in both directions. */
export function mapped<Wire, Ours>(
  inner: Layout<Wire>,
  toOurs: (wire: Wire) => Ours,
  toWire: (ours: Ours) => Wire
): Layout<Ours> {
  return P.apply(inner, { encode: toOurs, decode: toWire });
}

/** Signed 64-bit little-endian integer. */
export const i64: Layout<bigint> = P.I64LE;
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
export const fixedBytes = (length: number): Layout<Uint8Array> => P.bytes(length);
// micro-packed hands lengths over as numbers, which its own 64-bit layouts refuse.
const length64: Layout<number> = mapped(
  u64,
  (wire) => {
    const length = Number(wire);
    if (!Number.isSafeInteger(length)) throw new CodecError(`length ${wire} is outside the safe range`);
    return length;
  },
  (length) => BigInt(length)
);
/** u64 length, then that many bytes. */
export const byteString: Layout<Uint8Array> = P.bytes(length64);
/** u64 length, then UTF-8 text; bytes that are not UTF-8 survive both ways (see {@link decodeText}). */
export const utf8String: Layout<string> = mapped(byteString, decodeText, encodeText);
/** u64 count, then the elements. */
export const list = <T>(inner: Layout<T>): Layout<T[]> => P.array(length64, inner);
/** One bool byte, then the value if it is true. */
export const pointer = <T>(inner: Layout<T>): Layout<T | undefined> => P.optional(P.bool, inner);

/** Fixed-length bytes held as lower-case hexadecimal text of a branded type. */
export const hexText = <T extends string>(length: number): Layout<T> =>
  mapped(fixedBytes(length), (bytes) => encodeHex(bytes) as T, decodeHex);

/**
 * The bytes of a value in its layout.
 * @throws {CodecError} a value the layout cannot hold
 */
export function encode<T>(layout: Layout<T>, value: T): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(layout.encode(value));
  } catch (error) {
    throw asCodecError(error);
  }
}

/**
 * The value in the bytes, all of which must be used.
 * @throws {CodecError} bytes that do not fit the layout, or are left over
 */
export function decode<T>(layout: Layout<T>, bytes: Uint8Array): T {
  try {
    return layout.decode(bytes);
  } catch (error) {
    throw asCodecError(error);
  }
}

/**
 * The value at the start of the bytes and how many it takes; undefined when they end before it does.
 * @throws {CodecError} bytes that no continuation would make fit the layout
 */
export function decodePrefix<T>(layout: Layout<T>, bytes: Uint8Array): { value: T; length: number } | undefined {
  let length = 0;
  const measured: Layout<T> = P.wrap({
    encodeStream: (w, value) => layout.encodeStream(w, value),
    decodeStream(r) {
      const value = layout.decodeStream(r);
      length = r.pos;
      return value;
    }
  });
  try {
    return { value: measured.decode(bytes, { allowUnreadBytes: true }), length };
  } catch (error) {
    if (endsTooSoon(error)) return undefined;
    throw asCodecError(error);
  }
}

// The library says it in words only; a test cuts values at every byte and would notice other words.
const TOO_SOON = /Unexpected end of buffer$|array: length=\d+ elements of size=\d+ exceed \d+ bytes left$/;
const endsTooSoon = (error: unknown): boolean => error instanceof Error && TOO_SOON.test(error.message);

function asCodecError(error: unknown): CodecError {
  if (error instanceof CodecError) return error;
  // The library quotes every unread byte; the start says enough.
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 200);
  return new CodecError(message, '', { cause: error });
}
