/** What counts as somebody being there. */
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const CHECK_EVERY_MS = 5_000;
/** Corrections of the clock by the network are smaller. */
const MAX_SET_BACK_MS = 60_000;

/** Two clocks, milliseconds. Neither is enough: one can be set, the other may stand still while a device sleeps. */
export interface Clocks {
  readonly wallMs: () => number;
  /** Never goes back. */
  readonly steadyMs: () => number;
}

const BROWSER_CLOCKS: Clocks = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

/**
 * Calls `lock` when nobody touched the page for the time. Clocks are read, not a single long timer: those stand still
 * while a laptop sleeps. Of two clocks the one that went further counts, and a wall clock that was set back counts as
 * any time: how long the device slept is not known then.
 * @param minutes read every time; 0 never locks
 * @returns ends it
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
  // Whoever opens a laptop touches it before the next check: the time before counts first.
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
