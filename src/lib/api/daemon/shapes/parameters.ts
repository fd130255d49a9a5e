import * as z from 'zod/mini';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { CodecError } from '$lib/codec/errors';
import { converted, type JsonCodec } from '../../schemas/codec';

// Query and form parameters. Daemons scan numbers and stop at the first invalid character:
// `1.5` is 1, `0x10` is 16, `1_000` is 1000, `7 8` is 7 (measured).

const SCANNED =
  /^([+-]?)(0[xX]_?[0-9a-fA-F](?:_?[0-9a-fA-F])*|0[bB]_?[01](?:_?[01])*|0[oO]_?[0-7](?:_?[0-7])*|\d(?:_?\d)*)/;
const MAX_INT64 = (1n << 63n) - 1n;
const MAX_UINT64 = (1n << 64n) - 1n;

/**
 * The integer at the start of a text, of any size.
 * @throws {CodecError} `expected integer`
 */
function scan(text: string): { readonly number: bigint; readonly token: string } {
  const found = SCANNED.exec(text.trimStart());
  if (!found) throw new CodecError('expected integer');
  const digits = (found[2] ?? '').replaceAll('_', '');
  // A leading zero means octal; if the next digit is not octal, the number ends after the zero.
  const octal = /^0([0-7]+)/.exec(digits);
  const magnitude = octal ? BigInt(`0o${octal[1]}`) : /^0\d/.test(digits) ? 0n : BigInt(digits);
  return { number: found[1] === '-' ? -magnitude : magnitude, token: found[0] };
}

/**
 * The signed integer at the start of a text.
 * @throws {CodecError} `expected integer`; or out of the 64-bit range
 */
export function scanInteger(text: string): bigint {
  const { number, token } = scan(text);
  if (number > MAX_INT64 || number < -MAX_INT64 - 1n) {
    throw new CodecError(`strconv.ParseInt: parsing "${token}": value out of range`);
  }
  return number;
}

/**
 * The unsigned integer at the start of a text.
 * @throws {CodecError} `expected integer`; or out of the 64-bit range
 */
function scanUnsigned(text: string): bigint {
  const { number, token } = scan(text);
  if (number < 0n) throw new CodecError('expected integer');
  if (number > MAX_UINT64) throw new CodecError(`strconv.ParseUint: parsing "${token}": value out of range`);
  return number;
}

/**
 * The amount at the start of a text; a unit after it is ignored.
 * @throws {CodecError} `expected integer`; or negative
 */
function scanAmount(text: string): Hastings {
  const { number } = scan(text);
  if (number < 0n) throw new CodecError('negative currency not allowed');
  return hastings(number);
}

/** Optional signed integer. */
export const optionalInt = z.optional(
  converted(
    z.string(),
    (text) => toNumber(scanInteger(text)),
    (number) => String(number)
  )
);

/** Optional unsigned integer. */
export const optionalUint = z.optional(
  converted(
    z.string(),
    (text) => {
      const number = scanInteger(text);
      if (number < 0n) throw new CodecError('expected integer');
      return toNumber(number);
    },
    (number) => String(number)
  )
);

/** Optional text. */
export const optionalText = z.optional(z.string());

/** Optional unsigned 64-bit integer, exact. */
export const optionalBig = z.optional(converted(z.string(), scanUnsigned, String));

/** Optional amount in hastings. */
export const optionalAmount = z.optional(converted(z.string(), scanAmount, String));

/** Optional decimal number. */
export const optionalFloat = z.optional(
  converted(
    z.string(),
    (text) => {
      const token = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/.exec(text.trimStart())?.[0] ?? '';
      if (token === '') throw new CodecError('strconv.ParseFloat: parsing "": invalid syntax');
      return Number(token);
    },
    String
  )
);

const booleanParameter = (read: (text: string) => boolean) => z.optional(converted(z.string(), read, String));
const TRUE = /^(?:1|t|T|true|True|TRUE)$/;
const FALSE = /^(?:0|f|F|false|False|FALSE)$/;

/** Optional flag; daemons read anything but a spelling of true as false. Written as `true` or `false`. */
export const optionalFlag = booleanParameter((text) => TRUE.test(text));

/** Optional flag, exactly `true` or `false`. */
export const optionalStrictFlag = booleanParameter((text) => {
  if (text !== 'true' && text !== 'false')
    throw new CodecError('could not decode boolean: value was not true or false');
  return text === 'true';
});

/** Optional flag in any spelling that daemons accept. */
export const optionalBoolean = booleanParameter((text) => {
  if (!TRUE.test(text) && !FALSE.test(text)) {
    throw new CodecError(`strconv.ParseBool: parsing "${text}": invalid syntax`);
  }
  return TRUE.test(text);
});

/** Flag that is set by exactly `true`. */
export const optionalExactFlag = booleanParameter((text) => text === 'true');

/** Required parameter; `missing` is the daemon's error text without it. */
function required<T>(missing: string, read: (text: string) => T, write: (value: T) => string): JsonCodec<T> {
  return converted(
    z.optional(z.string()),
    (text) => {
      if (text === undefined) throw new CodecError(missing);
      return read(text);
    },
    write
  );
}

/** Required text. */
export const requiredText = (missing: string): JsonCodec<string> => required(missing, (text) => text, String);

/** Required unsigned 64-bit integer. */
export const requiredBig = (missing: string): JsonCodec<bigint> => required(missing, scanUnsigned, String);

const HASH_LENGTH = 64;

/**
 * Hexadecimal text of any length, for an id in a path.
 * @throws {CodecError} any other character, with the daemon's error text
 */
export function checkHex(text: string): string {
  const other = /[^0-9a-fA-F]/u.exec(text)?.[0];
  if (other === undefined) return text.toLowerCase();
  const point = other.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  throw new CodecError(`encoding/hex: invalid byte: U+${point} '${other}'`);
}

/** Required hash, 64 hexadecimal characters; written in lower case. */
export const requiredHash = <Id extends string>(): JsonCodec<Id> =>
  required(WRONG_HASH_LENGTH, readHash<Id>, (id) => id);
const WRONG_HASH_LENGTH = 'encoded value has the wrong length to be a hash';

function readHash<Id extends string>(text: string): Id {
  if (text.length !== HASH_LENGTH) throw new CodecError(WRONG_HASH_LENGTH);
  try {
    return checkHex(text) as Id;
  } catch (error) {
    throw new CodecError(`could not unmarshal hash: ${(error as Error).message}`);
  }
}

function toNumber(number: bigint): number {
  // A limit or height above 2^53 means "no limit", so the nearest number is exact enough.
  return Number(number);
}
