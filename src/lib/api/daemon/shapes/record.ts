import * as z from 'zod/mini';
import type { Schema } from '../../http/route';
import type { JsonCodec } from '../../schemas/codec';

type Shape = Readonly<Record<string, Schema>>;
type OptionalKeys<S extends Shape> = { [K in keyof S]: undefined extends z.output<S[K]> ? K : never }[keyof S];
type Fields<S extends Shape> = { readonly [K in Exclude<keyof S, OptionalKeys<S>>]: z.output<S[K]> } & {
  readonly [K in OptionalKeys<S>]?: z.output<S[K]>;
};
/** The decoded type of a {@link record}. */
export type Recorded<S extends Shape> = { [K in keyof Fields<S>]: Fields<S>[K] };

/**
 * A JSON object from the daemon. Wire names are our names in lower case (`currentBlock` is `currentblock`), except for
 * those in `wireNames`. Unknown keys are ignored.
 */
export function record<const S extends Shape>(
  shape: S,
  wireNames: { readonly [K in keyof S]?: string } = {}
): JsonCodec<Recorded<S>> {
  const names = Object.keys(shape).map((ours) => [ours, wireNames[ours] ?? ours.toLowerCase()] as const);
  const wire = z.object(Object.fromEntries(names.map(([ours, theirs]) => [theirs, shape[ours] as Schema])));
  const renamed = z.codec(wire, z.custom<Recorded<S>>(), {
    decode: (value) =>
      Object.fromEntries(
        names.filter(([, theirs]) => value[theirs] !== undefined).map(([ours, theirs]) => [ours, value[theirs]])
      ) as Recorded<S>,
    encode: (value) => {
      const ours: Readonly<Record<string, unknown>> = value;
      return Object.fromEntries(names.map(([key, theirs]) => [theirs, ours[key]])) as z.input<typeof wire>;
    }
  });
  return renamed;
}

/** A JSON object in wire form. */
export type WireObject = Readonly<Record<string, unknown>>;

/**
 * A schema with rearranged objects: before decoding, differences between the documentation and real daemons are
 * normalized; after encoding, duplicated fields are added. Values other than objects pass through.
 */
export function reshaped<T>(
  schema: JsonCodec<T>,
  fromWire: (wire: WireObject) => WireObject,
  toWire: (wire: WireObject) => WireObject = (wire) => wire
): JsonCodec<T> {
  const arrange = (change: (wire: WireObject) => WireObject) => (wire: unknown) =>
    isWireObject(wire) ? change(wire) : wire;
  const codec = z.pipe(
    z.codec(z.unknown(), z.unknown(), { decode: arrange(fromWire), encode: arrange(toWire) }),
    schema
  );
  normalizations.set(codec, { schema, supplied: Object.keys(fromWire({})) });
  return codec;
}

/** The schema that a {@link reshaped} schema normalizes to. */
interface Normalization {
  readonly schema: Schema;
  /** Fields that decoding fills in from others. */
  readonly supplied: readonly string[];
}

const normalizations = new WeakMap<Schema, Normalization>();

/** The normalization of a {@link reshaped} schema; undefined for others. */
export const normalizationOf = (schema: Schema): Normalization | undefined => normalizations.get(schema);

/** Whether the value is a JSON object, not null or an array. */
export const isWireObject = (value: unknown): value is WireObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
