import * as z from 'zod/mini';
import type { FieldSpelling } from '$lib/api/dialect';
import { stringifyJson, type JsonValue } from '$lib/codec/json';
import type { WholeBody } from '$lib/api/http/message';
import { Utf8Builder } from '$lib/codec/utf8Builder';
import { choiceOf, isPlainText, namesOf } from '$lib/api/schemas/codec';

// Reads the internals of zod's schemas (`_zod.def`), which may change with any release: a test pins the version that
// this was verified with.

/**
 * Writes a value at a nesting depth, preceded by the text `before`.
 * @returns false for an omitted field; nothing is written then
 */
type Printer = (out: Sink, before: string, value: unknown, depth: number) => boolean;

/** What printers write to. */
interface Sink {
  add(part: string): void;
  /** Takes a part that is written later, in steps; without it, all is written at once. */
  readonly addInSteps?: (write: StepWriter) => void;
}

/** Yields before each item of a list. */
type StepWriter = (out: Utf8Builder) => Generator<void>;

const INDENT = 2;
/** Line break and indentation by depth. */
const BREAKS = Array.from({ length: 64 }, (_, depth) => `\n${' '.repeat(INDENT * depth)}`);
/** The same between the items of a list. */
const SEPARATORS = BREAKS.map((line) => `,${line}`);

/** The value does not match its schema; `z.encode` reports where. */
class MismatchError extends Error {}

/** For our own dialect. */
const ours = new WeakMap<z.core.$ZodType, Printer>();
const inDialects = new WeakMap<FieldSpelling, WeakMap<z.core.$ZodType, Printer>>();

/**
 * Writes a value as JSON with an indentation of two spaces: the text of `stringifyJson(z.encode(schema, value), 2)`.
 * Each schema is compiled once to functions that write directly, which is several times as fast as encoding a copy of
 * the whole response first.
 * @param spelling of a dialect other than ours: writes `stringifyJson(spelling.write(z.encode(schema, value)), 2)`
 * @throws {Error} the value does not match the schema; `z.encode` reports where
 */
export function printJson(
  out: Utf8Builder,
  schema: z.core.$ZodType,
  value: unknown,
  spelling?: FieldSpelling | undefined
): void {
  if (!printerOf(schema, spelling)(out, '', value, 0)) throw new MismatchError();
}

/** {@link printJson} with a line break at the end; yields before each item of the outermost lists. */
export function* printInSteps(
  schema: z.core.$ZodType,
  value: unknown,
  spelling?: FieldSpelling | undefined
): Generator<void, WholeBody> {
  const draft = new Draft();
  if (!printerOf(schema, spelling)(draft, '', value, 0)) throw new MismatchError();
  draft.add('\n');
  return yield* draft.chunks();
}

/** A text whose outermost lists are not printed yet. */
class Draft implements Sink {
  readonly #parts: (Utf8Builder | StepWriter)[] = [];
  #end = new Utf8Builder();

  add(part: string): void {
    this.#end.add(part);
  }

  readonly addInSteps = (write: StepWriter): void => {
    this.#parts.push(this.#end, write);
    this.#end = new Utf8Builder();
  };

