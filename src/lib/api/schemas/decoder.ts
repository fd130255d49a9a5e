import * as z from 'zod/mini';
import { namesOf } from './codec';

// Reads the internals of zod's schemas (`_zod.def`), as `printJson` does. A test pins the zod version that this was
// checked with.

interface Decoder {
  /** @throws {MismatchError} the schema does not match, or only zod can decide */
  (value: unknown): unknown;
  /** The same for a long value. Yields between its steps, each of about so many values. */
  inSteps?: (value: unknown, stepValues: number) => Generator<void, unknown>;
}

/** The value does not match its schema; zod reports why. */
class MismatchError extends Error {
  /** The fields and places in lists from the outermost value to the one that does not match. */
  readonly path: (string | number)[] = [];
  /** Of the innermost value on the path; undefined if the path is empty. */
  schema: z.core.$ZodType | undefined;
  value: unknown;

  /** Adds the key of a value in the one around it. */
  within(key: string | number, schema: z.core.$ZodType, value: unknown): this {
    if (this.schema === undefined) {
      this.schema = schema;
      this.value = value;
    }
    this.path.unshift(key);
    return this;
  }
}

const decoders = new WeakMap<z.core.$ZodType, Decoder>();

/**
 * `z.parse`, but several times as fast for objects, lists and our codecs. Each schema is compiled once to functions
 * that read matching values; other values are parsed by zod, so errors are zod's.
 * @throws {z.core.$ZodError} the value does not match the schema
 */
export function decodeValue(schema: z.core.$ZodType, value: unknown): unknown {
  try {
    return decoderOf(schema)(value);
  } catch (error) {
    if (!(error instanceof MismatchError)) throw error;
    requireMatch(error);
    return z.parse(schema, value);
  }
}

/** {@link decodeValue} for long values. Yields between its steps. */
export function* decodeInSteps(
  schema: z.core.$ZodType,
  value: unknown,
  stepValues = STEP_VALUES
): Generator<void, unknown> {
  try {
    return yield* stepsOf(decoderOf(schema), value, stepValues);
  } catch (error) {
    if (!(error instanceof MismatchError)) throw error;
    requireMatch(error);
    return z.parse(schema, value);
  }
}

/** Values decoded in one step, which takes a few milliseconds. */
const STEP_VALUES = 500;

function* stepsOf(decode: Decoder, value: unknown, stepValues: number): Generator<void, unknown> {
  if (decode.inSteps === undefined || countValues(value, stepValues) < stepValues) return decode(value);
  return yield* decode.inSteps(value, stepValues);
}

/** Number of values in a value, counted up to a limit. */
function countValues(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const key in value) {
    if (count >= limit) break;
    count += countValues((value as Record<string, unknown>)[key], limit - count);
  }
  return count;
}

/**
 * Reports why the first mismatch is one. Zod would report all of the whole value: millions, for a list of millions.
 * @throws {z.core.$ZodError} unless zod finds that the value matches
 */
function requireMatch({ schema, value, path }: MismatchError): void {
  const result = schema && z.safeParse(schema, value);
  const issue = result?.error?.issues[0];
  if (issue) throw new z.core.$ZodError([{ ...issue, path: [...path, ...issue.path] }]);
}

function decoderOf(schema: z.core.$ZodType): Decoder {
  let decoder = decoders.get(schema);
  if (decoder === undefined) decoders.set(schema, (decoder = makeDecoder(schema as z.core.$ZodTypes)));
  return decoder;
}

function makeDecoder(schema: z.core.$ZodTypes): Decoder {
  const { def } = schema._zod;
  const byLibrary: Decoder = (value) => {
    const result = z.safeParse(schema, value);
    if (!result.success) throw new MismatchError();
    return result.data;
  };
  if (def.checks !== undefined && def.checks.length > 0) return byLibrary;
  switch (def.type) {
    case 'string':
      return 'format' in def || 'coerce' in def ? byLibrary : text;
    case 'boolean':
      return 'coerce' in def ? byLibrary : boolean;
    case 'unknown':
      return (value) => value;
    case 'custom':
      return custom(def as z.core.$ZodCustomDef);
    case 'optional':
      return schema._zod.optin === 'optional' ? unless(undefined, decoderOf(def.innerType)) : byLibrary;
    case 'nullable':
      return unless(null, decoderOf(def.innerType));
    case 'array':
      return list(def.element);
    case 'object':
      return object(schema) ?? byLibrary;
    case 'pipe':
      return 'reverseTransform' in def ? (conversion(schema, def as z.core.$ZodCodecDef) ?? byLibrary) : byLibrary;
    default:
      return byLibrary;
  }
}

const withSteps = (decode: (value: unknown) => unknown, inSteps: Decoder['inSteps']): Decoder =>
  Object.assign(decode, { inSteps });

const text: Decoder = (value) => {
  if (typeof value !== 'string') throw new MismatchError();
  return value;
};

