/**
 * Opens a resource on the first call; later calls share it. A failure rejects all pending calls, and the next call
 * retries.
 */
export function lazy<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined;
  return () => {
    if (opening) return opening;
    const attempt = (opening = open());
    attempt.catch(() => (opening = undefined));
    return attempt;
  };
}
