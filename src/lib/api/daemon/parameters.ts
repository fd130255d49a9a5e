import * as z from 'zod/mini';
import { CodecError } from '../../codec/errors';
import { converted } from '../schemas/codec';

// Query and form parameters. The daemon scans numbers and stops at the first character that does not belong:
// `1.5` is 1, `0x10` is 16, `1_000` is 1000, `7 8` is 7 (measured).

const SCANNED =
  /^([+-]?)(0[xX]_?[0-9a-fA-F](?:_?[0-9a-fA-F])*|0[bB]_?[01](?:_?[01])*|0[oO]_?[0-7](?:_?[0-7])*|\d(?:_?\d)*)/;
const MAX_INT64 = (1n << 63n) - 1n;

/**
 * The integer a text begins with.
 * @throws {CodecError} `expected integer`; or out of the 64-bit range
 */
export function scanInteger(text: string): bigint {
  const found = SCANNED.exec(text.trimStart());
  if (!found) throw new CodecError('expected integer');
  const digits = (found[2] ?? '').replaceAll('_', '');
  // A leading zero means octal to the scanner; one that is not octal ends after the zero.
  const octal = /^0([0-7]+)/.exec(digits);
  const magnitude = octal ? BigInt(`0o${octal[1]}`) : /^0\d/.test(digits) ? 0n : BigInt(digits);
  const number = found[1] === '-' ? -magnitude : magnitude;
  if (number > MAX_INT64 || number < -MAX_INT64 - 1n) {
    throw new CodecError(`strconv.ParseInt: parsing "${found[0]}": value out of range`);
  }
  return number;
}

/** A signed integer parameter that may be left out. */
export const optionalInt = z.optional(
  converted(
    z.string(),
    (text) => toNumber(scanInteger(text)),
    (number) => String(number)
  )
);

/** An unsigned integer parameter that may be left out. */
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

/** A text parameter that may be left out. */
export const optionalText = z.optional(z.string());

function toNumber(number: bigint): number {
  // A limit or height beyond 2^53 means "no limit"; the nearest number serves as well.
  return Number(number);
}