const boolean: Decoder = (value) => {
  if (typeof value !== 'boolean') throw new MismatchError();
  return value;
};

const custom =
  ({ fn }: z.core.$ZodCustomDef): Decoder =>
  (value) => {
    if (fn(value) !== true) throw new MismatchError();
    return value;
  };

const unless = (none: unknown, decode: Decoder): Decoder =>
  withSteps(
    (value) => (value === none ? value : decode(value)),
    function* (value, stepValues) {
      return value === none ? value : yield* stepsOf(decode, value, stepValues);
    }
  );

const list = (element: z.core.$ZodType): Decoder => {
  const decode = decoderOf(element);
  return withSteps(
    (value) => {
      if (!Array.isArray(value)) throw new MismatchError();
      const items = new Array<unknown>(value.length);
      let i = 0;
      try {
        for (; i < items.length; i++) items[i] = decode(value[i]);
      } catch (error) {
        throw error instanceof MismatchError ? error.within(i, element, value[i]) : error;
      }
      return items;
    },
    function* (value, stepValues) {
      if (!Array.isArray(value)) throw new MismatchError();
      const items = new Array<unknown>(value.length);
      let i = 0;
      let count = 0;
      try {
        for (; i < items.length; i++) {
          // Nothing is known of an item's size before it is counted.
          const size = countValues(value[i], stepValues);
          if ((count += size) >= stepValues) {
            yield;
            count = size;
          }
          items[i] = size < stepValues ? decode(value[i]) : yield* stepsOf(decode, value[i], stepValues);
        }
      } catch (error) {
        throw error instanceof MismatchError ? error.within(i, element, value[i]) : error;
      }
      return items;
    }
  );
};

/** Undefined for codecs with a schema on our side. */
function conversion(
  schema: z.core.$ZodType,
  { in: wire, out: ours, transform }: z.core.$ZodCodecDef
): Decoder | undefined {
  const { def } = ours._zod;
  if (def.type !== 'unknown' || (def.checks ?? []).length > 0) return undefined;
  const names = namesOf(schema);
  const renamed = names && object(wire as z.core.$ZodTypes, names);
  if (renamed) return renamed;
  const decode = decoderOf(wire);
  const convert = (decoded: unknown): unknown => {
    const payload: z.core.ParsePayload = { value: decoded, issues: [] };
    const converted: unknown = transform(payload.value, payload);
    if (payload.issues.length > 0) throw new MismatchError();
    return converted;
  };
  return withSteps(
    (value) => convert(decode(value)),
    function* (value, stepValues) {
      return convert(yield* stepsOf(decode, value, stepValues));
    }
  );
}

/**
 * Undefined for schemas other than plain objects.
 * @param names decoded field names by wire name, if different
 */
function object(schema: z.core.$ZodTypes, names?: ReadonlyMap<string, string>): Decoder | undefined {
  const { def } = schema._zod;
  if (def.type !== 'object' || def.catchall !== undefined || (def.checks ?? []).length > 0) return undefined;
  const fields = Object.entries(def.shape).map(([name, schema]) => {
    const { optin, optout } = schema._zod;
    const isLeftOut = optin === 'optional' && optout === 'optional';
    return { name, key: names?.get(name) ?? name, schema, decode: decoderOf(schema), optin, isLeftOut };
  });
  if (fields.some(({ name, optin }) => name === '__proto__' || optin === 'defaulted')) return undefined;
  return withSteps(
    (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MismatchError();
      const decoded: Record<string, unknown> = {};
      for (const { name, key, schema, decode, optin, isLeftOut } of fields) {
        const wire = (value as Record<string, unknown>)[name];
        const isPresent = wire !== undefined || name in value;
        if (!isPresent && optin === undefined) throw new MismatchError().within(name, schema, wire);
        if (!isPresent && isLeftOut) continue;
        let ours: unknown;
        try {
          ours = decode(wire);
        } catch (error) {
          throw error instanceof MismatchError ? error.within(name, schema, wire) : error;
        }
        if (ours !== undefined || isPresent) decoded[key] = ours;
      }
      return decoded;
    },
    function* (value, stepValues) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MismatchError();
      const decoded: Record<string, unknown> = {};
      for (const { name, key, schema, decode, optin, isLeftOut } of fields) {
        const wire = (value as Record<string, unknown>)[name];
        const isPresent = wire !== undefined || name in value;
        if (!isPresent && optin === undefined) throw new MismatchError().within(name, schema, wire);
        if (!isPresent && isLeftOut) continue;
        let ours: unknown;
        try {
          ours = yield* stepsOf(decode, wire, stepValues);
        } catch (error) {
          throw error instanceof MismatchError ? error.within(name, schema, wire) : error;
        }
        if (ours !== undefined || isPresent) decoded[key] = ours;
      }
      return decoded;
    }
  );
}
