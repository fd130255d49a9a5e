import { joinBytes } from '$lib/codec/bytes';
import type { ByteStream } from '../byteStream';
import { PeerError } from '../errors';
import { FIRST } from './frames';
import type { FrameSource } from './packetWriter';

/** What a stream needs from its connection. */
export interface StreamConnection {
  /** Queues bytes as frames; see `PacketWriter.send`. */
  send(id: number, bytes: Uint8Array, source: FrameSource): Promise<void>;
  /** Adjusts the number of unread bytes. */
  countUnread(change: number): void;
  /**
   * We closed the stream.
   * @param isOpenAtPeer the peer must be notified
   */
  onClosed(stream: MuxStream, isOpenAtPeer: boolean): void;
}

// A piece retains the memory of its whole packet, so short ones are copied. The overhead of the object counts too.
const SHORT_PIECE = 1024;
const PIECE_OVERHEAD = 256;
const costOf = (piece: Uint8Array): number => piece.length + PIECE_OVERHEAD;

/** How a stream ended: by the peer, by us, or with an error. */
type End = 'by peer' | 'by us' | PeerError;

/**
 * A stream within a connection. Either side can end it, in both directions at once: after the peer ends it we cannot
 * write, after we end it we cannot read. One read and one write at a time.
 */
export class MuxStream implements ByteStream {
  readonly id: number;
  readonly #connection: StreamConnection;
  /** Whether the peer knows of the stream: the peer opened it, or we have sent a frame. */
  #isKnown: boolean;
  #pieces: Uint8Array[] = [];
  #reader: { resolve: (piece: Uint8Array | undefined) => void; reject: (error: PeerError) => void } | undefined;
  #end: End | undefined;

  constructor(id: number, connection: StreamConnection, isOpenedByPeer: boolean) {
    this.id = id;
    this.#connection = connection;
    this.#isKnown = isOpenedByPeer;
  }

  /** Returns everything that has arrived, which saves decoders futile attempts on every packet. */
  read(): Promise<Uint8Array | undefined> {
    if (this.#pieces.length > 0) return Promise.resolve(joinBytes(this.#takePieces()));
    if (this.#end === 'by peer') return Promise.resolve(undefined);
    if (this.#end) return Promise.reject(this.#errorOf(this.#end));
    return new Promise((resolve, reject) => (this.#reader = { resolve, reject }));
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#connection.send(this.id, bytes, this.#source);
  }

  close(): void {
    if (this.#end === 'by us') return;
    const isOpenAtPeer = this.#isKnown && this.#end === undefined;
    this.#takePieces();
    this.#finish('by us');
    this.#connection.onClosed(this, isOpenAtPeer);
  }

  /** Data arrived. */
  deliver(part: Uint8Array): void {
    if (this.#end) return;
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader) return reader.resolve(part);
    const piece = part.length < SHORT_PIECE ? Uint8Array.from(part) : part;
    this.#pieces.push(piece);
    this.#connection.countUnread(costOf(piece));
  }

  /**
   * The peer ended the stream or, with an error, the stream or the connection failed. Data that arrived before can
   * still be read.
   */
  endByPeer(error?: PeerError): void {
    if (this.#end === undefined) this.#finish(error ?? 'by peer');
  }

  #takePieces(): Uint8Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#connection.countUnread(-pieces.reduce((sum, piece) => sum + costOf(piece), 0));
    return pieces;
  }

  #finish(end: End): void {
    this.#end = end;
    const reader = this.#reader;
    this.#reader = undefined;
    if (end === 'by peer') reader?.resolve(undefined);
    else if (reader) reader.reject(this.#errorOf(end));
  }

  #errorOf(end: End): PeerError {
    if (end instanceof PeerError) return end;
    return new PeerError('peers/stream-closed', `stream ${this.id} was ended ${end}`);
  }

  readonly #source: FrameSource = {
    requireOpen: () => {
      if (this.#end) throw this.#errorOf(this.#end);
    },
    nextFlags: () => {
      if (this.#isKnown) return 0;
      this.#isKnown = true;
      return FIRST;
    }
  };
}
