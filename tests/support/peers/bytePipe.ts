import type { ByteStream } from '$lib/peers/byteStream';
import { PeerError } from '$lib/peers/errors';

/** One direction: a write resolves when its bytes have been read. */
class Direction {
  readonly #isShared: boolean;
  #chunks: { readonly bytes: Uint8Array; readonly taken: () => void }[] = [];
  #reader: ((bytes: Uint8Array | undefined) => void) | undefined;
  #isEnded = false;
  #releaseLast: (() => void) | undefined;

  constructor(isShared: boolean) {
    this.#isShared = isShared;
  }

  read(): Promise<Uint8Array | undefined> {
    this.#releaseLast?.();
    this.#releaseLast = undefined;
    const chunk = this.#chunks.shift();
    if (chunk) {
      if (this.#isShared) this.#releaseLast = chunk.taken;
      else chunk.taken();
      return Promise.resolve(chunk.bytes);
    }
    if (this.#isEnded) return Promise.resolve(undefined);
    return new Promise((resolve) => (this.#reader = resolve));
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.#isEnded) return Promise.reject(new PeerError('peers/closed', 'the pipe is closed'));
    // The writer reuses its buffer.
    const sent = this.#isShared ? bytes : bytes.slice();
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader) {
      reader(sent);
      return this.#isShared ? new Promise((taken) => (this.#releaseLast = taken)) : Promise.resolve();
    }
    return new Promise((taken) => this.#chunks.push({ bytes: sent, taken }));
  }

  end(): void {
    this.#isEnded = true;
    this.#releaseLast?.();
    for (const { taken } of this.#chunks) taken();
    this.#reader?.(undefined);
    this.#reader = undefined;
  }
}

/**
 * Two ends of a connection in memory.
 * @param isShared reads return the writer's buffer, valid until the next read
 */
export function bytePipe(isShared = false): [ByteStream, ByteStream] {
  const there = new Direction(isShared);
  const back = new Direction(isShared);
  const close = () => {
    there.end();
    back.end();
  };
  const end = (incoming: Direction, outgoing: Direction): ByteStream => ({
    read: () => incoming.read(),
    write: (bytes) => outgoing.write(bytes),
    close
  });
  return [end(back, there), end(there, back)];
}

/** A stream that receives these pieces, then blocks or ends, and records what is written. */
export class ScriptedStream implements ByteStream {
  readonly written: Uint8Array[] = [];
  isClosed = false;
  readonly #pieces: Uint8Array[];
  #next = 0;
  readonly #endsAfter: boolean;
  #reader: ((bytes: Uint8Array | undefined) => void) | undefined;

  constructor(pieces: readonly Uint8Array[], endsAfter: boolean) {
    this.#pieces = pieces.filter(({ length }) => length > 0);
    this.#endsAfter = endsAfter;
  }

  read(): Promise<Uint8Array | undefined> {
    const piece = this.#pieces[this.#next];
    if (piece) this.#next++;
    if (piece || this.#endsAfter || this.isClosed) return Promise.resolve(piece);
    return new Promise((resolve) => (this.#reader = resolve));
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.isClosed) throw new PeerError('peers/closed', 'the stream is closed');
    this.written.push(bytes.slice());
  }

  close(): void {
    this.isClosed = true;
    this.#reader?.(undefined);
  }

  /** Delivers further bytes. */
  receive(bytes: Uint8Array): void {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader) reader(bytes);
    else this.#pieces.push(bytes);
  }
}
