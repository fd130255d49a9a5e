import { TAG_BYTES } from '../crypto';
import type { ByteStream } from '../byteStream';
import { PeerError } from '../errors';
import { FRAME_HEADER_BYTES, maxPayload, writeFrameHeader } from './frames';
import { frameBytesOf, type PacketSealer } from './packetCipher';

/** Packets sealed and written at once; frames that do not fit wait. */
const BATCH_PACKETS = 10;

/**
 * Ends of streams waiting for room. More than the streams that can be open, so only a peer that does not read exceeds
 * it.
 */
const MAX_DEFERRED = 16_384;

/**
 * Bytes waiting for room; more are rejected. Responses wait one at a time, so this is a peer that does not read, or that
 * reads more slowly than others make us relay: the latter must not cost it the connection.
 */
const MAX_WAITING_BYTES = 32_000_000;

/** The id of a call, which is never split: peers close connections over streams that end within it. */
const MIN_PAYLOAD = 16;

/** The stream whose frames are sent. */
export interface FrameSource {
  /** @throws {PeerError} the stream may no longer send */
  requireOpen(): void;
  /** Flags of the next frame; called once for each. */
  nextFlags(): number;
}

/**
 * Collects the frames of all streams, seals them into packets and writes the packets. Frames queued during a write
 * share the next packets. Writers take turns: each may fill the buffer once before the next one.
 */
export class PacketWriter {
  readonly #stream: Pick<ByteStream, 'write'>;
  readonly #sealer: PacketSealer;
  readonly #frameBytes: number;
  readonly #maxPayload: number;
  readonly #onFailure: (error: unknown) => void;
  /** Plaintext of the next packets. */
  readonly #frames: Uint8Array;
  #length = 0;
  /** Sealed packets being written. */
  readonly #sealed: Uint8Array;
  /**
   * Each packet's range in both buffers. The views are created once, because creating them takes as long as writing the
   * frames.
   */
  readonly #slots: readonly { readonly plaintext: Uint8Array; readonly sealed: Uint8Array }[];
  /** Frames without payload that are waiting for room. */
  #deferred: { readonly id: number; readonly flags: number }[] = [];
  /** Calls of {@link send} that wait for room, by stream. */
  #waiting: { readonly id: number; readonly wake: () => void }[] = [];
  #waitingBytes = 0;
  #flushing: Promise<void> | undefined;
  #failure: PeerError | undefined;

  constructor(
    stream: Pick<ByteStream, 'write'>,
    sealer: PacketSealer,
    packetSize: number,
    onFailure: (error: unknown) => void
  ) {
    this.#stream = stream;
    this.#sealer = sealer;
    this.#frameBytes = frameBytesOf(packetSize);
    this.#maxPayload = maxPayload(packetSize);
    this.#onFailure = onFailure;
    this.#frames = new Uint8Array(BATCH_PACKETS * this.#frameBytes);
    this.#sealed = new Uint8Array(BATCH_PACKETS * packetSize);
    this.#slots = Array.from({ length: BATCH_PACKETS }, (_, i) => ({
      plaintext: this.#frames.subarray(i * this.#frameBytes, (i + 1) * this.#frameBytes),
      sealed: this.#sealed.subarray(i * packetSize, (i + 1) * packetSize)
    }));
  }

  /**
   * Queues the bytes as frames of a stream; resolves when all are queued.
   * @throws {PeerError} the connection ended, the stream may no longer send, or too much is waiting
   */
  async send(id: number, bytes: Uint8Array, source: FrameSource): Promise<void> {
    if (this.#waitingBytes + bytes.length > MAX_WAITING_BYTES) {
      throw new PeerError('peers/not-reading', 'the peer does not read what is sent to it');
    }
    try {
      for (let at = 0; at < bytes.length;) {
        this.#requireOpen(source);
        while (!this.#hasRoom) {
          await this.#untilRoom(id, bytes.length - at);
          this.#requireOpen(source);
        }
        const end = Math.min(at + this.#maxPayload, at + this.#room - FRAME_HEADER_BYTES, bytes.length);
        this.#put(id, source.nextFlags(), bytes.subarray(at, end));
        at = end;
      }
    } finally {
      if (this.#hasRoom) this.#waiting.shift()?.wake();
    }
  }

  /**
   * Makes a pending {@link send} of a stream that has ended fail at once. There may never be room, and until then its
   * bytes would stay in memory.
   */
  onStreamEnd(id: number): void {
    const at = this.#waiting.findIndex((one) => one.id === id);
    if (at >= 0) this.#waiting.splice(at, 1)[0]!.wake();
  }

  /** Queues a frame without payload; never waits. */
  sendEmpty(id: number, flags: number): void {
    if (this.#failure) return;
    if (this.#room >= FRAME_HEADER_BYTES && this.#deferred.length === 0) this.#put(id, flags, undefined);
    else if (this.#deferred.length < MAX_DEFERRED) this.#deferred.push({ id, flags });
    else this.#onFailure(new PeerError('peers/not-reading', 'the peer does not read the ends of its streams'));
  }

  /** Resolves when everything queued has been written. */
  async flush(): Promise<void> {
    await this.#flushing;
  }

  /** Fails all pending and later calls. */
  fail(error: PeerError): void {
    this.#failure ??= error;
    this.#deferred = [];
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { wake } of waiting) wake();
  }

  get #room(): number {
    return this.#frames.length - this.#length;
  }

  get #hasRoom(): boolean {
    return this.#room >= FRAME_HEADER_BYTES + MIN_PAYLOAD && this.#deferred.length === 0;
  }

  /** @param bytes held in memory until then */
  async #untilRoom(id: number, bytes: number): Promise<void> {
    this.#waitingBytes += bytes;
    await new Promise<void>((wake) => this.#waiting.push({ id, wake }));
    this.#waitingBytes -= bytes;
  }

  #requireOpen(source: FrameSource): void {
    if (this.#failure) throw this.#failure;
    source.requireOpen();
  }

  #put(id: number, flags: number, payload: Uint8Array | undefined): void {
    const length = payload?.length ?? 0;
    writeFrameHeader(this.#frames, this.#length, id, length, flags);
    if (payload) this.#frames.set(payload, this.#length + FRAME_HEADER_BYTES);
    this.#length += FRAME_HEADER_BYTES + length;
    this.#flushing ??= this.#writePackets();
  }

  async #writePackets(): Promise<void> {
    // Frames queued in the same turn share packets.
    await Promise.resolve();
    try {
      while (this.#length > 0 && !this.#failure) {
        const sealed = this.#sealFrames();
        this.#queueDeferred();
        this.#waiting.shift()?.wake();
        await this.#stream.write(sealed);
      }
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#flushing = undefined;
    }
  }

  /** Seals the queued frames, padded with zeros to whole packets, and empties the queue. */
  #sealFrames(): Uint8Array {
    const packets = Math.ceil(this.#length / this.#frameBytes);
    this.#frames.fill(0, this.#length, packets * this.#frameBytes);
    const slots = this.#slots.slice(0, packets);
    for (const { plaintext, sealed } of slots) this.#sealer.seal(plaintext, sealed);
    this.#length = 0;
    return this.#sealed.subarray(0, packets * (this.#frameBytes + TAG_BYTES));
  }

  #queueDeferred(): void {
    const deferred = this.#deferred;
    this.#deferred = [];
    for (const { id, flags } of deferred) this.sendEmpty(id, flags);
  }
}
