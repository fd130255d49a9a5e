import { PeerError } from '../errors';

/** u32le `id << 1 | 1` · u16le payload length · u16le flags. */
export const FRAME_HEADER_BYTES = 8;

/** Flags of a frame; a receiver ignores all others. */
export const FIRST = 1;
export const LAST = 2;
export const ERROR = 4;

/** Id of the keepalive frame. */
export const KEEPALIVE_ID = 0;
/** Ids below are reserved. */
export const FIRST_STREAM_ID = 256;
/** Largest stream id, after which numbering starts again. */
export const MAX_STREAM_ID = 2 ** 30 - 1;

/** Maximum payload of a frame, which fills a packet together with the header. */
export const maxPayload = (packetSize: number): number => packetSize - 24;

/** Writes the header of a frame at an offset. */
export function writeFrameHeader(bytes: Uint8Array, at: number, id: number, length: number, flags: number): void {
  const word = id * 2 + 1;
  bytes[at] = word;
  bytes[at + 1] = word >>> 8;
  bytes[at + 2] = word >>> 16;
  bytes[at + 3] = word >>> 24;
  bytes[at + 4] = length;
  bytes[at + 5] = length >>> 8;
  bytes[at + 6] = flags;
  bytes[at + 7] = flags >>> 8;
}

/** Receives the frames of a connection. */
export interface FrameHandler {
  /** The header of a frame. */
  begin(id: number, flags: number): void;
  /** A part of the payload, never empty; shares the packet's memory. */
  payload(part: Uint8Array): void;
  /** The payload is complete. */
  end(): void;
}

/** Reads frames from a sequence of packets. Frames, and even their headers, can span packets. */
export class FrameReader {
  readonly #handler: FrameHandler;
  readonly #maxPayload: number;
  readonly #header = new Uint8Array(FRAME_HEADER_BYTES);
  readonly #view = new DataView(this.#header.buffer);
  #headerFilled = 0;
  /** Bytes of payload still to come; undefined between frames and within a header. */
  #payloadLeft: number | undefined;

  constructor(handler: FrameHandler, packetSize: number) {
    this.#handler = handler;
    this.#maxPayload = maxPayload(packetSize);
  }

  /**
   * Reads the frames of the next packet.
   * @throws {PeerError} `peers/frame-too-long`, or what the handler throws
   */
  read(packet: Uint8Array): void {
    let at = 0;
    while (at < packet.length) {
      if (this.#payloadLeft !== undefined) {
        at = this.#readPayload(packet, at, this.#payloadLeft);
        continue;
      }
      // Between frames, an even byte starts the padding. A packet never starts with padding.
      if (at > 0 && this.#headerFilled === 0 && (packet[at]! & 1) === 0) return;
      at = this.#readHeader(packet, at);
    }
  }

  #readHeader(packet: Uint8Array, start: number): number {
    let at = start;
    while (at < packet.length && this.#headerFilled < FRAME_HEADER_BYTES) {
      this.#header[this.#headerFilled++] = packet[at++]!;
    }
    if (this.#headerFilled < FRAME_HEADER_BYTES) return at;
    this.#headerFilled = 0;
    const view = this.#view;
    const id = view.getUint32(0, true) >>> 1;
    const length = view.getUint16(4, true);
    if (length > this.#maxPayload) {
      throw new PeerError('peers/frame-too-long', `a frame of ${length} bytes exceeds ${this.#maxPayload}`);
    }
    this.#handler.begin(id, view.getUint16(6, true));
    if (length > 0) this.#payloadLeft = length;
    else this.#handler.end();
    return at;
  }

  #readPayload(packet: Uint8Array, at: number, left: number): number {
    const end = Math.min(at + left, packet.length);
    this.#handler.payload(packet.subarray(at, end));
    this.#payloadLeft = left - (end - at);
    if (this.#payloadLeft === 0) {
      this.#payloadLeft = undefined;
      this.#handler.end();
    }
    return end;
  }
}
