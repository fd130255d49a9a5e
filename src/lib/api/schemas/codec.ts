import * as z from 'zod/mini';
import { CodecError } from '$lib/codec/errors';
import { AppError } from '$lib/errors';

// The library would compile its checks with eval: pages forbid that, and even trying is reported as a violation of their
// policy. Measured on update feeds, the compiled form is no faster.
z.config({ jitless: true });

/** A schema that reads JSON into `T` and writes `T` as JSON. Field names are matched exactly, unknown ones ignored. */
export type JsonCodec<T> = z.ZodMiniType<T, unknown>;

/**
 * Converts a checked wire value to ours and back. An {@link AppError} thrown on the way becomes a complaint about the
 * field that is being read or written.
 */
export function converted<Wire, T>(
  wire: z.ZodMiniType<Wire, unknown>,
  toOurs: (wire: Wire) => T,
  toWire: (ours: T) => Wire
): JsonCodec<T> {
  // Our side is what the types say. A `custom` schema there would be run twice for every value that is written.
  return z.codec(wire, z.unknown() as z.ZodMiniType<T, T>, {
    decode: (value, payload) => {
      try {
        return toOurs(value);
      } catch (error) {
        return complain(error, payload);
      }
    },
    encode: (value, payload) => {
      try {
        return toWire(value);
      } catch (error) {
        return complain(error, payload);
      }
    }
  });
}

function complain(error: unknown, payload: z.core.ParsePayload): never {
  if (!(error instanceof AppError)) throw error;
  payload.issues.push({ code: 'custom', ...reasonOf(error), params: { cause: error.code }, input: payload.value });
  return z.NEVER;
}

/** A codec's own path goes into the complaint's path, so it leaves the message. */
function reasonOf(error: AppError): { message: string; path: string[] } {
  if (!(error instanceof CodecError) || error.path === '') return { message: error.message, path: [] };
  return { message: error.message.slice(`${error.path}: `.length), path: error.path.split('.') };
}

type Renamed<T, Names> = {
  [Key in keyof T as Key extends keyof Names ? (Names[Key] extends string ? Names[Key] : never) : Key]: T[Key];
};

/** The object with some fields under our own names: wire name to our name. */
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

/** Wire name to our name, of what {@link renamed} made; undefined for any other. */
export const namesOf = (schema: z.core.$ZodType): ReadonlyMap<string, string> | undefined => renamings.get(schema);

function renameKeys(value: object, names: ReadonlyMap<string, string>): object {
  const result: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) result[names.get(key) ?? key] = field;
  return result;
}

/** How an empty list is printed. When read, `null`, `[]` and an absent field are the same everywhere. */
type EmptyForm = 'omitted' | 'null' | '[]';
const EMPTY: Record<EmptyForm, never[] | null | undefined> = { omitted: undefined, null: null, '[]': [] };

/** A list of values; `empty` says how none are printed. */
export const listOf = <T>(item: z.ZodMiniType<T, unknown>, empty: EmptyForm): JsonCodec<T[]> =>
  converted(
    z.nullish(z.array(item)),
    (items): T[] => items ?? [],
    (items) => (items.length > 0 ? items : EMPTY[empty])
  );

/** A value that may be missing; `null` is read as missing too, and a missing one is omitted when printed. */
export const optional = <T>(item: z.ZodMiniType<T, unknown>): JsonCodec<T | undefined> =>
  converted(
    z.nullish(item),
    (value) => value ?? undefined,
    (value) => value
  );

type Choice = (value: unknown) => JsonCodec<unknown>;
const choices = new WeakMap<z.core.$ZodType, Choice>();

/** A value whose schema depends on itself: on its JSON when it is read, on ours when it is written. */
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
  payload.issues.push(...(result.error.issues as z.core.$ZodRawIssue[]));
  return z.NEVER;
}

/** What a {@link chosen} schema writes a value with; undefined for any other. */
export const choiceOf = (schema: z.core.$ZodType): Choice | undefined => choices.get(schema);

const plain = new WeakSet<z.core.$ZodType>();

/** Marks text, or a list of texts, in which JSON has nothing to escape: digits and hexadecimal. */
export function plainText<S extends z.core.$ZodType>(schema: S): S {
  plain.add(schema);
  return schema;
}
export const isPlainText = (schema: z.core.$ZodType): boolean => plain.has(schema);

/** Runs a schema inside another one's conversion; its complaints keep their path below `key`. */
export function decodeWithin<T>(schema: JsonCodec<T>, value: unknown, key: string): T {
  return valueOf(z.safeDecode(schema, value), key);
}

/** The other direction of {@link decodeWithin}. */
export function encodeWithin<T>(schema: JsonCodec<T>, value: T, key: string): unknown {
  return valueOf(z.safeEncode(schema, value), key);
}

/**
 * Our value of a JSON value.
 * @throws {CodecError} JSON of another shape; `path` names the first field at fault
 */
export const decodeJson = <T>(schema: JsonCodec<T>, value: unknown): T => valueOf(z.safeDecode(schema, value));

/**
 * The JSON value of ours, for `stringifyJson`: integers a double cannot hold are bigint, omitted fields undefined.
 * @throws {CodecError} a value the wire cannot carry
 */
export const encodeJson = <T>(schema: JsonCodec<T>, value: T): unknown => valueOf(z.safeEncode(schema, value));

function valueOf<T>(result: { success: true; data: T } | { success: false; error: z.core.$ZodError }, key?: string): T {
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = [...(key === undefined ? [] : [key]), ...(issue?.path ?? [])].join('.');
  throw new CodecError(issue?.message ?? 'not the expected shape', path, { cause: result.error });
}
