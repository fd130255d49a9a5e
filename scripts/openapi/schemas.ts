import * as z from 'zod/mini';
import { normalizationOf } from '$lib/api/daemon/shapes/record';
import type { Schema } from '$lib/api/http/route';
import { walletEvent, WALLET_EVENTS } from '$lib/api/wallet-server/events';
import { WIRE_FORMS, type JsonSchema } from './wireForms.ts';

/** A document's schemas, as JSON Schema of the wire format. */
export interface WireSchemas {
  /** By the given keys. */
  readonly of: Readonly<Record<string, JsonSchema>>;
  /** By name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** Modules with schemas, by path; exported schemas become components with their own names. */
export type SchemaModules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value;
const pascal = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

/** Names of schemas, with those of {@link WIRE_FORMS} first. */
function namesOf(modules: SchemaModules): Map<Schema, string> {
  const names = new Map(Object.entries(WIRE_FORMS).map(([name, { schema }]) => [schema, name]));
  const taken = new Set(names.values());
  // Shared schemas keep their name; a service's schema of the same name is prefixed with the service's.
  const isShared = ([path]: readonly [string, unknown]): boolean => path.includes('api/schemas/');
  const sorted = Object.entries(modules).sort((a, b) => Number(isShared(b)) - Number(isShared(a)));
  for (const [path, exports] of sorted) {
    for (const [name, schema] of Object.entries(exports)) {
      if (!isSchema(schema) || names.has(schema)) continue;
      const service = /api\/([^/]+)\//.exec(path)?.[1] ?? '';
      const own = taken.has(pascal(name)) ? pascal(service.replace(/-./g, (dash) => dash[1]!.toUpperCase())) : '';
      names.set(schema, own + pascal(name));
      taken.add(own + pascal(name));
    }
  }
  return names;
}

/**
 * JSON Schemas of the given schemas' wire format.
 * @throws {Error} a schema's wire format is defined only by code and is missing in {@link WIRE_FORMS}
 */
export function wireSchemas(given: Readonly<Record<string, Schema>>, modules: SchemaModules): WireSchemas {
  const registry = z.registry<{ id: string }>();
  const names = namesOf(modules);
  for (const [schema, id] of names) registry.add(schema, { id });
  const forms = new Map(Object.entries(WIRE_FORMS).map(([name, { json }]) => [name, json]));

  const events = Object.entries(WALLET_EVENTS);
  events.forEach(([type, schema]) => registry.add(schema, { id: eventName(type) }));
  const known = events.map(([type]) => type);
  forms.set(names.get(walletEvent)!, {
    anyOf: [
      ...known.map((type) => ({ $ref: `#/$defs/${eventName(type)}`, properties: { type: { const: type } } })),
      { type: 'object', required: ['id', 'type'], properties: { type: { type: 'string', not: { enum: known } } } }
    ]
  });
  const used: Schema[] = [
    ...events.map(([, schema]) => schema),
    ...Object.values(WIRE_FORMS).flatMap((form) => form.uses ?? [])
  ];

  const defs: Record<string, JsonSchema> = {};
  const convert = (inner: Schema): JsonSchema => {
    const { $defs, properties } = z.toJSONSchema(z.object({ inner }), {
      io: 'input',
      metadata: registry,
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        const normalization = normalizationOf(zodSchema);
        if (normalization) replace(jsonSchema, withOptional(convert(normalization.schema), normalization.supplied));
        else if (isOpaque(zodSchema)) jsonSchema[OPAQUE] = true;
      }
    });
    for (const [name, { id: _id, ...schema }] of Object.entries($defs ?? {}))
      defs[name] = forms.get(name) ?? (schema as JsonSchema);
    return properties!.inner as JsonSchema;
  };
  const of = Object.fromEntries(Object.entries(given).map(([key, schema]) => [key, convert(schema)]));
  used.forEach(convert);
  const components = reachable(of, defs);
  const place = JSON.stringify([of, components], (_, value: unknown) =>
    typeof value === 'bigint' ? null : value
  ).split(`"${OPAQUE}"`);
  if (place.length > 1) throw new Error(`no row of WIRE_FORMS for a schema after …${place[0]!.slice(-200)}`);
  return { of, components };
}

const OPAQUE = 'x-code-only';

/** A codec that accepts any JSON value, so that only its code defines the format. */
const isOpaque = (schema: Schema): boolean =>
  schema._zod.def.type === 'pipe' && (schema._zod.def as z.core.$ZodPipeDef).in._zod.def.type === 'unknown';

/** Makes fields optional that some daemons have under other names. */
const withOptional = (schema: JsonSchema, names: readonly string[]): JsonSchema =>
  Array.isArray(schema.required)
    ? { ...schema, required: schema.required.filter((name: string) => !names.includes(name)) }
    : schema;

const eventName = (type: string): string => `${pascal(type)}Event`;

function replace(target: object, by: JsonSchema): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, by);
}

/** All definitions that the schemas need, directly or indirectly. */
function reachable(roots: object, defs: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const name = key === '$ref' ? /^#\/\$defs\/(.+)$/.exec(String(inner))?.[1] : undefined;
      if (name === undefined) visit(inner);
      else if (!found.has(name)) {
        found.add(name);
        visit(defs[name]);
      }
    }
  };
  visit(roots);
  return Object.fromEntries([...found].sort().map((name) => [name, defs[name]!]));
}
