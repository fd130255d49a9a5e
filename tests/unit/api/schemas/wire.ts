import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { translateJsonKeys } from '$lib/api/dialect';
import { decodeJson, encodeJson, type JsonCodec } from '$lib/api/schemas/codec';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '$lib/codec/json';

const tests = join(import.meta.dirname, '../../..');

/** A file of tests/vectors; 64-bit integers are bigints if a double cannot hold them. */
export const loadVectors = (name: string): JsonObject =>
  parseJson(readFileSync(join(tests, 'vectors', name), 'utf8')) as JsonObject;

/** A recorded request and its response. */
export interface RecordedExchange {
  readonly name: string;
  readonly request: { readonly method: string; readonly url: string; readonly body: JsonValue };
  readonly response: { readonly status: number; readonly json: JsonValue; readonly text?: string };
}

export const loadExchanges = (path: string): RecordedExchange[] =>
  readFileSync(join(tests, 'samples', path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => parseJson(line) as unknown as RecordedExchange);

/** Follows keys and indexes into a JSON value. */
export function at(value: JsonValue, ...path: (string | number)[]): JsonValue {
  return path.reduce<JsonValue>((inner, key) => {
    const next = (inner as JsonObject)[key];
    if (next === undefined) throw new Error(`nothing at ${path.join('.')}`);
    return next;
  }, value);
}

export const rows = (value: JsonValue, ...path: (string | number)[]): JsonObject[] =>
  at(value, ...path) as JsonObject[];

/** Decodes what a real server printed. */
export const decodeRecorded = <T>(schema: JsonCodec<T>, json: JsonValue): T =>
  decodeJson(schema, translateJsonKeys(json, 'sia', 'svc'));

/** Prints a value like a real server, through the text form. */
export const printAsServer = <T>(schema: JsonCodec<T>, value: T): JsonValue =>
  translateJsonKeys(parseJson(stringifyJson(encodeJson(schema, value))), 'svc', 'sia');

/** `null`, `[]` and an absent field are equivalent; everything else must be equal. */
export function withoutEmpty(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null && !(Array.isArray(inner) && inner.length === 0))
      .map(([key, inner]) => [key, withoutEmpty(inner)])
  );
}
