/** A part of a value: items to append to the array at `path`. */
export interface Piece {
  readonly path: readonly (string | number)[];
  readonly items: readonly unknown[];
}

/**
 * Maximum values in a piece, counting all levels. Receiving that many from another thread takes about ten milliseconds.
 */
const MAX_VALUES = 20_000;

interface Detached {
  readonly value: unknown;
  /** Values left in it, counting all levels. */
  readonly size: number;
}

/**
 * Splits a value at its long arrays. A thread deserializes each message in one go, so a large value is sent in pieces.
 * @param value plain objects and arrays; anything else is not split
 * @returns the value without the pieces, and the pieces in the order in which to append them
 */
export function splitIntoPieces(value: unknown, maxValues = MAX_VALUES): { rest: unknown; pieces: Piece[] } {
  const pieces: Piece[] = [];
  const { value: rest } = detach(value, [], pieces, maxValues);
  return { rest, pieces };
}

/** Appends a piece to the rest from {@link splitIntoPieces}; the pieces before it must have been appended. */
export function appendPiece(rest: unknown, { path, items }: Piece): void {
  let list = rest;
  for (const key of path) list = (list as Record<string | number, unknown>)[key];
  for (const item of items) (list as unknown[]).push(item);
}

function detach(value: unknown, path: Piece['path'], pieces: Piece[], maxValues: number): Detached {
  if (Array.isArray(value)) return detachItems(value, path, pieces, maxValues);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return { value, size: 1 };
  }
  let size = 1;
  let copy: Record<string, unknown> | undefined;
  for (const [key, field] of Object.entries(value)) {
    // Assigning to this key would set the prototype, not a property.
    if (key === '__proto__') continue;
    const inner = detach(field, [...path, key], pieces, maxValues);
    size += inner.size;
    if (inner.value !== field) (copy ??= { ...value })[key] = inner.value;
  }
  return { value: copy ?? value, size };
}

function detachItems(list: readonly unknown[], path: Piece['path'], pieces: Piece[], maxValues: number): Detached {
  // Collected separately: the items must be appended before the pieces within them.
  const inner: Piece[] = [];
  const items = list.map((item, i) => detach(item, [...path, i], inner, maxValues));
  const size = items.reduce((sum, item) => sum + item.size, 1);
  if (size <= maxValues) {
    pieces.push(...inner);
    return { value: inner.length === 0 ? list : items.map(({ value }) => value), size };
  }
  let chunk: unknown[] = [];
  let chunkSize = 0;
  const endChunk = () => {
    if (chunk.length > 0) pieces.push({ path, items: chunk });
    [chunk, chunkSize] = [[], 0];
  };
  for (const item of items) {
    if (chunkSize + item.size > maxValues) endChunk();
    chunk.push(item.value);
    chunkSize += item.size;
  }
  endChunk();
  for (const piece of inner) pieces.push(piece);
  return { value: [], size: 1 };
}
