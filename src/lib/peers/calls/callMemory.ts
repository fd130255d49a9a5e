import { PeerError } from '../errors';

/** Bytes of requests: two of the largest. */
const MAX_REQUEST_BYTES = 10_000_000;

/**
 * What the calls of one connection may hold in memory together: a peer that sends half of many requests, or asks for
 * many answers and reads none, gets no more than that.
 */
export class CallMemory {
  #requestBytes = 0;
  #turn: Promise<void> = Promise.resolve();

  /**
   * Counts bytes of a request.
   * @throws {PeerError} `peers/too-many-bytes`
   */
  hold(bytes: number): void {
    this.#requestBytes += bytes;
    if (this.#requestBytes > MAX_REQUEST_BYTES) {
      throw new PeerError('peers/too-many-bytes', `more than ${MAX_REQUEST_BYTES} bytes of requests at once`);
    }
  }

  /** Of a call that is over. */
  release(bytes: number): void {
    this.#requestBytes -= bytes;
  }

  /** Waits for the turn of an answer that is held whole. @returns what ends the turn */
  async turn(): Promise<() => void> {
    const before = this.#turn;
    let end: () => void = () => undefined;
    this.#turn = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }
}
