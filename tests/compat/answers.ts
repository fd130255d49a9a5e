import type { JsonValue } from '$lib/codec/json';

/** `null`, `[]` and a missing list are equivalent to clients. */
const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** The differences between two responses, one line each: `path: theirs for ours`. */
export function difference(theirs: JsonValue | undefined, ours: JsonValue | undefined, path = ''): string[] {
  if (isEmpty(theirs) && isEmpty(ours)) return [];
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    const id = theirs.every(hasId) && ours.every(hasId);
    if (id) {
      const [a, b] = [new Map(theirs.map((item) => [item.id, item])), new Map(ours.map((item) => [item.id, item]))];
      return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) =>
        difference(a.get(key), b.get(key), `${path}[*]`)
      );
    }
    if (theirs.length !== ours.length) return [`${path}: ${theirs.length} items for ${ours.length}`];
    return theirs.flatMap((item, i) => difference(item, ours[i], `${path}[${i}]`));
  }
  if (isObject(theirs) && isObject(ours)) {
    const keys = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
    return [...keys].flatMap((key) => difference(theirs[key], ours[key], `${path}.${key}`));
  }
  return theirs === ours ? [] : [`${path}: ${shown(theirs)} for ${shown(ours)}`];
}

const hasId = (item: JsonValue): item is { id: string } => isObject(item) && typeof item.id === 'string';

const isObject = (value: JsonValue | undefined): value is { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: JsonValue | undefined): string =>
  typeof value === 'object'
    ? JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)).slice(0, 2000)
    : String(value);