  /** The complete text. */
  *chunks(): Generator<void, WholeBody> {
    const chunks: WholeBody[] = [];
    for (const part of [...this.#parts, this.#end]) {
      const out = part instanceof Utf8Builder ? part : new Utf8Builder();
      if (!(part instanceof Utf8Builder)) yield* part(out);
      chunks.push(out.chunks());
    }
    return chunks.flat();
  }
}

function printerOf(schema: z.core.$ZodType, spelling: FieldSpelling | undefined): Printer {
  const printers = spelling === undefined ? ours : printersIn(spelling);
  let printer = printers.get(schema);
  if (printer === undefined) printers.set(schema, (printer = makePrinter(schema as z.core.$ZodTypes, spelling)));
  return printer;
}

function printersIn(spelling: FieldSpelling): WeakMap<z.core.$ZodType, Printer> {
  let printers = inDialects.get(spelling);
  if (printers === undefined) inDialects.set(spelling, (printers = new WeakMap()));
  return printers;
}

function makePrinter(schema: z.core.$ZodTypes, spelling: FieldSpelling | undefined): Printer {
  const { def } = schema._zod;
  const inner = (type: z.core.$ZodType): Printer => printerOf(type, spelling);
  const whole = () => encoded(schema, spelling);
  if (isCheckedByLibrary(def)) return whole();
  if (isPlainText(schema)) return def.type === 'string' ? plain : plainList;
  const choose = choiceOf(schema);
  if (choose) return (out, before, value, depth) => inner(choose(value))(out, before, value, depth);
  switch (def.type) {
    case 'string':
      return 'format' in def ? whole() : text;
    case 'boolean':
      return boolean;
    case 'unknown':
      return wirePrinter(spelling);
    case 'optional':
      return optional(inner(def.innerType));
    case 'nullable':
      return nullable(inner(def.innerType));
    case 'array':
      return list(inner(def.element));
    case 'record':
      return def.keyType._zod.def.type === 'string' && spelling === undefined
        ? record(def.keyType, inner(def.valueType))
        : whole();
    case 'object':
      return object(schema, spelling) ?? whole();
    case 'pipe':
      return 'reverseTransform' in def ? conversion(def as z.core.$ZodCodecDef, namesOf(schema), spelling) : whole();
    default:
      return whole();
  }
}

const isCheckedByLibrary = ({ checks }: z.core.$ZodTypeDef): boolean => checks !== undefined && checks.length > 0;

const text: Printer = (out, before, value) => {
  if (typeof value !== 'string') throw new MismatchError();
  out.add(before + JSON.stringify(value));
  return true;
};

const plain: Printer = (out, before, value) => {
  if (typeof value !== 'string') throw new MismatchError();
  out.add(`${before}"${value}"`);
  return true;
};

/** One join for the whole list: most of an update feed is Merkle proofs. */
const plainList: Printer = (out, before, value, depth) => {
  if (!Array.isArray(value)) throw new MismatchError();
  const separator = BREAKS[depth + 1]!;
  const items = value.length === 0 ? '' : `${separator}"${value.join(`",${separator}"`)}"${BREAKS[depth]!}`;
  out.add(`${before}[${items}]`);
  return true;
};

const boolean: Printer = (out, before, value) => {
  if (typeof value !== 'boolean') throw new MismatchError();
  out.add(before + (value ? 'true' : 'false'));
  return true;
};

/** A value that is already in wire form. */
const printWire: Printer = (out, before, value, depth) => {
  if (value === undefined) return false;
  if (typeof value === 'string') out.add(before + JSON.stringify(value));
  else if (typeof value === 'bigint' || Number.isSafeInteger(value)) out.add(before + String(value));
  else out.add(before + stringifyJson(value, INDENT).replaceAll('\n', BREAKS[depth]!));
  return true;
};

const wirePrinter = (spelling: FieldSpelling | undefined): Printer =>
  spelling === undefined
    ? printWire
    : (out, before, value, depth) =>
        printWire(out, before, value === undefined ? value : spelling.write(value as JsonValue), depth);

/** Fallback for rare schemas, and those with checks: encodes, then prints. */
function encoded(schema: z.core.$ZodType, spelling: FieldSpelling | undefined): Printer {
  const print = wirePrinter(spelling);
  return (out, before, value, depth) => print(out, before, z.encode(schema, value), depth);
}

/** A field of an object; in another dialect, its text may be a name to translate, or its content user data. */
function fieldPrinter(name: string, schema: z.core.$ZodType, spelling: FieldSpelling | undefined): Printer {
  if (spelling === undefined || spelling.isFree(name)) return printerOf(schema, undefined);
  const print = printerOf(schema, spelling);
  if (!spelling.hasNames(name)) return print;
  return (out, before, value, depth) => {
    const wire = z.encode(schema, value);
    return typeof wire === 'string'
      ? printWire(out, before, spelling.text(name, wire), depth)
      : print(out, before, value, depth);
  };
}

const optional =
  (print: Printer): Printer =>
  (out, before, value, depth) =>
    value !== undefined && print(out, before, value, depth);

const nullable =
  (print: Printer): Printer =>
  (out, before, value, depth) => {
    if (value !== null) return print(out, before, value, depth);
    out.add(`${before}null`);
    return true;
  };

function conversion(
  { in: wire, out: ours, reverseTransform }: z.core.$ZodCodecDef,
  names: ReadonlyMap<string, string> | undefined,
  spelling: FieldSpelling | undefined
): Printer {
  // Renamed fields are read by their decoded names, which avoids a copy.
  const renamed = names && object(wire as z.core.$ZodTypes, spelling, names);
  if (renamed) return renamed;
  const print = printerOf(wire, spelling);
  const isChecked = ours._zod.def.type !== 'unknown';
  const payload: z.core.ParsePayload = { value: undefined, issues: [] };
  return (out, before, value, depth) => {
    const converted = reverseTransform(isChecked ? z.encode(ours, value) : value, payload);
    if (payload.issues.length > 0) {
      payload.issues.length = 0;
      throw new MismatchError();
    }
    return print(out, before, converted, depth);
  };
}

function list(print: Printer): Printer {
  const printItem = (out: Sink, items: readonly unknown[], i: number, depth: number) => {
    const before = (i === 0 ? BREAKS : SEPARATORS)[depth + 1]!;
    if (!print(out, before, items[i], depth + 1)) out.add(`${before}null`);
  };
  return (out, before, value, depth) => {
    if (!Array.isArray(value)) throw new MismatchError();
    if (value.length === 0) {
      out.add(`${before}[]`);
      return true;
    }
    const items: readonly unknown[] = value;
    out.add(`${before}[`);
    if (out.addInSteps) {
      out.addInSteps(function* (later) {
        for (let i = 0; i < items.length; i++) {
          yield;
          printItem(later, items, i, depth);
        }
      });
    } else for (let i = 0; i < items.length; i++) printItem(out, items, i, depth);
    out.add(`${BREAKS[depth]!}]`);
    return true;
  };
}

const record =
  (key: z.core.$ZodType, print: Printer): Printer =>
  (out, before, value, depth) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MismatchError();
    let isEmpty = true;
    for (const [name, item] of Object.entries(value)) {
      if (!z.safeEncode(key, name).success) throw new MismatchError();
      const label = `${BREAKS[depth + 1]!}${JSON.stringify(name)}: `;
      if (print(out, isEmpty ? `${before}{${label}` : `,${label}`, item, depth + 1)) isEmpty = false;
    }
    out.add(isEmpty ? `${before}{}` : `${BREAKS[depth]!}}`);
    return true;
  };

