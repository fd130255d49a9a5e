import * as z from 'zod/mini';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { CodecError } from '$lib/codec/errors';
import { MAX_INT64, MAX_UINT64, type Bounds, type ParameterKind } from '../../parameterBounds';
import { converted, type JsonCodec } from '../../schemas/codec';

// Query and form parameters as decoded by the embedded node. Daemons scan numbers and stop at the first invalid
// character: `1.5` is 1, `0x10` is 16, `1_000` is 1000, `7 8` is 7 (measured).

const SCANNED =
  /^([+-]?)(0[xX]_?[0-9a-fA-F](?:_?[0-9a-fA-F])*|0[bB]_?[01](?:_?[01])*|0[oO]_?[0-7](?:_?[0-7])*|\d(?:_?\d)*)/;
/** The prefix of another base without digits, which daemons reject, like an underscore after which none follows. */
const BARE_PREFIX = /^[+-]?(?:0[xX](?!_?[0-9a-fA-F])|0[bB](?!_?[01])|0[oO](?!_?[0-7]))/;
/** More than any bound; converting a million digits would block the node. */
const MAX_DIGITS = 300;
const MAX_TOKEN = 40;
const TOO_LARGE = 1n << 1024n;

interface Scanned {
  readonly number: bigint;
  readonly token: string;
  readonly isSigned: boolean;
}

/**
 * The integer of any size at the start of a text.
 * @throws {CodecError} `expected integer`
 */
function scan(text: string): Scanned {
  const start = text.trimStart();
  const found = SCANNED.exec(start);
  if (!found || BARE_PREFIX.test(start) || start[found[0].length] === '_') throw new CodecError('expected integer');
  const [whole, sign = '', written = ''] = found;
  const magnitude = written.length > MAX_DIGITS ? TOO_LARGE : magnitudeOf(written.replaceAll('_', ''));
  const token = whole.length > MAX_TOKEN ? `${whole.slice(0, MAX_TOKEN)}…` : whole;
  return { number: sign === '-' ? -magnitude : magnitude, token, isSigned: sign !== '' };
}

/** To the scanner, a leading zero means octal; if no octal digit follows, the number ends after the zero. */
function magnitudeOf(digits: string): bigint {
  const octal = /^0([0-7]+)/.exec(digits);
  if (octal) return BigInt(`0o${octal[1]}`);
  return /^0\d/.test(digits) ? 0n : BigInt(digits);
}

/**
 * Rejects values that are too large, or above zero but too small. Zero and negative values are left to the handlers,
 * which respond with the daemon's error texts.
 */
function within<N extends bigint | number>(bounds: Bounds, number: N, token: string, parser: string): N {
  const isOutside = number > bounds.largest || (number > 0 && number < bounds.smallest);
  if (!isOutside || bounds.refusedBy === 'handler') return number;
  throw new CodecError(`strconv.${parser}: parsing "${token}": value out of range`);
}

/** @throws {CodecError} `expected integer`; or out of the 64-bit range */
function scanInteger(bounds: Bounds, text: string): bigint {
  const { number, token } = scan(text);
  if (number < -MAX_INT64 - 1n) throw new CodecError(`strconv.ParseInt: parsing "${token}": value out of range`);
  return within(bounds, number, token, 'ParseInt');
}

/** @throws {CodecError} `expected integer`, also for a sign; or out of the 64-bit range */
function scanUnsigned(bounds: Bounds, text: string): bigint {
  const { number, token, isSigned } = scan(text);
  if (isSigned) throw new CodecError('expected integer');
  if (number > MAX_UINT64) throw new CodecError(`strconv.ParseUint: parsing "${token}": value out of range`);
  return within(bounds, number, token, 'ParseUint');
}

/**
 * The amount at the start of a text; a unit after it is ignored.
 * @throws {CodecError} `expected integer`; or negative, or more than the chain allows
 */
const scanAmount = (bounds: Bounds, text: string): Hastings => amountWithin(bounds, scan(text).number);

/**
 * An amount of decimal digits, the whole text.
 * @throws {CodecError} `expected integer`; or negative, or more than the chain allows
 */
function readAmount(bounds: Bounds, text: string): Hastings {
  if (!/^[+-]?\d+$/.test(text)) throw new CodecError('expected integer');
  return amountWithin(bounds, text.length > MAX_DIGITS ? TOO_LARGE : BigInt(text));
}

function amountWithin({ largest }: Bounds, number: bigint): Hastings {
  if (number < 0n) throw new CodecError('negative currency not allowed');
  if (number > largest) throw new CodecError(`an amount can be ${largest} hastings at most`);
  return hastings(number);
}

