import { StepQueue } from '$lib/async/stepQueue';
import { decodeStartInSteps } from '$lib/codec/decodeInSteps';
import { CodecError } from '$lib/codec/errors';
import { decodeStart, type Layout } from '$lib/codec/layout';
import { ConsensusError } from '$lib/consensus/errors';
import type { ByteStream } from '../byteStream';
import { PeerError } from '../errors';
import type { Turns } from './turns';

const START_BYTES = 1024;
/** A value of at most this many bytes is decoded at once: a few milliseconds of work, an eighth less than in steps. */
const SHORT_BYTES = 64 * 1024;
/** Until decoding attempts have covered this many bytes in total, every piece that arrives triggers another attempt. */
const EAGER_BYTES = 64 * 1024;

/** A value, and the bytes from which it was decoded. */
interface Received<T> {
  readonly value: T;
  readonly bytes: Uint8Array;
}

/** @param missing bytes, at least */
type Attempt<T> = Received<T> | { readonly missing: number };

/**
 * Decodes values from a stream without length prefixes: a value is complete when it decodes. Attempts are limited so
 * that their cost is at most a small multiple of the bytes received, regardless of how these are split.
 */
export class MessageReader {
  readonly #stream: Pick<ByteStream, 'read'>;
  #bytes = new Uint8Array(START_BYTES);
  #start = 0;
  #end = 0;
  /** Bytes that may still be taken from the stream. */
  #allowance: number;
  #isEnded = false;
  readonly #decoding: StepQueue;

  /**
   * @param maxBytes limit for all values together; further bytes are ignored
   * @param decoding in which long values are decoded in steps
   */
  constructor(stream: Pick<ByteStream, 'read'>, maxBytes: number, decoding = new StepQueue()) {
    this.#stream = stream;
    this.#allowance = maxBytes;
    this.#decoding = decoding;
  }

  /** Bytes received but not decoded yet. */
  get buffered(): number {
    return this.#end - this.#start;
  }

  /**
   * The next value and the bytes from which it was decoded, which are valid until the next call.
   * @param maxBytes limit for this value
   * @throws {PeerError} `peers/malformed-message`, `peers/message-too-long`, `peers/stream-ended`, or what the stream
   * throws
   * @throws {ConsensusError} the value breaks a rule that its layout checks
   */
  next<T>(layout: Layout<T>, maxBytes = Infinity): Promise<Received<T>> {
    return this.#next(layout, maxBytes);
  }

  /**
   * The same, decoded in a turn that lasts until the caller ends it: decoded, a value takes many times its bytes. Nothing
   * is received for it while it waits.
   */
  async nextInTurn<T>(layout: Layout<T>, turns: Turns): Promise<Received<T> & { readonly endTurn: () => void }> {
    let endTurn: () => void = () => undefined;
    try {
      const received = await this.#next(layout, Infinity, async (attempt) => {
        endTurn = await turns.take();
        const start = await attempt();
        if (!('value' in start)) endTurn();
        return start;
      });
      return { ...received, endTurn };
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  async #next<T>(
    layout: Layout<T>,
    maxBytes: number,
    attemptIn: (attempt: () => Promise<Attempt<T>>) => Promise<Attempt<T>> = (attempt) => attempt()
  ): Promise<Received<T>> {
    let spent = 0;
    let lastAttempt = 0;
    let needed = 0;
    for (;;) {
      const { buffered } = this;
      const isDue = this.#isEnded || this.#allowance === 0 || spent <= EAGER_BYTES || buffered >= 2 * lastAttempt;
      if (buffered >= needed && isDue) {
        const start = await attemptIn(() => this.#attempt(layout));
        if ('value' in start) return start;
        spent += buffered;
        lastAttempt = buffered;
        needed = buffered + start.missing;
        if (needed > maxBytes) {
          throw new PeerError('peers/message-too-long', `at least ${needed} bytes, ${maxBytes} allowed`);
        }
      }
      if (this.#isEnded) throw new PeerError('peers/stream-ended', `the stream ended after ${buffered} bytes`);
      if (needed - buffered > this.#allowance) {
        throw new PeerError('peers/message-too-long', `${needed - buffered} bytes more would exceed the limit`);
      }
      await this.#receive();
    }
  }

  async #attempt<T>(layout: Layout<T>): Promise<Attempt<T>> {
    const bytes = this.#bytes.subarray(this.#start, this.#end);
    try {
      const short = decodeStart(layout, bytes.subarray(0, SHORT_BYTES));
      const isShort = 'value' in short || bytes.length <= SHORT_BYTES;
      const start = isShort ? short : await this.#decoding.run(decodeStartInSteps(layout, bytes));
      if ('missing' in start) return start;
      this.#start += start.length;
      return { value: start.value, bytes: bytes.subarray(0, start.length) };
    } catch (cause) {
      if (!(cause instanceof CodecError)) throw cause;
      if (cause.cause instanceof ConsensusError) throw cause.cause;
      throw new PeerError('peers/malformed-message', cause.message, { cause });
    }
  }

  async #receive(): Promise<void> {
    const piece = await this.#stream.read();
    if (piece === undefined) {
      this.#isEnded = true;
      return;
    }
    const taken = piece.subarray(0, this.#allowance);
    this.#allowance -= taken.length;
    this.#reserve(taken.length);
    this.#bytes.set(taken, this.#end);
    this.#end += taken.length;
  }

  /**
   * Makes room after the buffered bytes: moves them to the front if that frees half the buffer, otherwise doubles it.
   */
  #reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const { buffered } = this;
    const isHalfFree = buffered + length <= this.#bytes.length / 2;
    const target = isHalfFree ? this.#bytes : new Uint8Array(Math.max(buffered + length, 2 * this.#bytes.length));
    target.set(this.#bytes.subarray(this.#start, this.#end));
    this.#bytes = target;
    this.#start = 0;
    this.#end = buffered;
  }
}
