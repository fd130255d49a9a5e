import type { Scheduler } from '$lib/async/scheduler';
import { decodeText } from '$lib/codec/text';
import { concatBytes } from '$lib/codec/bytes';
import { PeerError, printable } from '../errors';
import type { SecureConnection } from './agreement';
import { ClosedStreams } from './closedStreams';
import {
  ERROR,
  FIRST,
  FIRST_STREAM_ID,
  FrameReader,
  KEEPALIVE_ID,
  LAST,
  MAX_STREAM_ID,
  type FrameHandler
} from './frames';
import { Keepalive } from './keepalive';
import { MuxStream, type StreamConnection } from './muxStream';
import type { Role } from './packetCipher';
import { PacketWriter } from './packetWriter';

/** Unread bytes above which the connection is no longer read. */
const MAX_UNREAD_BYTES = 128 * 1024;
/** Unaccepted streams above which the connection is no longer read. */
const MAX_WAITING_STREAMS = 16;
/** Maximum open streams; a peer that opens more ends the connection. */
const MAX_STREAMS = 4096;

export interface MultiplexerOptions {
  readonly clock: Pick<Scheduler, 'now' | 'sleep'>;
}

/**
 * Streams of both sides over a single secured connection. The protocol has no flow control, so a single unread stream
 * stalls all of them: read every stream to its end, or close it.
 */
export class Multiplexer {
  readonly #connection: SecureConnection;
  readonly #writer: PacketWriter;
  readonly #frames: FrameReader;
  readonly #keepalive: Keepalive;
  readonly #closedStreams: ClosedStreams;
  readonly #streams = new Map<number, MuxStream>();
  readonly #waiting: MuxStream[] = [];
  readonly #acceptors: ((stream: MuxStream | undefined) => void)[] = [];
  readonly #ending = new AbortController();
  readonly #port: StreamConnection;
  #nextId: number;
  #unreadBytes = 0;
  #resume: (() => void) | undefined;
  #end: PeerError | undefined;

  /** Resolves with the reason when the connection has ended; `peers/closed` if either side closed it. */
  readonly ended: Promise<PeerError>;
  #resolveEnded: (reason: PeerError) => void = () => undefined;

