import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { parseJson } from '$lib/codec/json';
import { decode, encode, type Layout } from '$lib/codec/layout';

/** A file of tests/vectors, in the shape the test says it has. Wide integers are bigint. */
export const loadVectors = <T>(name: string): T =>
  parseJson(readFileSync(join(import.meta.dirname, '../vectors', `${name}.json`), 'utf8')) as T;

/** The bytes of a vector's hexadecimal field. */
export const fromHex = <T>(layout: Layout<T>, hex: string): T => decode(layout, decodeHex(hex));

/** The hexadecimal form of a value, for comparison with a vector's field. */
export const toHex = <T>(layout: Layout<T>, value: T): string => encodeHex(encode(layout, value));
