import { CodecError } from './errors';
import { findJsonFault } from './jsonFault';

/** A JSON value whose integers may be wider than a double holds exactly: those are bigint. */
export type JsonValue = null | boolean | string | number | bigint | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

// ECMAScript "JSON.parse source text access"; TypeScript's library does not know it yet, and older browsers lack it.
interface SourceTextJson {
  parse(text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown): unknown;
  rawJSON?: (text: string) => unknown;
}
const sourceTextJson = JSON as SourceTextJson;

/** How wide integers get through `JSON`: `native` by source text access, `marked` by marking strings, anywhere. */
export type WideIntegers = 'native' | 'marked';
const SUPPORTED: WideIntegers = sourceTextJson.rawJSON === undefined ? 'marked' : 'native';

// Cheap test, sometimes true in vain (digits inside a string): a safe integer has at most 16 digits.
const MAYBE_WIDE = /\d{16}/;
const INTEGER = /^-?\d+$/;
// Far above the 78 digits of the widest value there is (256 bits); converting millions would stall the thread.
const MAX_DIGITS = 100;

function wideInteger(digits: string): bigint {
  if (digits.length > MAX_DIGITS)
    throw new CodecError(`an integer of ${digits.length} digits is longer than any value`);
  return BigInt(digits);
}

/**
 * Parses JSON; integers outside ±(2^53 - 1) come back as bigint, exactly, every other number as a number.
 * @throws {CodecError} malformed text, with the offset of the first fault; an integer of more than 100 digits; nesting
 *   by the thousand
 */
export function parseJson(text: string, wide: WideIntegers = SUPPORTED): JsonValue {
  try {
    if (!MAYBE_WIDE.test(text)) return JSON.parse(text) as JsonValue;
    return (wide === 'native' ? parseWithSource(text) : parseMarked(text)) as JsonValue;
  } catch (error) {
    // Reading what servers send must not depend on how deep the stack is: nothing of theirs nests like that.
    if (error instanceof RangeError) throw new CodecError('JSON nests too deep', '', { cause: error });
    if (!(error instanceof SyntaxError)) throw error;
    throw new CodecError(`malformed JSON at position ${findJsonFault(text)}`, '', { cause: error });
  }
}

/**
 * Prints JSON; a bigint becomes a bare number, digit for digit.
 * @param indent spaces a level; everything on one line without it
 */
export function stringifyJson(value: unknown, indent?: number, wide: WideIntegers = SUPPORTED): string {
  const text = wide === 'native' ? stringifyRaw(value, indent) : stringifyMarked(value, indent);
  if (text === undefined) throw new CodecError('nothing to print as JSON');
  return text;
}

function parseWithSource(text: string): unknown {
  return sourceTextJson.parse(text, (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && INTEGER.test(context?.source ?? '')
      ? wideInteger(context!.source!)
      : value
  );
}

const stringifyRaw = (value: unknown, indent?: number): string | undefined =>
  JSON.stringify(withRawIntegers(value), undefined, indent);

/**
 * The value with every bigint as raw JSON; whatever holds none stays as it is. Printing the outcome takes a third of the
 * time that a replacer asked about every value would.
 */
function withRawIntegers(value: unknown): unknown {
  if (typeof value === 'bigint') return sourceTextJson.rawJSON!(value.toString());
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? withRawItems(value) : withRawFields(value as Record<string, unknown>);
}

function withRawItems(items: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    // Most of what is long is a list of text.
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

// The marked way writes a wide integer as the string "#<digits>" and puts a $ before every string that could be taken
// for a mark. Only string values are touched: a key is followed by a colon.
const WIDE_MARK = '#';
const TEXT_MARK = '$';
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/g;
const AMBIGUOUS = /^"[#$\\]/;

function parseMarked(text: string): unknown {
  // Marking could repair what is broken, so the text must be JSON before it is touched.
  JSON.parse(text);
  const marked = text.replace(TOKEN, (token: string, colon: string | undefined) => {
    if (colon !== undefined) return token;
    if (token.startsWith('"')) return AMBIGUOUS.test(token) ? `"${TEXT_MARK}${token.slice(1)}` : token;
    return INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${WIDE_MARK}${token}"` : token;
  });
  return JSON.parse(marked, (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (value.startsWith(WIDE_MARK)) return wideInteger(value.slice(1));
    return value.startsWith(TEXT_MARK) ? value.slice(1) : value;
  });
}

function stringifyMarked(value: unknown, indent?: number): string | undefined {
  const marked = JSON.stringify(
    value,
    (_key, item: unknown) => {
      if (typeof item === 'bigint') return `${WIDE_MARK}${item}`;
      if (typeof item !== 'string') return item;
      return item.startsWith(WIDE_MARK) || item.startsWith(TEXT_MARK) ? `${TEXT_MARK}${item}` : item;
    },
    indent
  ) as string | undefined;
  return marked?.replace(TOKEN, (token: string, colon: string | undefined) => {
    if (colon !== undefined) return token;
    if (token.startsWith(`"${WIDE_MARK}`)) return token.slice(2, -1);
    return token.startsWith(`"${TEXT_MARK}`) ? `"${token.slice(2)}` : token;
  });
}
