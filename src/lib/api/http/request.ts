import * as z from 'zod/mini';
import { decodeInSteps, decodeValue } from '$lib/api/schemas/decoder';
import type { StepQueue, Steps } from '$lib/async/stepQueue';
import { CodecError } from '$lib/codec/errors';
import { parseJson, stringifyJson, type JsonValue } from '$lib/codec/json';
import { parseJsonInSteps } from '$lib/codec/jsonInSteps';
import { readRequestBody } from './body';
import { DIALECT_HEADER, type Spelling } from './spelling';
import { DecodeError, UnsafeNumberError, type Exchange } from './errors';
import type { HttpRequest } from './message';
import { pathPattern } from './path';
import { asText, type RequestOf, type Route, type Schema, type TextShape } from './route';

/** A decoded request for any route. */
export interface UntypedCall {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The request for `fetch`, and its path for error messages. */
export interface EncodedRequest {
  readonly pathname: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
}

/** Maximum size of a JSON body; no other body may be larger. */
export const MAX_TEXT_BODY_BYTES = 10_000_000;
/**
 * Maximum length of a list in a JSON body. No block has room for more of anything, and decoding millions of items, or
 * finding out what is wrong with each, takes minutes.
 */
const MAX_LIST_ITEMS = 100_000;
/** Maximum number of values in a JSON body, in lists and objects of all levels: no transactions of that size have more. */
const MAX_VALUES = 300_000;
/** A JSON body beyond this is decoded in steps. */
const LONG_BODY_BYTES = 100_000;
/** Forms have few parameters, the longest of 4096 characters. Reading a megabyte of short ones would take seconds. */
const MAX_FORM_BYTES = 64 * 1024;

/** The parts of a request that are decoded, apart from its path. */
type Received = Pick<HttpRequest, 'query' | 'headers' | 'body' | 'signal'>;

export interface DecodeOptions {
  /** Maximum size of a form or JSON body; forms are limited further. */
  readonly maxTextBytes?: number;
  /** Dialect of a JSON body; by default ours. */
  readonly spelling?: Spelling | undefined;
  /** Decodes long bodies one after the other; by default each is decoded at once. */
  readonly steps?: StepQueue;
}

/**
 * Encodes a request. Parameters of a POST are always sent as a form with its Content-Type: otherwise the daemon
 * responds 204 and changes nothing.
 * @param spelling dialect of a JSON body; by default ours
 * @throws {DecodeError} a value that cannot be encoded
 */
export function encodeRequest(route: Route, call: UntypedCall, spelling?: Spelling): EncodedRequest {
  const exchange = exchangeOf(route);
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.params ?? {})) {
    params[name] = toText(route.params[name], value, { exchange, part: 'params', field: name });
  }
  const query = encodeFields(route.query, call.query ?? {}, { exchange, part: 'query' });
  return {
    pathname: pathPattern(route.path).format(params),
    search: query.size > 0 ? `?${query}` : '',
    ...encodeBody(exchange, route, call.body, spelling)
  };
}

/**
 * Decodes a request for a handler.
 * @param pathParams as found by {@link matchRoute}
 * @throws {DecodeError} with the part and field
 * @throws {TooLargeError} a body above the route's limit
 */
export async function decodeRequest<R extends Route>(
  route: R,
  pathParams: Readonly<Record<string, string>>,
  request: Received,
  options: DecodeOptions = {}
): Promise<RequestOf<R>> {
  const exchange = exchangeOf(route);
  const params: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(pathParams)) {
    const schema = route.params[name];
    const place = { exchange, part: 'params', field: name } as const;
    params[name] = schema ? decodeWith(schema, value, place, decodeValue) : value;
  }
  const search = new URLSearchParams(request.query);
  const query = decodeFields(route.query, (name) => search.get(name), { exchange, part: 'query' });
  const decoded: UntypedCall = {
    params,
    query,
    body: await decodeBody(exchange, route, request, search, options)
  };
  return decoded as RequestOf<R>;
}

/** The route as shown in error messages. */
export const exchangeOf = (route: Route): Exchange => ({ method: route.method, path: route.path });

/** @throws {z.core.$ZodError} the value does not match the schema */
export type Decode = (schema: Schema, value: unknown) => unknown;

/** Where a value is in an exchange, for error messages. */
export interface Place {
  readonly exchange: Exchange;
  readonly part: DecodeError['part'];
  /** Dotted path of the value; missing if it is the whole part. */
  readonly field?: string;
}

/**
 * Decodes with the schema.
 * @param decode `decodeValue` for large values; pages do without it for small ones
 * @throws {DecodeError} with the value's place, and the field inside it
 */
export function decodeWith(schema: Schema, value: unknown, place: Place, decode: Decode = z.parse): unknown {
  try {
    return decode(schema, value);
  } catch (error) {
    throw decodeError(place, error);
  }
}

/** Encodes with the schema; the inverse of {@link decodeWith}. @throws {DecodeError} */
export function encodeWith(schema: Schema, value: unknown, place: Place): unknown {
  try {
    return z.encode(schema, value as z.output<Schema>);
  } catch (error) {
    throw decodeError(place, error);
  }
}