/**
 * Undefined for schemas other than objects, and for objects with additional fields.
 * @param names decoded field names by wire name, where they differ
 */
function object(
  schema: z.core.$ZodTypes,
  spelling: FieldSpelling | undefined,
  names?: ReadonlyMap<string, string>
): Printer | undefined {
  const { def } = schema._zod;
  if (def.type !== 'object' || def.catchall !== undefined || isCheckedByLibrary(def)) return undefined;
  const fields = Object.entries(def.shape).map(([name, schema]) => ({
    name: JSON.stringify(spelling?.key(name) ?? name),
    key: names?.get(name) ?? name,
    print: fieldPrinter(name, schema, spelling),
    isRequired: schema._zod.optin === undefined,
    /** By depth. */
    labels: [] as string[]
  }));
  return (out, before, value, depth) => {
    if (typeof value !== 'object' || value === null) throw new MismatchError();
    let isEmpty = true;
    for (const { name, key, print, isRequired, labels } of fields) {
      const item = (value as Record<string, unknown>)[key];
      if (item === undefined && isRequired && !(key in value)) throw new MismatchError();
      const label = (labels[depth] ??= `,${BREAKS[depth + 1]!}${name}: `);
      if (print(out, isEmpty ? `${before}{${label.slice(1)}` : label, item, depth + 1)) isEmpty = false;
    }
    out.add(isEmpty ? `${before}{}` : `${BREAKS[depth]!}}`);
    return true;
  };
}
