import * as z from 'zod/mini';
import { stringifyJson } from '$lib/codec/json';
import type { Utf8Builder } from '$lib/codec/utf8Builder';
import { choiceOf, isPlainText, namesOf } from '../schemas/codec';

/**
 * Writes a value, `depth` levels in, after the text that goes before it.
 * @returns false when it is a field to be left out; then nothing is written
 */
type Printer = (out: Utf8Builder, before: string, value: unknown, depth: number) => boolean;

const INDENT = 2;
/** A new line and the indentation of a depth. */
const BREAKS = Array.from({ length: 64 }, (_, depth) => `\n${' '.repeat(INDENT * depth)}`);

/** The value is not what its schema says; `z.encode` says in which way. */
class Unfit extends Error {}

const printers = new WeakMap<z.core.$ZodType, Printer>();

/**
 * Writes a value as JSON by two spaces a level: the text of `stringifyJson(z.encode(schema, value), 2)`. A schema is made
 * into functions once, which write right away; encoding would build the whole answer anew before it is printed, which
 * takes several times as long.
 * @throws {Error} a value that does not fit the schema; `z.encode` tells in which way
 */
export function printJson(out: Utf8Builder, schema: z.core.$ZodType, value: unknown): void {
  if (!printerOf(schema)(out, '', value, 0)) throw new Unfit();
}

function printerOf(schema: z.core.$ZodType): Printer {
  let printer = printers.get(schema);
  if (printer === undefined) printers.set(schema, (printer = makePrinter(schema as z.core.$ZodTypes)));
  return printer;
}

function makePrinter(schema: z.core.$ZodTypes): Printer {
  const { def } = schema._zod;
  if (isCheckedByLibrary(def)) return encoded(schema);
  if (isPlainText(schema)) return def.type === 'string' ? plain : plainList;
  const choose = choiceOf(schema);
  if (choose) return (out, before, value, depth) => printerOf(choose(value))(out, before, value, depth);
  switch (def.type) {
    case 'string':
      return 'format' in def ? encoded(schema) : text;
    case 'boolean':
      return boolean;
    case 'unknown':
      return printWire;
    case 'optional':
      return optional(printerOf(def.innerType));
    case 'nullable':
      return nullable(printerOf(def.innerType));
    case 'array':
      return list(printerOf(def.element));
    case 'record':
      return def.keyType._zod.def.type === 'string' ? record(def.keyType, printerOf(def.valueType)) : encoded(schema);
    case 'object':
      return object(schema) ?? encoded(schema);
    case 'pipe':
      return 'reverseTransform' in def ? conversion(def as z.core.$ZodCodecDef, namesOf(schema)) : encoded(schema);
    default:
      return encoded(schema);
  }
}

const isCheckedByLibrary = ({ checks }: z.core.$ZodTypeDef): boolean => checks !== undefined && checks.length > 0;

const text: Printer = (out, before, value) => {
  if (typeof value !== 'string') throw new Unfit();
  out.add(before + JSON.stringify(value));
  return true;
};

const plain: Printer = (out, before, value) => {
  if (typeof value !== 'string') throw new Unfit();
  out.add(`${before}"${value}"`);
  return true;
};

/** Put together at once: most of an update feed is Merkle proofs. */
const plainList: Printer = (out, before, value, depth) => {
  if (!Array.isArray(value)) throw new Unfit();
  const separator = BREAKS[depth + 1]!;
  const items = value.length === 0 ? '' : `${separator}"${value.join(`",${separator}"`)}"${BREAKS[depth]!}`;
  out.add(`${before}[${items}]`);
  return true;
};

const boolean: Printer = (out, before, value) => {
  if (typeof value !== 'boolean') throw new Unfit();
  out.add(before + (value ? 'true' : 'false'));
  return true;
};

