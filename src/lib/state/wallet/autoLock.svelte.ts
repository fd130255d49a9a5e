/** Events that count as user activity. */
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const CHECK_EVERY_MS = 5_000;

/**
 * Calls `lock` after a period without user activity. Compares timestamps instead of using one long timer, because
 * timers are suspended while a laptop sleeps.
 * @param minutes read on every check; 0 never locks
 * @returns stops watching
 */
export function watchIdle(minutes: () => number, lock: () => void, nowMs: () => number = Date.now): () => void {
  const stop = new AbortController();
  let lastMs = nowMs();
  const touch = () => (lastMs = nowMs());
  for (const sign of SIGNS) addEventListener(sign, touch, { signal: stop.signal, passive: true, capture: true });
  const check = () => {
    const limitMs = minutes() * 60_000;
    if (limitMs > 0 && nowMs() - lastMs >= limitMs) lock();
  };
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}
