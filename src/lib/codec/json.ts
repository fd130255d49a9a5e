import { CodecError } from './errors';
import { findJsonError } from './jsonError';
import { nestsDeeperThan } from './jsonNesting';
import { parseWithDigits } from './wideIntegers';

/** A JSON value; integers that a double cannot represent exactly are bigint. */
export type JsonValue = null | boolean | string | number | bigint | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

// ECMAScript "JSON.parse source text access": not yet in TypeScript's library, missing in older browsers.
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };

/** How wide integers are printed: `native` as raw JSON; `marked` as marked strings first, which works everywhere. */
export type WideIntegerMode = 'native' | 'marked';
const SUPPORTED: WideIntegerMode = rawJSON === undefined ? 'marked' : 'native';

// Cheap test with false positives (digits inside a string): safe integers have at most 16 digits.
const MAYBE_WIDE = /\d{16}/;
// Far more than the 78 digits of a 256-bit value; converting millions of digits would block the thread.
const MAX_DIGITS = 100;
/** The error position is not computed for longer texts: it takes a microsecond per character. */
export const MAX_EXAMINED_LENGTH = 1_000_000;

/**
 * No valid message nests half as deep: policies nest 32 levels, each of three in JSON. `JSON.parse` takes up to a
 * microsecond per level, fifty times as long as for other text, and functions that walk the value would exhaust the stack.
 */
export const MAX_LEVELS = 500;

function wideInteger(digits: string): bigint {
  if (digits.length > MAX_DIGITS)
    throw new CodecError(`an integer of ${digits.length} digits exceeds the limit of ${MAX_DIGITS}`);
  return BigInt(digits);
}

/**
 * Parses JSON. Integers outside ±(2^53 - 1) become exact bigints, all other numbers become numbers.
 * @throws {CodecError} malformed text (with the offset of the first error unless the text is very long), an integer of
 * more than 100 digits, or too deep nesting
 */
export function parseJson(text: string): JsonValue {
  if (nestsDeeperThan(text, MAX_LEVELS)) throw new CodecError(`JSON nests deeper than ${MAX_LEVELS} levels`);
  try {
    return (MAYBE_WIDE.test(text) ? parseWithDigits(text, wideInteger) : JSON.parse(text)) as JsonValue;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = text.length > MAX_EXAMINED_LENGTH ? '' : ` at position ${findJsonError(text)}`;
    throw new CodecError(`malformed JSON${position}`, '', { cause: error });
  }
}

/**
 * Serializes to JSON; a bigint becomes a plain number, digit for digit.
 * @param indent spaces per level; omitted for a single line
 * @throws {CodecError} the value has no JSON, such as `undefined`
 */
export function stringifyJson(value: unknown, indent?: number, mode: WideIntegerMode = SUPPORTED): string {
  const text = mode === 'native' ? stringifyRaw(value, indent) : stringifyMarked(value, indent);
  if (text === undefined) throw new CodecError('the value has no JSON representation');
  return text;
}

const stringifyRaw = (value: unknown, indent?: number): string | undefined =>
  JSON.stringify(withRawIntegers(value), undefined, indent);

/**
 * The value with every bigint replaced by raw JSON; values without bigints are returned unchanged. Takes a third of the
 * time of a replacer function, which is called for every value.
 */
function withRawIntegers(value: unknown): unknown {
  if (typeof value === 'bigint') return rawJSON!(value.toString());
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? withRawItems(value) : withRawFields(value as Record<string, unknown>);
}

function withRawItems(items: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    // Most long lists are lists of strings.
    if (typeof item === 'string') continue;
    const raw = withRawIntegers(item);
    if (raw !== item) (copy ??= [...items])[i] = raw;
  }
  return copy ?? items;
}

function withRawFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(fields)) {
    const raw = withRawIntegers(fields[key]);
    if (raw !== fields[key]) (copy ??= { ...fields })[key] = raw;
  }
  return copy ?? fields;
}

// Marked mode writes a wide integer as the string "#<digits>" and prefixes $ to every string that could be mistaken for
// a mark. Keys, which are followed by a colon, are not marked.
const WIDE_MARK = '#';
const TEXT_MARK = '$';
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/g;

function stringifyMarked(value: unknown, indent?: number): string | undefined {
  const mark = JSON.stringify(
    value,
    (_key, item: unknown) => {
      if (typeof item === 'bigint') return `${WIDE_MARK}${item}`;
      if (typeof item !== 'string') return item;
      return item.startsWith(WIDE_MARK) || item.startsWith(TEXT_MARK) ? `${TEXT_MARK}${item}` : item;
    },
    indent
  ) as string | undefined;
  return mark?.replace(TOKEN, (token: string, colon: string | undefined) => {
    if (colon !== undefined) return token;
    if (token.startsWith(`"${WIDE_MARK}`)) return token.slice(2, -1);
    return token.startsWith(`"${TEXT_MARK}`) ? `"${token.slice(2)}` : token;
  });
}
