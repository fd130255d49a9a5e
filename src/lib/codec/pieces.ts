/** A part of a value: items that follow those of the array at `path`. */
export interface Piece {
  readonly path: readonly (string | number)[];
  readonly items: readonly unknown[];
}

/** Values of one piece, all levels counted. Receiving them from another thread takes some ten milliseconds. */
const MAX_VALUES = 20_000;

interface Detached {
  readonly value: unknown;
  /** Values left in it. */
  readonly size: number;
}

/**
 * Cuts a value where its arrays are long, so that it can be received piece by piece: what a thread receives at once, it
 * reads at once.
 * @param value plain objects and arrays; anything else is left whole
 * @returns the value without the pieces, and the pieces in the order in which they are put back
 */
export function takeApart(value: unknown, maxValues = MAX_VALUES): { rest: unknown; pieces: Piece[] } {
  const pieces: Piece[] = [];
  const { value: rest } = detach(value, [], pieces, maxValues);
  return { rest, pieces };
}

/** Puts a piece back into what {@link takeApart} left, or into what has been put back so far. */
export function putBack(rest: unknown, { path, items }: Piece): void {
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
    // Assigned, this key is no property.
    if (key === '__proto__') continue;
    const inner = detach(field, [...path, key], pieces, maxValues);
    size += inner.size;
    if (inner.value !== field) (copy ??= { ...value })[key] = inner.value;
  }
  return { value: copy ?? value, size };
}

function detachItems(list: readonly unknown[], path: Piece['path'], pieces: Piece[], maxValues: number): Detached {
  // The pieces of the items go where the items are by then.
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