/** A value that is JSON already. */
const printWire: Printer = (out, before, value, depth) => {
  if (value === undefined) return false;
  if (typeof value === 'string') out.add(before + JSON.stringify(value));
  else if (typeof value === 'bigint' || Number.isSafeInteger(value)) out.add(before + String(value));
  else out.add(before + stringifyJson(value, INDENT).replaceAll('\n', BREAKS[depth]!));
  return true;
};

/** What is seldom printed, or checked by the library, goes the long way. */
const encoded =
  (schema: z.core.$ZodType): Printer =>
  (out, before, value, depth) =>
    printWire(out, before, z.encode(schema, value), depth);

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
  names: ReadonlyMap<string, string> | undefined
): Printer {
  // Under other names: they are looked up under ours, which spares a copy.
  const renamed = names && object(wire as z.core.$ZodTypes, names);
  if (renamed) return renamed;
  const print = printerOf(wire);
  const isChecked = ours._zod.def.type !== 'unknown';
  const payload: z.core.ParsePayload = { value: undefined, issues: [] };
  return (out, before, value, depth) => {
    const converted = reverseTransform(isChecked ? z.encode(ours, value) : value, payload);
    if (payload.issues.length > 0) {
      payload.issues.length = 0;
      throw new Unfit();
    }
    return print(out, before, converted, depth);
  };
}

const list =
  (print: Printer): Printer =>
  (out, before, value, depth) => {
    if (!Array.isArray(value)) throw new Unfit();
    if (value.length === 0) {
      out.add(`${before}[]`);
      return true;
    }
    const separator = `,${BREAKS[depth + 1]!}`;
    out.add(`${before}[`);
    for (let i = 0; i < value.length; i++) {
      const beforeItem = i === 0 ? BREAKS[depth + 1]! : separator;
      if (!print(out, beforeItem, value[i], depth + 1)) out.add(`${beforeItem}null`);
    }
    out.add(`${BREAKS[depth]!}]`);
    return true;
  };

const record =
  (key: z.core.$ZodType, print: Printer): Printer =>
  (out, before, value, depth) => {
    if (typeof value !== 'object' || value === null) throw new Unfit();
    let isEmpty = true;
    for (const [name, item] of Object.entries(value)) {
      if (!z.safeEncode(key, name).success) throw new Unfit();
      const label = `${BREAKS[depth + 1]!}${JSON.stringify(name)}: `;
      if (print(out, isEmpty ? `${before}{${label}` : `,${label}`, item, depth + 1)) isEmpty = false;
    }
    out.add(isEmpty ? `${before}{}` : `${BREAKS[depth]!}}`);
    return true;
  };

/**
 * Undefined for what is no object, or one that may have more fields than its schema names.
 * @param names of fields on the wire to ours, where they differ
 */
function object(schema: z.core.$ZodTypes, names?: ReadonlyMap<string, string>): Printer | undefined {
  const { def } = schema._zod;
  if (def.type !== 'object' || def.catchall !== undefined || isCheckedByLibrary(def)) return undefined;
  const fields = Object.entries(def.shape).map(([name, schema]) => ({
    name: JSON.stringify(name),
    key: names?.get(name) ?? name,
    print: printerOf(schema),
    isRequired: schema._zod.optin === undefined,
    /** By depth. */
    labels: [] as string[]
  }));
  return (out, before, value, depth) => {
    if (typeof value !== 'object' || value === null) throw new Unfit();
    let isEmpty = true;
    for (const { name, key, print, isRequired, labels } of fields) {
      const item = (value as Record<string, unknown>)[key];
      if (item === undefined && isRequired && !(key in value)) throw new Unfit();
      const label = (labels[depth] ??= `,${BREAKS[depth + 1]!}${name}: `);
      if (print(out, isEmpty ? `${before}{${label.slice(1)}` : label, item, depth + 1)) isEmpty = false;
    }
    out.add(isEmpty ? `${before}{}` : `${BREAKS[depth]!}}`);
    return true;
  };
}
