import * as z from 'zod/mini';
import { CodecError } from '$lib/codec/errors';
import { WALLET_SERVER_BOUNDS, type Bounds } from '../parameterBounds';
import { converted, optional, type JsonCodec } from '../schemas/codec';

/** @throws {CodecError} `reason`: not decimal digits, or out of bounds */
function readDecimal({ smallest, largest }: Bounds, text: string, reason: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(number >= smallest && number <= largest)) throw new CodecError(reason);
  return number;
}

/** An integer in a query. */
export const queryCount: JsonCodec<number | undefined> = optional(
  converted(z.string(), (text) => readDecimal(WALLET_SERVER_BOUNDS.count, text, 'expected a whole number'), String)
);
/** `true` or `false` in a query. */
export const queryFlag: JsonCodec<boolean | undefined> = optional(
  converted(
    z.enum(['true', 'false']),
    (text) => text === 'true',
    (flag) => (flag ? ('true' as const) : ('false' as const))
  )
);
/** A height in a path. */
export const pathHeight = converted(
  z.string(),
  (text) => readDecimal(WALLET_SERVER_BOUNDS.height, text, 'expected a height'),
  String
);
/** The number of a wallet or seed in a path, as text. */
export const pathId = (what: string): JsonCodec<string> =>
  converted(
    z.string(),
    (text) => {
      readDecimal(WALLET_SERVER_BOUNDS.id, text, `"${text}" is not a ${what}'s number`);
      return text;
    },
    (id) => id
  );

/** Offset and limit; defaults and maximum differ between servers. */
export const page = { offset: queryCount, limit: queryCount };
