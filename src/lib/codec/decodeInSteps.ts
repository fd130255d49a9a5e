import { asCodecError, causeOf, faultAt } from './fault';
import { bool, type DecodedStart, type Layout, type Reader } from './layout';
import { EndOfBytes, Reader as BytesReader } from './reader';

/** Bytes of a list that are read in one step: a few milliseconds of work. */
const STEP_BYTES = 16 * 1024;

type ReadInSteps<T> = (r: Reader) => Generator<void, T>;

/** Undefined for layouts whose values are never long. */
const readers = new WeakMap<Layout<unknown>, { readonly read: ReadInSteps<unknown> | undefined }>();

/**
 * {@link decodeStart}. Yields between its steps: megabytes that anyone can send take up to seconds.
 * @throws {CodecError} bytes that no continuation could complete
 */
export function* decodeStartInSteps<T>(layout: Layout<T>, bytes: Uint8Array): Generator<void, DecodedStart<T>> {
  const r = new BytesReader(bytes);
  try {
    return { value: yield* readInSteps(layout, r), length: r.offset };
  } catch (error) {
    const cause = causeOf(error);
    if (cause instanceof EndOfBytes) return { missing: cause.missing };
    throw asCodecError(error);
  }
}

/** Reads a value. Yields between its steps. */
export function* readInSteps<T>(layout: Layout<T>, r: Reader): Generator<void, T> {
  const read = readerOf(layout);
  return read ? yield* read(r) : layout.read(r);
}

function readerOf<T>(layout: Layout<T>): ReadInSteps<T> | undefined {
  const known = readers.get(layout) ?? { read: createReader(layout) };
  readers.set(layout, known);
  return known.read as ReadInSteps<T> | undefined;
}

/** Only lists can be long. */
function createReader({ parts }: Layout<unknown>): ReadInSteps<unknown> | undefined {
  if (parts === undefined) return undefined;
  if ('items' in parts) return listReader(parts.items);
  if ('fields' in parts) return structReader(parts.fields);
  if ('read' in parts) return (r) => parts.read(r, readInSteps);
  if ('target' in parts) return pointerReader(parts.target);
  const read = readerOf(parts.inner);
  const toOurs = parts.toOurs as (wire: unknown) => unknown;
  return (
    read &&
    function* (r) {
      return toOurs(yield* read(r));
    }
  );
}

function pointerReader(target: Layout<unknown>): ReadInSteps<unknown> | undefined {
  const read = readerOf(target);
  return (
    read &&
    function* (r) {
      return bool.read(r) ? yield* read(r) : undefined;
    }
  );
}

function listReader(layout: Layout<unknown>): ReadInSteps<unknown[]> {
  const read = readerOf(layout);
  return function* (r) {
    const items: unknown[] = [];
    const count = r.count();
    let stepEnd = r.offset + STEP_BYTES;
    try {
      while (items.length < count) {
        if (r.offset >= stepEnd) {
          yield;
          stepEnd = r.offset + STEP_BYTES;
        }
        const item = read ? readShort(layout, r) : { value: layout.read(r) };
        items.push(item ? item.value : yield* read!(r));
      }
    } catch (error) {
      throw faultAt(items.length, error);
    }
    return items;
  };
}

/** Most items with lists are short, and read twice as fast in one step. Undefined for a long one, and at the end. */
function readShort<T>(layout: Layout<T>, r: Reader): { readonly value: T } | undefined {
  const start = r.offset;
  try {
    return { value: r.within(STEP_BYTES, () => layout.read(r)) };
  } catch (error) {
    if (!(causeOf(error) instanceof EndOfBytes)) throw error;
    r.seek(start);
    return undefined;
  }
}

function structReader(fields: Readonly<Record<string, Layout<unknown>>>): ReadInSteps<unknown> | undefined {
  const all = Object.entries(fields).map(([key, layout]) => ({ key, layout, read: readerOf(layout) }));
  if (all.every(({ read }) => read === undefined)) return undefined;
  return function* (r) {
    const value: Record<string, unknown> = {};
    for (const { key, layout, read } of all) {
      try {
        value[key] = read ? yield* read(r) : layout.read(r);
      } catch (error) {
        throw faultAt(key, error);
      }
    }
    return value;
  };
}
