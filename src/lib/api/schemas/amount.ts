import * as z from 'zod/mini';
import { MAX_HASTINGS, type Hastings } from '$lib/chain/currency/currency';
import { parseHastings } from '$lib/chain/currency/currencyText';
import { CodecError } from '$lib/codec/errors';
import { converted, plainText, type JsonCodec } from './codec';

/**
 * An amount: a 128-bit number of hastings in a string. A unit is also accepted, as in `"1.5 SC"`; a bare number is not.
 */
export const amount: JsonCodec<Hastings> = converted(plainText(z.string()), parseHastings, (value) => {
  if (value < 0n || value > MAX_HASTINGS) throw new CodecError(`an amount of ${value} does not fit 128 bits`);
  return value.toString();
});
