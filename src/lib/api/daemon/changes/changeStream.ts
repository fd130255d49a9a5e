import { concatBytes } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { decodePrefix } from '$lib/codec/layout';
import { AppError } from '$lib/errors';
import { consensusChange, type ConsensusChange } from './changeLayout';

/** A change and its encoded size in bytes. */
export interface StreamedChange {
  readonly change: ConsensusChange;
  readonly byteLength: number;
}

/** A malformed stream; `offset` is the start of the unreadable change, in bytes. */
export class ChangeStreamError extends AppError {
  constructor(
    readonly code: 'changes/truncated' | 'changes/malformed' | 'changes/too-large',
    readonly offset: number,
    message: string,
    options?: { cause?: unknown }
  ) {
    super(`${message} (change at byte ${offset} of the response)`, options);
  }
}

/** A deep reorganization reverts and applies many blocks of up to 2 MB each. */
const MAX_CHANGE_BYTES = 64_000_000;
/** Growth after which decoding an incomplete change is retried, so that the total work remains linear. */
const GROWTH = 1.5;

/** Decodes changes from a stream that arrives in chunks; buffers at most one incomplete change. */
export class ChangeDecoder {
  #pending: Uint8Array = new Uint8Array(0);
  #arrived: Uint8Array[] = [];
  #length = 0;
  #tryAt = 0;
  #offset = 0;
  readonly #maxChangeBytes: number;

  constructor(maxChangeBytes = MAX_CHANGE_BYTES) {
    this.#maxChangeBytes = maxChangeBytes;
  }

  /** Bytes decoded so far. */
  get offset(): number {
    return this.#offset;
  }

  /**
   * The changes completed by this chunk.
   * @throws {ChangeStreamError} malformed, or longer than the limit
   */
  push(piece: Uint8Array): StreamedChange[] {
    this.#arrived.push(piece);
    this.#length += piece.length;
    return this.#length < this.#tryAt ? [] : this.#take();
  }

  /**
   * Ends the stream and returns the remaining changes.
   * @throws {ChangeStreamError} also for an incomplete last change
   */
  end(): StreamedChange[] {
    const last = this.#take();
    if (this.#length > 0) {
      throw new ChangeStreamError(
        'changes/truncated',
        this.#offset,
        'The change stream ended in the middle of a change'
      );
    }
    return last;
  }

  #take(): StreamedChange[] {
    const bytes = concatBytes(this.#pending, ...this.#arrived);
    const changes: StreamedChange[] = [];
    let at = 0;
    while (at < bytes.length) {
      const found = this.#decode(bytes.subarray(at));
      if (!found) break;
      changes.push({ change: found.value, byteLength: found.length });
      at += found.length;
      this.#offset += found.length;
    }
    this.#pending = bytes.slice(at);
    this.#arrived = [];
    this.#length = this.#pending.length;
    this.#tryAt = this.#length * GROWTH;
    if (this.#length > this.#maxChangeBytes) {
      const limit = `longer than ${this.#maxChangeBytes} bytes`;
      throw new ChangeStreamError('changes/too-large', this.#offset, `A change is ${limit}, which is not possible`);
    }
    return changes;
  }

  #decode(bytes: Uint8Array) {
    try {
      return decodePrefix(consensusChange, bytes);
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      const message = `The change stream is malformed: ${error.message}`;
      throw new ChangeStreamError('changes/malformed', this.#offset, message, { cause: error });
    }
  }
}

/**
 * Decodes a `/consensus/subscribe` response as it arrives. Ending the iteration early aborts the request.
 * @throws {ChangeStreamError}
 */
export async function* decodeChanges(
  body: ReadableStream<Uint8Array>,
  decoder = new ChangeDecoder()
): AsyncGenerator<StreamedChange, void> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      yield* done ? decoder.end() : decoder.push(value);
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
