import * as z from 'zod/mini';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import type { Target } from '$lib/chain/target';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { CodecError, UnsafeIntegerError } from '$lib/codec/errors';
import { decodeBase64, encodeBase64 } from '../../schemas/base64';
import { converted, type JsonCodec } from '../../schemas/codec';

// JSON values of the daemon. Decoding is lenient, because the API documentation and real daemons differ in null or [],
// number or string, base64 or byte arrays. Encoding follows the documentation.

const wireInteger = z.union([z.number(), z.bigint(), z.string()]);
type WireInteger = number | bigint | string;

/** Of far fewer digits than would take long to convert, and more than any value has. */
const INTEGER = /^-?\d{1,100}$/;

function toBigInt(given: WireInteger): bigint {
  if (!INTEGER.test(String(given))) throw new CodecError('expected an integer');
  return BigInt(given);
}

function toSafeInteger(given: WireInteger): number {
  const number = Number(toBigInt(given));
  if (!Number.isSafeInteger(number)) throw new UnsafeIntegerError('integer outside the safe range');
  return number;
}

function toNatural(given: WireInteger): bigint {
  const number = toBigInt(given);
  if (number < 0n) throw new CodecError('must not be negative');
  return number;
}

/** An integer within the safe range: heights, bytes, counts. */
export const int: JsonCodec<number> = converted(wireInteger, toSafeInteger, (number) => number);
/** A height that may be negative (before genesis); a wrapped-around unsigned integer on the wire. */
export const wrappedHeight: JsonCodec<number> = converted(
  wireInteger,
  (given) => toSafeInteger(BigInt.asIntN(64, toBigInt(given))),
  (height) => (height < 0 ? BigInt.asUintN(64, BigInt(height)) : height)
);
/** A JSON integer of up to 64 bits. */
export const u64: JsonCodec<bigint> = converted(wireInteger, toNatural, (number) => number);
/** An arbitrary-precision integer; a decimal string on the wire. */
export const bignum: JsonCodec<bigint> = converted(wireInteger, toNatural, (number) => number.toString());
/** Hastings; a decimal string on the wire. */
export const currency: JsonCodec<Hastings> = converted(
  wireInteger,
  (given) => hastings(toNatural(given)),
  (amount) => amount.toString()
);
/** Fund units; a decimal string on the wire. */
export const units: JsonCodec<FundUnits> = converted(
  wireInteger,
  (given) => fundUnits(toNatural(given)),
  (amount) => amount.toString()
);
/** A floating-point number; daemons also use it for some counters. */
export const float: JsonCodec<number> = converted(
  wireInteger,
  (given) => {
    const number = Number(given);
    if (given === '' || !Number.isFinite(number)) throw new CodecError('expected a number');
    return number;
  },
  (number) => number
);
/** Unix seconds. */
export const seconds: JsonCodec<UnixSeconds> = converted(
  wireInteger,
  (given) => unixSeconds(toSafeInteger(given)),
  (time) => time
);

const wireBytes = z.nullable(z.union([z.array(z.number()), z.string()]));

/** An empty value may also be null. */
function toBytes(given: string | number[] | null): Uint8Array<ArrayBuffer> {
  if (given === null) return new Uint8Array(0);
  if (typeof given === 'string') return new Uint8Array(decodeBase64(given));
  if (given.some((integer) => !Number.isInteger(integer) || integer < 0 || integer > 255)) {
    throw new CodecError('expected bytes');
  }
  return Uint8Array.from(given);
}

/** Exactly `length` bytes as an array of integers; base64 text is also decoded. */
export const byteArray = (length: number): JsonCodec<Uint8Array> =>
  converted(
    wireBytes,
    (given) => {
      const bytes = toBytes(given);
      if (bytes.length !== length) throw new CodecError(`expected ${length} bytes`);
      return bytes;
    },
    (bytes) => [...bytes]
  );

/** Bytes as base64 text; an array of integers is also decoded. */
export const base64Bytes: JsonCodec<Uint8Array> = converted(wireBytes, toBytes, encodeBase64);

const TARGET_BYTES = 32;

/** A target as 32 integers, big-endian. */
export const target: JsonCodec<Target> = converted(
  byteArray(TARGET_BYTES),
  (bytes) => bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n),
  (number) => Uint8Array.from({ length: TARGET_BYTES }, (_, i) => Number((number >> BigInt(8 * (31 - i))) & 0xffn))
);

/** A list; null and absent are decoded as empty, and empty is encoded as []. */
export const list = <T>(item: JsonCodec<T>): JsonCodec<T[]> =>
  converted(
    z.nullish(z.array(item)),
    (items): T[] => items ?? [],
    (items) => items
  );

/** A list that daemons encode as null when empty. */
export const listOrNull = <T>(item: JsonCodec<T>): JsonCodec<T[]> =>
  converted(
    z.nullish(z.array(item)),
    (items): T[] => items ?? [],
    (items) => (items.length > 0 ? items : null)
  );

/** `fallback` for a missing field. */
export const missingAs = <T>(schema: JsonCodec<T>, fallback: T): JsonCodec<T> =>
  converted(
    z.nullish(schema),
    (given) => given ?? fallback,
    (given) => given
  );
