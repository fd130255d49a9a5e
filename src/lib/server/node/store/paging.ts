/** Part of a list. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** The page that a query asks for; a longer one than `maxLimit` is cut. */
export const pageOf = (
  query: { readonly offset?: number; readonly limit?: number },
  defaultLimit: number,
  maxLimit: number
): Page => ({ offset: query.offset ?? 0, limit: Math.min(query.limit ?? defaultLimit, maxLimit) });

/** The page of a list that is read only as far as needed. */
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
