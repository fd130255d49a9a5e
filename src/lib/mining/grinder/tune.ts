/** How many nonces to try at once, learnt from how long that took. */
export interface Tuning {
  /** Nonces for the next dispatch. */
  readonly nonces: number;
  /** Smoothed speed; undefined before the first measurement. */
  readonly noncesPerMs?: number;
}

export interface TuningLimits {
  /** Wanted duration of a dispatch. */
  readonly targetMs: number;
  /** The size is a multiple of this, and at least this. */
  readonly granularity: number;
  readonly most: number;
}

/** One measurement moves the speed by this share: a hiccup of the machine does not throw the size about. */
const WEIGHT = 0.3;
/** Growth per step is bounded: the first dispatches run cold and mislead. */
const MAX_GROWTH = 2;
/** Completions can arrive in bunches, a whole bunch at one instant (Firefox looks every 100 ms). */
const LEAST_MS = 0.1;

/** The tuning after a dispatch of `nonces` took `ms`. */
export function retune(tuning: Tuning, limits: TuningLimits, nonces: number, ms: number): Tuning {
  // The mean is taken over time per nonce: there bunched completions (long, 0, 0) average out to the truth.
  const previous = tuning.noncesPerMs === undefined ? undefined : 1 / tuning.noncesPerMs;
  const measured = Math.max(ms, LEAST_MS) / nonces;
  const msPerNonce = previous === undefined ? measured : previous + (measured - previous) * WEIGHT;
  const wanted = Math.min(limits.targetMs / msPerNonce, tuning.nonces * MAX_GROWTH, limits.most);
  const steps = Math.max(1, Math.floor(wanted / limits.granularity));
  return { nonces: steps * limits.granularity, noncesPerMs: 1 / msPerNonce };
}

/** Growth where the device was found idle. */
const IDLE_GROWTH = 1.5;
/** Longer ones would hold up the page's own drawing, and lose too much when work becomes stale. */
const MOST_DISPATCH_MS = 100;

/**
 * The tuning after everything in flight was seen done at one look. The device had idled until then, so the times say how
 * long nobody looked, and trusting them makes dispatches ever shorter: they must outlast the look instead.
 * @param before the tuning before the first of them was seen done
 * @param lookMs since the look before, for each dispatch in flight
 */
export function outlast(tuning: Tuning, { granularity, most }: TuningLimits, before: Tuning, lookMs: number): Tuning {
  const growth = lookMs < MOST_DISPATCH_MS ? IDLE_GROWTH : 1;
  const steps = Math.min(Math.ceil((before.nonces * growth) / granularity), Math.floor(most / granularity));
  if (steps * granularity <= tuning.nonces) return tuning;
  const rate = before.noncesPerMs === undefined ? {} : { noncesPerMs: before.noncesPerMs * growth };
  return { nonces: steps * granularity, ...rate };
}

/** A gap between completions that is shorter than this share of a dispatch: they came in a bunch. */
const BUNCHED_GAP = 0.2;
/** So large a share of bunched gaps is no accident. */
const BUNCHED_SHARE = 0.3;

/**
 * Tells browsers that look for finished dispatches on a grid of their own (Firefox every 100 ms) from those that tell at
 * once. There, what is in flight must last longer than the grid, or the GPU idles until the browser looks again.
 */
export class CompletionPattern {
  #bunchedShare = 0;
  #bunch = 0;

  /** Completions seen at one instant so far, the newest among them. */
  get bunch(): number {
    return this.#bunch;
  }

  get isBunched(): boolean {
    return this.#bunchedShare > BUNCHED_SHARE;
  }

  /** @param gapMs time since the completion before @param targetMs what a dispatch is meant to last */
  note(gapMs: number, targetMs: number): void {
    const isTogether = gapMs < targetMs * BUNCHED_GAP;
    this.#bunch = isTogether ? this.#bunch + 1 : 1;
    this.#bunchedShare += ((isTogether ? 1 : 0) - this.#bunchedShare) * 0.1;
  }
}

/**
 * How long to rest after working for `busyMs` so that work takes `share` of the time.
 * @param share in (0, 1]
 */
export const restMs = (busyMs: number, share: number): number => (busyMs * (1 - share)) / share;