function decodeError({ exchange, part, field }: Place, error: unknown): DecodeError {
  const issue = error instanceof z.core.$ZodError ? error.issues[0] : undefined;
  const path = [...(field === undefined ? [] : [field]), ...(issue?.path ?? [])].map(String).join('.');
  const reason = issue?.message ?? (error instanceof Error ? error.message : String(error));
  const isUnsafe = issue?.code === 'custom' && issue.params?.cause === 'codec/unsafe-integer';
  return new (isUnsafe ? UnsafeNumberError : DecodeError)(exchange, part, path, reason, { cause: error });
}

const toText = (schema: Schema | undefined, value: unknown, place: Place): string =>
  String(schema ? encodeWith(schema, value, place) : value);

function encodeFields(shape: TextShape, values: Readonly<Record<string, unknown>>, place: Place): URLSearchParams {
  const fields = new URLSearchParams();
  for (const name of Object.keys(shape === asText ? values : shape)) {
    if (values[name] !== undefined) fields.set(name, toText(shape[name], values[name], { ...place, field: name }));
  }
  return fields;
}

/** @param clearable fields whose empty value counts */
function decodeFields(
  shape: TextShape,
  given: (name: string) => string | null,
  place: Place,
  clearable?: ReadonlySet<string>
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    // Like daemons: empty values count as absent, and the first of several values is used.
    const text = given(name) ?? undefined;
    const counted = text === '' && !clearable?.has(name) ? undefined : text;
    const value = decodeWith(schema, counted, { ...place, field: name }, decodeValue);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function encodeBody(
  exchange: Exchange,
  route: Route,
  body: unknown,
  spelling: Spelling | undefined
): Pick<EncodedRequest, 'headers' | 'body'> {
  const place = { exchange, part: 'body' } as const;
  switch (route.body.kind) {
    case 'empty':
      return { headers: {}, body: undefined };
    case 'form':
      return {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: encodeFields(route.body.fields, (body ?? {}) as Record<string, unknown>, place).toString()
      };
    case 'json': {
      const ours = encodeWith(route.body.schema, body, place) as JsonValue;
      return {
        headers: { 'content-type': 'application/json', ...(spelling && { [DIALECT_HEADER]: spelling.dialect }) },
        body: stringifyJson(spelling ? spelling.write(ours) : ours)
      };
    }
    case 'bytes':
      return {
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(body as Uint8Array)
      };
  }
}

async function decodeBody(
  exchange: Exchange,
  route: Route,
  request: Received,
  search: URLSearchParams,
  { maxTextBytes = MAX_TEXT_BODY_BYTES, spelling, steps }: DecodeOptions
) {
  const place = { exchange, part: 'body' } as const;
  switch (route.body.kind) {
    case 'empty':
      return undefined;
    case 'form': {
      // Like daemons: the URL and the body are merged, and the body takes precedence.
      const { fields, clearable } = route.body;
      const form = await formFields(exchange, request, Math.min(maxTextBytes, MAX_FORM_BYTES));
      return decodeFields(fields, (name) => (form.has(name) ? form : search).get(name), place, clearable);
    }
    case 'json': {
      const sent = await readRequestBody(exchange, request, maxTextBytes);
      if (steps && sent.length > LONG_BODY_BYTES) {
        return steps.run(decodeLong(route.body.schema, sent, spelling, place), request);
      }
      return decodeWith(route.body.schema, parseBody(sent, spelling, place), place, decodeValue);
    }
    case 'bytes':
      return readRequestBody(exchange, request, route.body.maxBytes);
  }
}

/** The form fields in the body; a body of another type is not read. */
async function formFields(exchange: Exchange, request: Received, maxBytes: number): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i.test(type))
    return new URLSearchParams();
  const sent = await readRequestBody(exchange, request, maxBytes);
  const fields = new URLSearchParams();
  // Daemons treat a malformed form like one without parameters.
  const form = await new Response(sent, { headers: { 'content-type': type } }).formData().catch(() => new FormData());
  for (const [name, value] of form) if (typeof value === 'string') fields.append(name, value);
  return fields;
}

function parseBody(sent: Uint8Array, spelling: Spelling | undefined, place: Place): unknown {
  try {
    const value = parseJson(new TextDecoder().decode(sent));
    requireFewValues(value);
    return spelling ? spelling.read(value) : value;
  } catch (error) {
    throw decodeError(place, error);
  }
}

function* decodeLong(schema: Schema, sent: Uint8Array, spelling: Spelling | undefined, place: Place): Steps<unknown> {
  // Not before its turn.
  yield;
  try {
    const limits = { listItems: MAX_LIST_ITEMS, values: MAX_VALUES };
    const value = yield* parseJsonInSteps(new TextDecoder().decode(sent), limits);
    return yield* decodeInSteps(schema, spelling ? spelling.read(value) : value);
  } catch (error) {
    throw decodeError(place, error);
  }
}

/** @throws {CodecError} a list has more than {@link MAX_LIST_ITEMS}, or the whole more than {@link MAX_VALUES} */
function requireFewValues(value: unknown): void {
  const waiting = [value];
  let count = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next) && next.length > MAX_LIST_ITEMS) {
      throw new CodecError(`a list of more than ${MAX_LIST_ITEMS} items`);
    }
    const items: unknown[] = Object.values(next);
    count += items.length;
    if (count > MAX_VALUES) throw new CodecError(`more than ${MAX_VALUES} values`);
    for (const item of items) waiting.push(item);
  }
}