  constructor(connection: SecureConnection, { clock }: MultiplexerOptions) {
    const { stream, sealer, settings, role } = connection;
    this.#connection = connection;
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
    this.#writer = new PacketWriter(stream, sealer, settings.packetSize, (error) => this.#fail(error));
    this.#frames = new FrameReader(this.#frameHandler(), settings.packetSize);
    this.#keepalive = new Keepalive(clock, settings.timeoutMs);
    this.#closedStreams = new ClosedStreams(clock.now);
    this.#nextId = firstIdOf(role);
    this.#port = {
      send: (id, bytes, source) => {
        this.#keepalive.onSent();
        return this.#writer.send(id, bytes, source);
      },
      countUnread: (change) => this.#countUnread(change),
      onClosed: (muxStream, isOpenAtPeer) => this.#onClosed(muxStream, isOpenAtPeer)
    };
    void this.#receive().catch((error: unknown) => this.#fail(error));
    void this.#keepAlive();
  }

  /**
   * Opens a stream. The peer is notified with the first write.
   * @throws {PeerError} the connection has ended, or has too many streams
   */
  open(): MuxStream {
    if (this.#end) throw this.#end;
    if (this.#streams.size >= MAX_STREAMS) throw tooManyStreams();
    while (this.#streams.has(this.#nextId) || this.#closedStreams.has(this.#nextId)) this.#advanceId();
    const stream = new MuxStream(this.#nextId, this.#port, false);
    this.#advanceId();
    this.#streams.set(stream.id, stream);
    return stream;
  }

  /** The next stream that the peer opened; undefined if the connection has ended and none are left. */
  accept(): Promise<MuxStream | undefined> {
    const stream = this.#waiting.shift();
    this.#resumeIfRoom();
    if (stream || this.#end) return Promise.resolve(stream);
    return new Promise((resolve) => this.#acceptors.push(resolve));
  }

  /** Ends the connection; queued data is lost. */
  close(): void {
    this.#endWith(new PeerError('peers/closed', 'the connection was closed'));
  }

  /** Ends the connection after everything queued has been written. Never completes if the peer does not read. */
  async closeAfterFlush(): Promise<void> {
    await this.#writer.flush();
    this.close();
  }

  async #receive(): Promise<void> {
    const { reader, opener, settings } = this.#connection;
    const { packetSize } = settings;
    const partial = new Uint8Array(packetSize);
    let filled = 0;
    for (;;) {
      const chunk = await reader.next();
      if (chunk === undefined) throw new PeerError('peers/closed', 'the peer closed the connection');
      let at = 0;
      while (at < chunk.length) {
        const isWhole = filled === 0 && chunk.length - at >= packetSize;
        const end = Math.min(at + packetSize - filled, chunk.length);
        const part = chunk.subarray(at, end);
        at = end;
        if (!isWhole) {
          partial.set(part, filled);
          filled += part.length;
          if (filled < packetSize) break;
          filled = 0;
        }
        this.#frames.read(opener.open(isWhole ? part : partial));
        if (this.#isCongested) await this.#untilRoom();
        if (this.#end) return;
      }
    }
  }

  get #isCongested(): boolean {
    return this.#unreadBytes > MAX_UNREAD_BYTES || this.#waiting.length > MAX_WAITING_STREAMS;
  }

  #untilRoom(): Promise<void> {
    return new Promise((resolve) => (this.#resume = resolve));
  }

  #resumeIfRoom(): void {
    if (this.#isCongested && !this.#end) return;
    this.#resume?.();
    this.#resume = undefined;
  }

  #countUnread(change: number): void {
    this.#unreadBytes += change;
    if (change < 0) this.#resumeIfRoom();
  }

  /** Passes each received frame to its stream, or drops it. */
  #frameHandler(): FrameHandler {
    let stream: MuxStream | undefined;
    let flags = 0;
    let errorText: Uint8Array[] = [];
    return {
      begin: (id, frameFlags) => {
        flags = frameFlags;
        stream = this.#streamOf(id, flags);
      },
      payload: (part) => {
        // The payload of a last frame is an error text, not data.
        if ((flags & LAST) === 0) stream?.deliver(part);
        else if ((flags & ERROR) !== 0 && stream) errorText.push(part);
      },
      end: () => {
        if (stream && (flags & LAST) !== 0) {
          this.#streams.delete(stream.id);
          stream.endByPeer((flags & ERROR) === 0 ? undefined : streamError(errorText));
          this.#writer.onStreamEnd(stream.id);
          errorText = [];
        }
      }
    };
  }

  /**
   * The stream that a frame belongs to; undefined if the frame is to be dropped.
   * @throws {PeerError} the id is reserved or unknown, or there are too many streams
   */
  #streamOf(id: number, flags: number): MuxStream | undefined {
    if (id === KEEPALIVE_ID) return undefined;
    if (id < FIRST_STREAM_ID) throw new PeerError('peers/reserved-stream', `stream id ${id} is reserved`);
    this.#keepalive.onReceived();
    const known = this.#streams.get(id);
    if (known) return known;
    if ((flags & FIRST) !== 0) return this.#openByPeer(id);
    if (!this.#closedStreams.has(id)) {
      throw new PeerError('peers/unknown-stream', `a frame belongs to no stream: ${id}`);
    }
    if (this.#closedStreams.countLate(id)) {
      throw new PeerError('peers/late-frames', `too many frames for closed stream ${id}`);
    }
    if ((flags & LAST) !== 0) this.#closedStreams.delete(id);
    return undefined;
  }

  #openByPeer(id: number): MuxStream {
    if (this.#streams.size >= MAX_STREAMS) throw tooManyStreams();
    const stream = new MuxStream(id, this.#port, true);
    this.#streams.set(id, stream);
    const acceptor = this.#acceptors.shift();
    if (acceptor) acceptor(stream);
    else this.#waiting.push(stream);
    return stream;
  }

  #onClosed(stream: MuxStream, isOpenAtPeer: boolean): void {
    if (this.#streams.get(stream.id) === stream) this.#streams.delete(stream.id);
    this.#writer.onStreamEnd(stream.id);
    if (!isOpenAtPeer || this.#end) return;
    this.#closedStreams.add(stream.id);
    this.#keepalive.onSent();
    this.#writer.sendEmpty(stream.id, LAST);
  }

  async #keepAlive(): Promise<void> {
    const isDead = await this.#keepalive.run(() => this.#writer.sendEmpty(KEEPALIVE_ID, 0), this.#ending.signal);
    if (isDead) this.#endWith(new PeerError('peers/inactive', 'the connection was inactive for too long'));
  }

  #fail(error: unknown): void {
    this.#endWith(
      error instanceof PeerError ? error : new PeerError('peers/closed', 'the connection broke', { cause: error })
    );
  }

  #endWith(reason: PeerError): void {
    if (this.#end) return;
    this.#end = reason;
    this.#ending.abort();
    this.#connection.stream.close();
    this.#writer.fail(reason);
    for (const stream of this.#streams.values()) stream.endByPeer(reason);
    this.#streams.clear();
    for (const acceptor of this.#acceptors.splice(0)) acceptor(undefined);
    this.#resumeIfRoom();
    this.#resolveEnded(reason);
  }

  #advanceId(): void {
    this.#nextId = streamIdAfter(this.#nextId, this.#connection.role);
  }
}

/** The dialing side opens even-numbered streams, the accepting side odd-numbered ones. */
const firstIdOf = (role: Role): number => FIRST_STREAM_ID + (role === 'dial' ? 0 : 1);

/** The id of a side's next stream; starts again at 2^30. */
export const streamIdAfter = (id: number, role: Role): number => (id + 2 > MAX_STREAM_ID ? firstIdOf(role) : id + 2);

const tooManyStreams = (): PeerError => new PeerError('peers/too-many-streams', `more than ${MAX_STREAMS} streams`);

const streamError = (text: readonly Uint8Array[]): PeerError =>
  new PeerError('peers/stream-failed', printable(decodeText(concatBytes(...text))));
