/** Events that count as user activity. */
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const CHECK_EVERY_MS = 5_000;
/** Network time corrections are smaller. */
const MAX_SET_BACK_MS = 60_000;

/** Two clocks, milliseconds. Neither alone is enough: the first can be set, the second may stand still during sleep. */
export interface Clocks {
  readonly wallMs: () => number;
  /** Monotonic. */
  readonly steadyMs: () => number;
}

const BROWSER_CLOCKS: Clocks = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

/**
 * Calls `lock` after a period without user activity. Polls the clocks instead of using one long timer, which would
 * stand still during sleep. The clock that advanced further counts. If the wall clock was set back, the idle time
 * counts as infinite, because the sleep duration is unknown.
 * @param minutes idle time, read at every check; 0 never locks
 * @returns the stop function
 */
export function watchIdle(minutes: () => number, lock: () => void, clocks: Clocks = BROWSER_CLOCKS): () => void {
  const stop = new AbortController();
  const read = () => ({ wallMs: clocks.wallMs(), steadyMs: clocks.steadyMs() });
  let last = read();
  let idleMs = 0;
  const check = () => {
    const now = read();
    const wallMs = now.wallMs - last.wallMs;
    idleMs += wallMs < -MAX_SET_BACK_MS ? Infinity : Math.max(wallMs, now.steadyMs - last.steadyMs, 0);
    last = now;
    const limitMs = minutes() * 60_000;
    if (limitMs > 0 && idleMs >= limitMs) lock();
  };
  // On wake-up, input may precede the next check, so the elapsed time is counted first.
  const touch = () => {
    check();
    idleMs = 0;
  };
  for (const sign of SIGNS) addEventListener(sign, touch, { signal: stop.signal, passive: true, capture: true });
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}
