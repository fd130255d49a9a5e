import * as z from 'zod/mini';
import { CodecError } from '$lib/codec/errors';
import { WALLET_SERVER_BOUNDS, type Bounds } from '../parameterBounds';
import { converted, optional, type JsonCodec } from '../schemas/codec';

/**
 * Decimal digits, after a sign if the bounds include negative numbers. Servers accept any 64-bit integer; those beyond
 * what is exact here exceed every list and chain, and become the largest that is.
 * @param parser whose error texts servers respond with
 * @throws {CodecError}
 */
function readInteger({ smallest, largest }: Bounds, text: string, parser: 'Atoi' | 'ParseInt' | 'ParseUint'): number {
  const isInteger = smallest < 0 ? /^[+-]?\d+$/.test(text) : /^\d+$/.test(text);
  const fault = (what: string) =>
    new CodecError(`strconv.${parser}: parsing ${JSON.stringify(text.slice(0, MAX_SHOWN))}: ${what}`);
  if (!isInteger) throw fault('invalid syntax');
  // More digits than any bound has, which would take long to convert.
  const number = text.length > MAX_DIGITS ? undefined : BigInt(text);
  if (number === undefined || number < smallest || number > largest) throw fault('value out of range');
  return Math.max(Math.min(Number(number), Number.MAX_SAFE_INTEGER), Number.MIN_SAFE_INTEGER);
}
const MAX_DIGITS = 100;
const MAX_SHOWN = 40;

const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

function readFlag(text: string): boolean {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw new CodecError(`strconv.ParseBool: parsing ${JSON.stringify(text.slice(0, MAX_SHOWN))}: invalid syntax`);
}

/** An integer in a query. */
export const queryCount: JsonCodec<number | undefined> = optional(
  converted(z.string(), (text) => readInteger(WALLET_SERVER_BOUNDS.count, text, 'Atoi'), String)
);
/** A yes or no in a query. */
export const queryFlag: JsonCodec<boolean | undefined> = optional(converted(z.string(), readFlag, String));
/** A height in a path. */
export const pathHeight = converted(
  z.string(),
  (text) => readInteger(WALLET_SERVER_BOUNDS.height, text, 'ParseUint'),
  String
);
/** The number of a wallet or seed in a path, as text. */
export const pathId: JsonCodec<string> = converted(
  z.string(),
  (text) => {
    readInteger(WALLET_SERVER_BOUNDS.id, text, 'ParseInt');
    return text;
  },
  (id) => id
);

/** Offset and limit; defaults and maximum differ between servers. */
export const page = { offset: queryCount, limit: queryCount };
