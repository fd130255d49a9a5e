import type { Scheduler } from '$lib/async/scheduler';
import { hostKey } from '$lib/codec/ipAddress';

/** 24 MB, six seconds of validation. */
const MAX_UNPROVEN = 300_000;
/** As long as a host is refused that sent too many. */
const PERIOD_MS = 10 * 60_000;

interface Sent {
  readonly headers: number;
  /** When the first of them arrived. */
  readonly sinceMs: number;
}

/**
 * Limits the headers of branches without more work than our chain that a host may make us validate in ten minutes, over
 * all of its connections, at the same time or one after the other.
 */
export class HeaderBudget {
  readonly #clock: Pick<Scheduler, 'now'>;
  readonly #max: number;
  /** By {@link hostKey}. */
  readonly #sent = new Map<string, Sent>();

  constructor(clock: Pick<Scheduler, 'now'>, max = MAX_UNPROVEN) {
    this.#clock = clock;
    this.#max = max;
  }

  /** Counts headers. @returns whether the host has sent too many */
  spend(host: string, headers: number): boolean {
    const now = this.#clock.now();
    for (const [key, { sinceMs }] of this.#sent) if (now - sinceMs >= PERIOD_MS) this.#sent.delete(key);
    const key = hostKey(host);
    const { headers: before, sinceMs } = this.#sent.get(key) ?? { headers: 0, sinceMs: now };
    this.#sent.set(key, { headers: before + headers, sinceMs });
    return before + headers >= this.#max;
  }
}
