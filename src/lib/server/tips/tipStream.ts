const HEARTBEAT = new TextEncoder().encode('\n');

/** The stream of one client's `GET /tips/:service`. Of lines that it does not read in time, only the newest is kept. */
export class TipStream {
  /** Whether new tips come with work on them. */
  readonly withWork: boolean;
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  readonly #ended: AbortSignal | undefined;
  readonly #onLeave: () => void;
  readonly #end = () => this.end();
  #waiting: Uint8Array | undefined;

  /**
   * @param ended aborts when the client's session ends
   * @param onLeave called when the stream ends, for whatever reason; possibly more than once
   */
  constructor(
    controller: ReadableStreamDefaultController<Uint8Array>,
    withWork: boolean,
    ended: AbortSignal | undefined,
    onLeave: () => void
  ) {
    this.withWork = withWork;
    this.#controller = controller;
    this.#ended = ended;
    this.#onLeave = onLeave;
    ended?.addEventListener('abort', this.#end);
  }

  /** Whether the client has read everything sent so far. */
  get isFree(): boolean {
    return (this.#controller.desiredSize ?? 0) > 0;
  }

  /** Sends the line, or keeps it until the client reads on. */
  send(line: Uint8Array): void {
    if (this.isFree) this.#controller.enqueue(line);
    else this.#waiting = line;
  }

  /** Sends the line that waits, once the client reads on. */
  flush(): void {
    if (this.#waiting === undefined) return;
    this.#controller.enqueue(this.#waiting);
    this.#waiting = undefined;
  }

  /** Shows a silent client that the connection is alive. */
  beat(): void {
    if (this.isFree) this.#controller.enqueue(HEARTBEAT);
  }

  /** Ends the stream without an error. */
  end(): void {
    this.#controller.close();
    this.leave();
  }

  /** Ends the stream with an error: the node is unreachable. */
  fail(error: unknown): void {
    this.#controller.error(error);
    this.leave();
  }

  /** The client has closed the stream. */
  leave(): void {
    this.#ended?.removeEventListener('abort', this.#end);
    this.#onLeave();
  }
}
