import { RateLimit, type Rate } from '$lib/async/rateLimit';
import { PoolFloodError } from './errors';
import type { PoolMessage } from './messages';

/**
 * Limits on what a pool may send. Pools send a job every few seconds, a new difficulty at most every minute, and a
 * response to each share, of which we send no more than `SHARE_RATE` (session). Far more than that is a flood.
 */
const LINES: Rate = { perSecond: 100, burst: 400 };
const CHARACTERS: Rate = { perSecond: 256 * 1024, burst: 2 * 1024 * 1024 };
const BY_KIND: Readonly<Record<PoolMessage['type'], Rate>> = {
  answer: { perSecond: 50, burst: 200 },
  job: { perSecond: 10, burst: 50 },
  difficulty: { perSecond: 5, burst: 20 },
  extranonce: { perSecond: 1, burst: 10 },
  reconnect: { perSecond: 1, burst: 1 },
  words: { perSecond: 1, burst: 10 },
  version: { perSecond: 1, burst: 10 },
  unknown: { perSecond: 5, burst: 50 }
};

/** Lines and characters that one connection to a pool may send. */
export class LineBudget {
  readonly #lines: RateLimit;
  readonly #characters: RateLimit;

  /** @param nowMs a monotonic clock, milliseconds */
  constructor(nowMs: () => number) {
    this.#lines = new RateLimit(LINES, nowMs);
    this.#characters = new RateLimit(CHARACTERS, nowMs);
  }

  /** Counts a line. @returns the limit that it exceeds */
  take(line: string): 'lines' | 'characters' | undefined {
    if (!this.#lines.take()) return 'lines';
    return this.#characters.take(line.length) ? undefined : 'characters';
  }
}

/** Messages of each kind that one connection to a pool may send. */
export class MessageBudget {
  readonly #nowMs: () => number;
  readonly #limits = new Map<PoolMessage['type'], RateLimit>();

  /** @param nowMs a monotonic clock, milliseconds */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Counts a message. @throws {PoolFloodError} too many of its kind */
  take({ type }: PoolMessage): void {
    let limit = this.#limits.get(type);
    if (limit === undefined) this.#limits.set(type, (limit = new RateLimit(BY_KIND[type], this.#nowMs)));
    if (!limit.take()) throw new PoolFloodError(type);
  }
}
