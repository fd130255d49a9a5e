import { PeerError } from '../errors';
import { Turns } from './turns';

/** Bytes of requests: twice the largest request. */
const MAX_REQUEST_BYTES = 10_000_000;

/**
 * Bounds the memory held by all calls of a connection, against peers that send many incomplete requests, or make many
 * calls without reading the responses.
 */
export class CallMemory {
  #requestBytes = 0;
  readonly #turns = new Turns();

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

  /** Releases the bytes of a finished call. */
  release(bytes: number): void {
    this.#requestBytes -= bytes;
  }

  /**
   * Waits for the turn of a response, or of a block of one, that is held in memory as a whole.
   * @returns ends the turn
   */
  turn(): Promise<() => void> {
    return this.#turns.take();
  }
}
