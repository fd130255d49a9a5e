/** Offset and limit of a page. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** The page requested by a query, limited to `maxLimit`. */
export const pageOf = (
  query: { readonly offset?: number; readonly limit?: number },
  defaultLimit: number,
  maxLimit: number
): Page => ({ offset: query.offset ?? 0, limit: Math.min(query.limit ?? defaultLimit, maxLimit) });

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