/** @throws {CodecError} not a finite number, or out of range */
function scanNumber(bounds: Bounds, text: string): number {
  const token = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/.exec(text.trimStart())?.[0] ?? '';
  if (token === '') throw new CodecError('strconv.ParseFloat: parsing "": invalid syntax');
  return within(bounds, Number(token), token.slice(0, MAX_TOKEN), 'ParseFloat');
}

/** @throws {CodecError} too long, or with a null byte, which no file system accepts */
function readText({ largest, refusedBy }: Bounds, text: string): string {
  requirePlainText(text, refusedBy === 'handler' ? Infinity : largest);
  return text;
}

/**
 * @param field that it is in, for the error
 * @throws {CodecError} longer than `largest`, or with a null byte
 */
export function requirePlainText(text: string, largest: number | bigint, field = ''): void {
  if (text.includes('\0')) throw new CodecError('invalid argument', field);
  if (text.length > largest) throw new CodecError(`longer than ${largest} characters`, field);
}

/**
 * The flag at the start of a text: 1 and t are true, in any letter case, anything else is false.
 * @throws {CodecError} only spaces, or a word that begins like true or false, but is neither
 */
function scanFlag(text: string): boolean {
  const start = text.trimStart().toLowerCase();
  if (start === '') throw new CodecError('EOF');
  if (/^(?:tr(?!ue)|fa(?!lse))/.test(start)) throw new CodecError('syntax error scanning boolean');
  return /^[1t]/.test(start);
}

const TRUE = /^(?:1|t|T|true|True|TRUE)$/;
const FALSE = /^(?:0|f|F|false|False|FALSE)$/;

function readStrictFlag(text: string): boolean {
  if (text !== 'true' && text !== 'false')
    throw new CodecError('could not decode boolean: value was not true or false');
  return text === 'true';
}

function readAnyFlag(text: string): boolean {
  if (!TRUE.test(text) && !FALSE.test(text)) {
    throw new CodecError(`strconv.ParseBool: parsing "${text.slice(0, MAX_TOKEN)}": invalid syntax`);
  }
  return TRUE.test(text);
}

/**
 * Hexadecimal text of whole bytes, for an id in a path.
 * @throws {CodecError} any other character, or half a byte, with the daemon's error text
 */
function readHex(text: string): string {
  const other = /[^0-9a-fA-F]/u.exec(text)?.[0];
  if (other === undefined && text.length % 2 === 1) throw new CodecError('encoding/hex: odd length hex string');
  if (other === undefined) return text.toLowerCase();
  const point = other.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  throw new CodecError(`encoding/hex: invalid byte: U+${point} '${other}'`);
}

/** 64 hexadecimal characters, converted to lower case. */
function readHash({ largest }: Bounds, text: string): string {
  if (text.length !== largest) throw new CodecError('encoded value has the wrong length to be a hash');
  try {
    return readHex(text);
  } catch (error) {
    throw new CodecError(`could not unmarshal hash: ${(error as Error).message}`);
  }
}

/** Decoders of each kind of text; `String` encodes all kinds. */
const READERS = {
  int: scanInteger,
  uint: scanUnsigned,
  // Only compared, so losing digits beyond any actual count is harmless.
  count: (bounds, text) => Number(scanUnsigned(bounds, text)),
  amount: scanAmount,
  wholeAmount: readAmount,
  number: scanNumber,
  text: readText,
  hash: readHash,
  hex: (_bounds, text) => readHex(text),
  flag: (_bounds, text) => scanFlag(text),
  strictFlag: (_bounds, text) => readStrictFlag(text),
  anyFlag: (_bounds, text) => readAnyFlag(text),
  exactFlag: (_bounds, text) => text === 'true'
} satisfies Record<TextKind, (bounds: Bounds, text: string) => unknown>;

/** Kinds of parameters that are represented as text. */
export type TextKind = Exclude<ParameterKind, 'decimal' | 'texts'>;
export type ReadBounds = Bounds & { readonly kind: TextKind };
/** The decoded value of a kind. */
export type ValueOfKind<Kind extends TextKind> = ReturnType<(typeof READERS)[Kind]>;

function parameter(bounds: ReadBounds): JsonCodec<unknown> {
  const read: (bounds: Bounds, text: string) => unknown = READERS[bounds.kind];
  const { missing } = bounds;
  if (missing === undefined) return z.optional(converted(z.string(), (text) => read(bounds, text), String));
  return converted(
    z.optional(z.string()),
    (text) => {
      if (text === undefined) throw new CodecError(missing);
      return read(bounds, text);
    },
    String
  );
}

/** Codecs of parameters, from a route's rows in the table of bounds. */
export const parameterCodecs = (
  rows: Readonly<Record<string, ReadBounds>>
): Readonly<Record<string, JsonCodec<unknown>>> =>
  Object.fromEntries(Object.entries(rows).map(([name, bounds]) => [name, parameter(bounds)]));
