import * as z from 'zod/mini';
import { CodecError } from '$lib/codec/errors';
import { AppError } from '$lib/errors';

// Otherwise the library would compile its checks with eval, which the pages' content security policy forbids; even the
// attempt is reported as a violation. Measured on update feeds, the compiled form is no faster.
z.config({ jitless: true });

/** A codec between JSON and `T`. Field names are matched exactly, unknown ones are ignored. */
export type JsonCodec<T> = z.ZodMiniType<T, unknown>;

/**
 * Converts a validated wire value and back. An {@link AppError} thrown by a conversion becomes an issue of the current
 * field.
 */
export function converted<Wire, T>(
  wire: z.ZodMiniType<Wire, unknown>,
  toOurs: (wire: Wire) => T,
  toWire: (ours: T) => Wire
): JsonCodec<T> {
  // Our side is guaranteed by the types. A `custom` schema for it would run twice for every encoded value.
  return z.codec(wire, z.unknown() as z.ZodMiniType<T, T>, {
    decode: (value, payload) => {
      try {
        return toOurs(value);
      } catch (error) {
        return addIssue(error, payload);
      }
    },
    encode: (value, payload) => {
      try {
        return toWire(value);
      } catch (error) {
        return addIssue(error, payload);
      }
    }
  });
}

function addIssue(error: unknown, payload: z.core.ParsePayload): never {
  if (!(error instanceof AppError)) throw error;
  payload.issues.push({ code: 'custom', ...reasonOf(error), params: { cause: error.code }, input: payload.value });
  return z.NEVER;
}

/** A codec's path becomes part of the issue's path, so it is removed from the message. */
function reasonOf(error: AppError): { message: string; path: string[] } {
  if (!(error instanceof CodecError) || error.path === '') return { message: error.message, path: [] };
  return { message: error.message.slice(`${error.path}: `.length), path: error.path.split('.') };
}

type Renamed<T, Names> = {
  [Key in keyof T as Key extends keyof Names ? (Names[Key] extends string ? Names[Key] : never) : Key]: T[Key];
};

/** An object with some fields renamed: wire name to our name. */
export function renamed<T extends object, const Names extends { readonly [Key in keyof T]?: string }>(
  wire: z.ZodMiniType<T, unknown>,
  names: Names
): JsonCodec<Renamed<T, Names>> {
  const toOurs = new Map(Object.entries(names) as [string, string][]);
  const toWire = new Map(Array.from(toOurs, ([theirs, ours]) => [ours, theirs]));
  const codec = converted(
    wire,
    (value) => renameKeys(value, toOurs) as Renamed<T, Names>,
    (value) => renameKeys(value, toWire) as T
  );
  renamings.set(codec, toOurs);
  return codec;
}

const renamings = new WeakMap<z.core.$ZodType, ReadonlyMap<string, string>>();

/** Wire name to our name in a {@link renamed} schema; undefined for others. */
export const namesOf = (schema: z.core.$ZodType): ReadonlyMap<string, string> | undefined => renamings.get(schema);

function renameKeys(value: object, names: ReadonlyMap<string, string>): object {
  const result: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) result[names.get(key) ?? key] = field;
  return result;
}

/** How an empty list is encoded. `null`, `[]` and an absent field are all read as empty. */
type EmptyForm = 'omitted' | 'null' | '[]';
const EMPTY: Record<EmptyForm, never[] | null | undefined> = { omitted: undefined, null: null, '[]': [] };

/** A list; `empty` is the encoding of an empty one. */
export const listOf = <T>(item: z.ZodMiniType<T, unknown>, empty: EmptyForm): JsonCodec<T[]> =>
  converted(
    z.nullish(z.array(item)),
    (items): T[] => items ?? [],
    (items) => (items.length > 0 ? items : EMPTY[empty])
  );

/** An optional value; `null` is read as absent, and absent is omitted when encoded. */
export const optional = <T>(item: z.ZodMiniType<T, unknown>): JsonCodec<T | undefined> =>
  converted(
    z.nullish(item),
    (value) => value ?? undefined,
    (value) => value
  );

type Choice = (value: unknown) => JsonCodec<unknown>;
const choices = new WeakMap<z.core.$ZodType, Choice>();

/** A value whose schema depends on the value: on the JSON when decoding, on our form when encoding. */
export function chosen<T>(ofWire: (wire: unknown) => JsonCodec<T>, ofOurs: (ours: T) => JsonCodec<T>): JsonCodec<T> {
  const codec: JsonCodec<T> = z.codec(z.unknown(), z.unknown() as z.ZodMiniType<T, T>, {
    decode: (wire, payload) => settled(z.safeDecode(ofWire(wire), wire), payload),
    encode: (ours, payload) => settled(z.safeEncode(ofOurs(ours), ours), payload)
  });
  choices.set(codec, ofOurs as Choice);
  return codec;
}

function settled<T>(
  result: { success: true; data: T } | { success: false; error: z.core.$ZodError },
  payload: z.core.ParsePayload
): T {
  if (result.success) return result.data;
  // The first: only that is reported, and there may be millions.
  payload.issues.push(result.error.issues[0] as z.core.$ZodRawIssue);
  return z.NEVER;
}

/** The encoder choice of a {@link chosen} schema; undefined for others. */
export const choiceOf = (schema: z.core.$ZodType): Choice | undefined => choices.get(schema);

const plain = new WeakSet<z.core.$ZodType>();

/** Marks text (or a list of it) without characters that JSON escapes: digits and hexadecimal. */
export function plainText<S extends z.core.$ZodType>(schema: S): S {
  plain.add(schema);
  return schema;
}
export const isPlainText = (schema: z.core.$ZodType): boolean => plain.has(schema);

/** Decodes with a schema inside another conversion; issue paths are extended by `key`. */
export function decodeWithin<T>(schema: JsonCodec<T>, value: unknown, key: string): T {
  return valueOf(z.safeDecode(schema, value), key);
}

/** The inverse of {@link decodeWithin}. */
export function encodeWithin<T>(schema: JsonCodec<T>, value: T, key: string): unknown {
  return valueOf(z.safeEncode(schema, value), key);
}

/**
 * Decodes a JSON value.
 * @throws {CodecError} the value does not match the schema; `path` names the first invalid field
 */
export const decodeJson = <T>(schema: JsonCodec<T>, value: unknown): T => valueOf(z.safeDecode(schema, value));

/**
 * Encodes a value for `stringifyJson`: integers beyond a double's precision are bigint, omitted fields undefined.
 * @throws {CodecError} a value that cannot be encoded
 */
export const encodeJson = <T>(schema: JsonCodec<T>, value: T): unknown => valueOf(z.safeEncode(schema, value));

function valueOf<T>(result: { success: true; data: T } | { success: false; error: z.core.$ZodError }, key?: string): T {
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = [...(key === undefined ? [] : [key]), ...(issue?.path ?? [])].join('.');
  throw new CodecError(issue?.message ?? 'not the expected shape', path, { cause: result.error });
}
