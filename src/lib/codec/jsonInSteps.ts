import { CodecError } from './errors';
import { MAX_EXAMINED_LENGTH, MAX_LEVELS, parseJson, type JsonObject, type JsonValue } from './json';
import { endOfString } from './jsonNesting';

/** Characters parsed in one step, or scanned: a few milliseconds. */
const STEP_CHARACTERS = 50_000;

export interface JsonLimits {
  /** Maximum length of each list. */
  readonly listItems: number;
  /** Maximum number of values, in lists and objects of all levels. */
  readonly values: number;
}

/** A list or object that has begun and not ended. */
interface Container {
  readonly isList: boolean;
  /** Of its bracket. */
  readonly at: number;
  /** What was parsed of it; undefined as long as that is nothing. */
  value: JsonValue[] | JsonObject | undefined;
  /** Start of what was not parsed. */
  from: number;
  /** Start of the last item, which may be incomplete. */
  itemFrom: number;
  /** The last item was parsed: it was a long list or object. */
  isItemParsed: boolean;
  items: number;
}

/**
 * Parses long JSON like `parseJson`, in steps: lists and objects of many characters are parsed a few items at a time.
 * Yields between its steps.
 * @throws {CodecError} as `parseJson`, or beyond the limits
 */
export function* parseJsonInSteps(text: string, limits: JsonLimits): Generator<void, JsonValue> {
  try {
    return yield* parse(text, limits);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Which reports the position.
    if (text.length <= MAX_EXAMINED_LENGTH) return parseJson(text);
    throw new CodecError('malformed JSON', '', { cause: error });
  }
}

function* parse(text: string, limits: JsonLimits): Generator<void, JsonValue> {
  const structure = /["[\]{},]/g;
  const open: Container[] = [];
  let values = 0;
  let root: { readonly value: JsonValue; readonly end: number } | undefined;
  let pauseAt = STEP_CHARACTERS;
  const countItem = (container: Container): void => {
    if (++container.items > limits.listItems && container.isList) {
      throw new CodecError(`a list of more than ${limits.listItems} items`);
    }
    if (++values > limits.values) throw new CodecError(`more than ${limits.values} values`);
  };
  while (structure.test(text)) {
    const at = structure.lastIndex - 1;
    if (at >= pauseAt) {
      yield;
      pauseAt = at + STEP_CHARACTERS;
    }
    const container = open.at(-1);
    switch (text[at]) {
      case '"':
        structure.lastIndex = endOfString(text, at) + 1;
        break;
      case ',':
        if (container === undefined) throw new SyntaxError();
        countItem(container);
        if (at - container.from >= STEP_CHARACTERS || container.isItemParsed) parseUpTo(text, container, at);
        container.itemFrom = at + 1;
        break;
      case '[':
      case '{':
        if (root !== undefined || (container === undefined && !isBlank(text, 0, at))) throw new SyntaxError();
        if (open.length >= MAX_LEVELS) throw new CodecError(`JSON nests deeper than ${MAX_LEVELS} levels`);
        open.push(containerAt(at, text[at] === '['));
        break;
      default: {
        if (container?.isList !== (text[at] === ']')) throw new SyntaxError();
        open.pop();
        if (container.items > 0 || !isBlank(text, container.from, at)) countItem(container);
        const parent = open.at(-1);
        if (container.value === undefined && at - container.at < STEP_CHARACTERS && parent !== undefined) break;
        parseUpTo(text, container, at, true);
        const value = container.value!;
        if (parent === undefined) root = { value, end: at + 1 };
        else addItem(text, parent, container.at, value, at + 1);
      }
    }
  }
  if (open.length > 0) throw new SyntaxError();
  if (root === undefined) return parseJson(text);
  if (!isBlank(text, root.end, text.length)) throw new SyntaxError();
  return root.value;
}

const containerAt = (at: number, isList: boolean): Container => ({
  isList,
  at,
  value: undefined,
  from: at + 1,
  itemFrom: at + 1,
  isItemParsed: false,
  items: 0
});

/** Parses the items up to a comma or the closing bracket. @param isEnd the closing bracket */
function parseUpTo(text: string, container: Container, end: number, isEnd = false): void {
  const { isList, isItemParsed, from } = container;
  container.value ??= isList ? [] : {};
  if (isItemParsed) {
    if (!isBlank(text, from, end)) throw new SyntaxError();
  } else if (!isEnd || container.items > 0 || !isBlank(text, from, end)) {
    append(container.value, parseItems(text, from, end, isList));
  }
  container.isItemParsed = false;
  container.from = end + 1;
}

/** Adds an item that was parsed, after those before it. */
function addItem(text: string, container: Container, start: number, value: JsonValue, end: number): void {
  const { isList, from, itemFrom } = container;
  container.value ??= isList ? [] : {};
  // Without the comma.
  if (itemFrom > from) append(container.value, parseItems(text, from, itemFrom - 1, isList));
  if (!isList) {
    const [key, ...others] = Object.keys(JSON.parse(`{${text.slice(itemFrom, start)}0}`) as object);
    if (key === undefined || others.length > 0) throw new SyntaxError();
    setField(container.value as JsonObject, key, value);
  } else {
    if (!isBlank(text, itemFrom, start)) throw new SyntaxError();
    (container.value as JsonValue[]).push(value);
  }
  container.from = end;
  container.isItemParsed = true;
}

/** One item or more. */
function parseItems(text: string, from: number, end: number, isList: boolean): JsonValue {
  if (isBlank(text, from, end)) throw new SyntaxError();
  const items = text.slice(from, end);
  try {
    return parseJson(isList ? `[${items}]` : `{${items}}`);
  } catch (error) {
    throw error instanceof CodecError && error.cause instanceof SyntaxError ? error.cause : error;
  }
}

function append(value: JsonValue[] | JsonObject, items: JsonValue): void {
  if (Array.isArray(value)) for (const item of items as JsonValue[]) value.push(item);
  else for (const [key, item] of Object.entries(items as JsonObject)) setField(value, key, item);
}

/** As `JSON.parse` does it, which sets no prototype. */
function setField(value: JsonObject, key: string, item: JsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(value, key, { value: item, configurable: true, enumerable: true, writable: true }); // prettier-ignore
  else value[key] = item;
}

/** Whether the text contains nothing but JSON's white space. */
function isBlank(text: string, from: number, end: number): boolean {
  const other = /[^ \t\r\n]/g;
  other.lastIndex = from;
  return !other.test(text) || other.lastIndex > end;
}
