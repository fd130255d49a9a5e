import type { Scheduler } from '$lib/async/scheduler';
import type { ByteStream } from '../byteStream';
import { PeerError } from '../errors';

/** Peers end a call themselves after this time. */
const DRAIN_MS = 5 * 60_000;

/**
 * The caller's end of a call. The response to an abandoned call is still received, and discarded: the peer keeps
 * sending until it sees our end of the stream, and too many late frames would end the connection of a well-behaved
 * peer.
 */
export class CallStream implements Pick<ByteStream, 'read'> {
  readonly #stream: ByteStream;
  readonly #clock: Pick<Scheduler, 'sleep'>;
  /** Bytes of the response that may still arrive. */
  #allowance: number;
  #isRequested = false;
  readonly #over = new AbortController();
  #arriving: Promise<Uint8Array | undefined> = Promise.resolve(undefined);
  #refuse: (error: PeerError) => void = () => undefined;

  /**
   * @param maxBytes limit for the response; once exceeded, an abandoned response is no longer received
   * @param signal abandons the call
   */
  constructor(stream: ByteStream, clock: Pick<Scheduler, 'sleep'>, maxBytes: number, signal?: AbortSignal) {
    this.#stream = stream;
    this.#clock = clock;
    this.#allowance = maxBytes;
    signal?.addEventListener('abort', () => this.giveUp(), { signal: this.#over.signal });
    if (signal?.aborted) this.giveUp();
  }

  /**
   * Sends the whole request.
   * @throws {PeerError} the stream or the connection has ended
   */
  async request(bytes: Uint8Array): Promise<void> {
    await this.#stream.write(bytes);
    this.#isRequested = true;
  }

  read(): Promise<Uint8Array | undefined> {
    if (this.#over.signal.aborted) return Promise.reject(givenUp());
    return new Promise((resolve, reject) => {
      this.#refuse = reject;
      this.#receive().then(resolve, reject);
    });
  }

  /** Ends the call after its response is complete. */
  close(): void {
    this.#over.abort();
    this.#stream.close();
  }

  /**
   * Abandons the call before its response is complete; a pending read fails. Has no effect after the end of the call.
   */
  giveUp(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#refuse(givenUp());
    if (this.#isRequested) void this.#drain();
    else this.#stream.close();
  }

  #receive(): Promise<Uint8Array | undefined> {
    this.#arriving = this.#stream.read().then((piece) => {
      this.#allowance -= piece?.length ?? 0;
      return piece;
    });
    return this.#arriving;
  }

  async #drain(): Promise<void> {
    const drained = new AbortController();
    void this.#clock.sleep(DRAIN_MS, drained.signal).then(() => this.#stream.close());
    try {
      await this.#arriving;
      while (this.#allowance > 0 && (await this.#receive()) !== undefined);
    } catch {
      // The stream or the connection has ended, so nothing more will arrive.
    } finally {
      drained.abort();
    }
  }
}

const givenUp = (): PeerError => new PeerError('peers/stream-closed', 'the call was canceled');
