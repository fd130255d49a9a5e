/**
 * The items and their ancestors, parents first, each once. Not recursive, because a line of unconfirmed transactions
 * can be as long as the pool.
 */
export function withAncestors<T>(items: readonly T[], parentsOf: (item: T) => readonly T[]): T[] {
  const ordered = new Set<T>();
  const waiting = items.toReversed();
  while (waiting.length > 0) {
    const item = waiting.at(-1)!;
    const missing = ordered.has(item) ? [] : parentsOf(item).filter((parent) => !ordered.has(parent));
    for (const parent of missing.toReversed()) waiting.push(parent);
    if (missing.length === 0) ordered.add(waiting.pop()!);
  }
  return [...ordered];
}
