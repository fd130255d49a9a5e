/**
 * Opens something with the first call; later calls get the same. A failure reaches everybody who waits for it, and the
 * call after it tries again.
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
