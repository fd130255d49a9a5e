import { isPeerError } from '$lib/peers/errors';
import { calls } from '$lib/peers/calls/callTypes';
import type { Peer } from './peer';

/** Beyond the time that a round takes at most. */
const SLEPT_MS = 30_000;
/** For the answer to a question that costs nothing. */
const ANSWER_MS = 8_000;

/**
 * Notices that the computer slept: by the clock of the day, more time has passed than a round takes. Timers and the clock
 * that never goes back know nothing of it.
 */
export class SleepWatch {
  readonly #clock: () => number;
  readonly #roundMs: number;
  #atMs: number;

  /** @param clock milliseconds since 1970 @param roundMs from one question to the next, at most */
  constructor(clock: () => number, roundMs: number) {
    this.#clock = clock;
    this.#roundMs = roundMs;
    this.#atMs = clock();
  }

  /** Whether it slept since the last question. A clock that was set forward looks the same. */
  hasSlept(): boolean {
    const beforeMs = this.#atMs;
    this.#atMs = this.#clock();
    return this.#atMs - beforeMs > this.#roundMs + SLEPT_MS;
  }
}

/** Ends the connection if nobody is at its other end any more: the system would notice it after a minute. */
export async function closeIfDead(peer: Peer): Promise<void> {
  try {
    await peer.call(calls.discoverIp, undefined, { timeoutMs: ANSWER_MS });
  } catch (error) {
    if (isPeerError(error, 'peers/timeout')) peer.close();
  }
}
