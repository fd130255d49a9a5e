import type { Route, RouteTable, Schema } from '$lib/api/http/route';
import { boundedSchema, bodyLimits, boundsOf, parameterSchema } from './parameters.ts';
import { wireSchemas, type SchemaModules } from './schemas.ts';
import type { JsonSchema } from './wireForms.ts';

/** Description of a service. */
export interface DescribedService {
  readonly title: string;
  readonly description: string;
  /** Base URLs of the routes. */
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  /** By module, which becomes the tag of its routes. */
  readonly tables: Readonly<Record<string, RouteTable>>;
  /** The security scheme and its name in `securitySchemes`. */
  readonly security: { readonly name: string; readonly scheme: JsonSchema };
  /** Whether a route requires authentication. */
  readonly needs: (route: Route) => boolean;
  /** Media type and schema of error responses. */
  readonly failure: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  /** Comments by method and path. */
  readonly comments: ReadonlyMap<string, string>;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const BYTES_TYPE = 'application/octet-stream';

interface Entry {
  readonly tag: string;
  readonly name: string;
  readonly route: Route;
}

/** The OpenAPI 3.1 document of a service. */
export function openApiDocument(service: DescribedService, modules: SchemaModules, version: string): JsonSchema {
  const entries = Object.entries(service.tables).flatMap(([tag, table]) =>
    Object.entries(table).map(([name, route]): Entry => ({ tag, name, route }))
  );
  const { of, components } = wireSchemas(Object.fromEntries(entries.flatMap(jsonSchemasOf)), modules);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const entry of entries) {
    const path = entry.route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[entry.route.method.toLowerCase()] = operation(entry, service, of);
  }
  const document = {
    openapi: '3.1.0',
    info: { title: service.title, version, description: service.description },
    servers: service.servers,
    tags: Object.keys(service.tables).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { [service.security.name]: service.security.scheme },
      schemas: components
    }
  };
  return inComponents(document) as JsonSchema;
}

const keyOf = ({ tag, name }: Entry, part: 'body' | 'result'): string => `${tag}.${name}.${part}`;

function jsonSchemasOf(entry: Entry): [string, Schema][] {
  const { body, result } = entry.route;
  return [
    ...(body.kind === 'json' ? [[keyOf(entry, 'body'), body.schema] as [string, Schema]] : []),
    ...(result.kind === 'json' ? [[keyOf(entry, 'result'), result.schema] as [string, Schema]] : [])
  ];
}

function operation(entry: Entry, service: DescribedService, of: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { tag, name, route } = entry;
  const parameters = parametersOf(route);
  const body = requestBody(entry, of);
  const isGuarded = service.needs(route);
  const description = service.comments.get(`${route.method} ${route.path}`);
  return {
    operationId: `${tag}.${name}`,
    tags: [tag],
    ...(description && { description }),
    ...(isGuarded && { security: [{ [service.security.name]: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...success(entry, of),
      default: { description: 'An error message.', content: service.failure }
    }
  };
}

function parametersOf(route: Route): JsonSchema[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: parameterSchema(route, name, route.params[name])
  }));
  const bounds = boundsOf(route);
  const fromTable = route.method === 'GET' ? Object.keys(bounds) : [];
  const names = [...new Set([...Object.keys(route.query), ...fromTable])];
  const inQuery = names
    .filter((name) => !inPath.some((parameter) => parameter.name === name))
    .map((name) => ({
      name,
      in: 'query',
      ...(bounds[name]?.missing !== undefined && { required: true }),
      schema: parameterSchema(route, name, route.query[name])
    }));
  return [...inPath, ...inQuery];
}

function requestBody(entry: Entry, of: Readonly<Record<string, JsonSchema>>): JsonSchema | undefined {
  const { route } = entry;
  const { body } = route;
  switch (body.kind) {
    case 'empty':
      return undefined;
    case 'bytes':
      return { required: true, content: { [BYTES_TYPE]: { schema: { maxLength: body.maxBytes } } } };
    case 'form': {
      const rows = Object.entries(boundsOf(route));
      const required = rows.filter(([, { missing }]) => missing !== undefined).map(([name]) => name);
      const properties = Object.fromEntries(rows.map(([name, bounds]) => [name, boundedSchema(bounds)]));
      const schema = { type: 'object', properties, ...(required.length > 0 && { required }) };
      return { content: { [FORM_TYPE]: { schema } } };
    }
    case 'json': {
      const given = of[keyOf(entry, 'body')]!;
      const limits = bodyLimits(route);
      return {
        required: true,
        content: { [JSON_TYPE]: { schema: limits ? { allOf: [given, limits] } : given } }
      };
    }
  }
}

function success(entry: Entry, of: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { result } = entry.route;
  switch (result.kind) {
    case 'nothing':
      return { 204: { description: 'Done.' } };
    case 'text':
      return { 200: { description: 'Text.', content: { 'text/plain': { schema: { type: 'string' } } } } };
    case 'bytes':
    case 'stream':
      return { 200: { description: 'Bytes.', content: { [BYTES_TYPE]: { schema: {} } } } };
    case 'json':
      return { 200: { description: 'JSON.', content: { [JSON_TYPE]: { schema: of[keyOf(entry, 'result')]! } } } };
  }
}

/** Turns references to definitions into references to the document's components. */
function inComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inComponents);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : inComponents(inner)
    ])
  );
}
