/** Offset and limit of a page. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** The page requested by a query, limited to `maxLimit`. As in the network's servers, a negative limit is none. */
export function pageOf(
  { offset = 0, limit }: { readonly offset?: number; readonly limit?: number },
  defaultLimit: number,
  maxLimit: number
): Page {
  const wanted = limit ?? defaultLimit;
  return { offset: Math.max(offset, 0), limit: wanted < 0 ? maxLimit : Math.min(wanted, maxLimit) };
}

/** A page of an iterable, which is consumed only as far as needed. */
export function takePage<T>(items: Iterable<T>, { offset, limit }: Page): T[] {
  const taken: T[] = [];
  if (limit === 0) return taken;
  let passed = 0;
  for (const item of items) {
    if (passed++ < offset) continue;
    taken.push(item);
    if (taken.length === limit) break;
  }
  return taken;
}

/** One list per key, whose length and pages can be read without reading the preceding items. */
interface ListsByKey<Key, Item> {
  readonly count: (key: Key) => number;
  readonly page: (key: Key, page: Page) => readonly Item[];
}

/** A page of the concatenated lists of all keys. */
export function pageOfMany<Key, Item>(
  keys: Iterable<Key>,
  { offset, limit }: Page,
  { count, page }: ListsByKey<Key, Item>
): Item[] {
  const taken: Item[] = [];
  let toSkip = offset;
  for (const key of keys) {
    if (taken.length === limit) break;
    const length = toSkip === 0 ? 0 : count(key);
    if (toSkip < length || toSkip === 0) taken.push(...page(key, { offset: toSkip, limit: limit - taken.length }));
    toSkip = Math.max(0, toSkip - length);
  }
  return taken;
}
