import * as z from 'zod/mini';
import { CodecError } from '$lib/codec/errors';
import { converted, optional, type JsonCodec } from '../schemas/codec';

/** An integer in a query. */
export const queryCount: JsonCodec<number | undefined> = optional(
  converted(
    z.string(),
    (text) => {
      if (!/^\d{1,15}$/.test(text)) throw new CodecError('expected a whole number');
      return Number(text);
    },
    (number) => String(number)
  )
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
  (text) => {
    if (!/^\d{1,15}$/.test(text)) throw new CodecError('expected a height');
    return Number(text);
  },
  (height) => String(height)
);

/** Offset and limit; defaults and maximum differ between servers. */
export const page = { offset: queryCount, limit: queryCount };
