/** Dispatch size, adapted to measured durations. */
export interface Tuning {
  /** Nonces of the next dispatch. */
  readonly nonces: number;
  /** Smoothed rate; undefined before the first measurement. */
  readonly noncesPerMs?: number;
}

export interface TuningLimits {
  /** Desired duration of a dispatch. */
  readonly targetMs: number;
  /** Sizes are multiples of this, and at least this. */
  readonly granularity: number;
  readonly max: number;
}

/** Weight of a new measurement in the moving average: a single outlier barely changes the size. */
const WEIGHT = 0.3;
/** Growth per step is limited: the first dispatches run cold and are not representative. */
const MAX_GROWTH = 2;
/** Completions can be reported in batches at one instant (Firefox polls every 100 ms). */
const MIN_MS = 0.1;

/** The tuning after a dispatch of `nonces` took `ms`. */
export function retune(tuning: Tuning, limits: TuningLimits, nonces: number, ms: number): Tuning {
  // Averaged as time per nonce: batched completions (long, 0, 0) then average out to the correct value.
  const previous = tuning.noncesPerMs === undefined ? undefined : 1 / tuning.noncesPerMs;
  const measured = Math.max(ms, MIN_MS) / nonces;
  const msPerNonce = previous === undefined ? measured : previous + (measured - previous) * WEIGHT;
  const wanted = Math.min(limits.targetMs / msPerNonce, tuning.nonces * MAX_GROWTH, limits.max);
  const steps = Math.max(1, Math.floor(wanted / limits.granularity));
  return { nonces: steps * limits.granularity, noncesPerMs: 1 / msPerNonce };
}

/** Growth factor after the device was idle. */
const IDLE_GROWTH = 1.5;
/** Longer dispatches would delay the page's own rendering and waste more hashes when work becomes stale. */
const MAX_DISPATCH_MS = 100;

/**
 * The tuning after all dispatches in flight completed within one polling interval of the browser. The device was idle
 * for the rest of the interval, so the measured times are polling times; using them would shrink dispatches further and
 * further. Dispatches grow until they outlast the interval.
 * @param before tuning before the first of these completions @param intervalMs polling interval divided by dispatches
 * in flight, milliseconds
 */
export function outlast(
  tuning: Tuning,
  { granularity, max: most }: TuningLimits,
  before: Tuning,
  intervalMs: number
): Tuning {
  const growth = intervalMs < MAX_DISPATCH_MS ? IDLE_GROWTH : 1;
  const steps = Math.min(Math.ceil((before.nonces * growth) / granularity), Math.floor(most / granularity));
  if (steps * granularity <= tuning.nonces) return tuning;
  const rate = before.noncesPerMs === undefined ? {} : { noncesPerMs: before.noncesPerMs * growth };
  return { nonces: steps * granularity, ...rate };
}

/** A gap between completions below this share of a dispatch: both were reported in one batch. */
const BUNCHED_GAP = 0.2;
/** Above this share of batched gaps the browser is considered to poll. */
const BUNCHED_SHARE = 0.3;

/**
 * Detects browsers that poll for completed dispatches at fixed intervals (Firefox: 100 ms) instead of reporting them at
 * once. There, the dispatches in flight must outlast the interval, or the GPU idles until the next poll.
 */
export class CompletionPattern {
  #bunchedShare = 0;
  #bunch = 0;

  /** Completions in the current batch so far, including the newest. */
  get bunch(): number {
    return this.#bunch;
  }

  get isBunched(): boolean {
    return this.#bunchedShare > BUNCHED_SHARE;
  }

  /** @param gapMs time since the previous completion @param targetMs desired duration of a dispatch */
  record(gapMs: number, targetMs: number): void {
    const isTogether = gapMs < targetMs * BUNCHED_GAP;
    this.#bunch = isTogether ? this.#bunch + 1 : 1;
    this.#bunchedShare += ((isTogether ? 1 : 0) - this.#bunchedShare) * 0.1;
  }
}

/**
 * Pause after `busyMs` of work that makes the duty cycle `share`.
 * @param share in (0, 1]
 */
export const restMs = (busyMs: number, share: number): number => (busyMs * (1 - share)) / share;
