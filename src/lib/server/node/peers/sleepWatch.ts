import { isPeerError } from '$lib/peers/errors';
import { calls } from '$lib/peers/calls/callTypes';
import type { Peer } from './peer';

/** In addition to the longest time that a round takes. */
const SLEPT_MS = 30_000;
/** Timeout for a trivial call. */
const ANSWER_MS = 8_000;

/**
 * Detects that the computer slept: more time has passed on the system clock than a round takes. Timers and the
 * monotonic clock do not advance during sleep.
 */
export class SleepWatch {
  readonly #clock: () => number;
  readonly #roundMs: number;
  #atMs: number;

  /** @param clock milliseconds since 1970 @param roundMs maximum time between calls of {@link hasSlept} */
  constructor(clock: () => number, roundMs: number) {
    this.#clock = clock;
    this.#roundMs = roundMs;
    this.#atMs = clock();
  }

  /** Whether the computer slept since the last call. A clock that was set forward looks the same. */
  hasSlept(): boolean {
    const beforeMs = this.#atMs;
    this.#atMs = this.#clock();
    return this.#atMs - beforeMs > this.#roundMs + SLEPT_MS;
  }
}

/** Closes the connection if the peer does not respond; the system would notice that only after a minute. */
export async function closeIfDead(peer: Peer): Promise<void> {
  try {
    await peer.call(calls.discoverIp, undefined, { timeoutMs: ANSWER_MS });
  } catch (error) {
    if (isPeerError(error, 'peers/timeout')) peer.close();
  }
}
