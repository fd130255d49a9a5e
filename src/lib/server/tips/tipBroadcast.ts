import { TIP_SILENCE_MS, tipLine, type StreamedTip } from '$lib/api/quarry/tips';
import { encodeJson } from '$lib/api/schemas/codec';
import { systemScheduler } from '$lib/async/scheduler';
import type { ChainIndex } from '$lib/chain/element/elements';
import { stringifyJson } from '$lib/codec/json';
import type { NextTip } from './nextTip';

/**
 * Opens the lines of `GET /tips/:service` for one client: the tip, then each new one. It fails when the node becomes
 * unreachable.
 * @param ended of the session that asked
 * @param withWork whether new tips come with work on them
 */
export type TipBroadcast = (ended?: AbortSignal, withWork?: boolean) => ReadableStream<Uint8Array>;

export interface BroadcastOptions {
  /** Work on the tip; once for all streams that want it. */
  readonly getWork?: (signal: AbortSignal) => Promise<Uint8Array>;
  /** Called when nobody reads any more. */
  readonly onIdle?: () => void;
  /** Goes on asking while no stream could take a tip: others beside the streams depend on it. */
  readonly keepAsking?: boolean;
  /** How long the node is followed without a reader: one that reloads its page is back soon. */
  readonly lingerMs?: number;
  /** Time between heartbeats. */
  readonly silenceMs?: number;
}

const LINGER_MS = 1000;
/** Tips that come faster are skipped: only the newest is the tip. */
const MIN_INTERVAL_MS = 25;
/** Longer the tip does not wait for work on it: a page can ask for that itself. */
const MAX_WORK_MS = 250;
/** Written at once. With thousands of streams, what the first readers ask for is answered between the others. */
const STREAMS_AT_ONCE = 100;

/**
 * One follower of a node for any number of streams: the node is asked as often for 500 as for one, and not at all once
 * the last one has gone. A line is made once for all of them, and a client that does not read holds none.
 */
export function broadcastTips(nextTip: NextTip, options: BroadcastOptions = {}): TipBroadcast {
  const { getWork, onIdle, keepAsking = false, lingerMs = LINGER_MS, silenceMs = TIP_SILENCE_MS / 2 } = options;
  const streams = new Set<TipStream>();
  let following: AbortController | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let lingering: ReturnType<typeof setTimeout> | undefined;
  /** Of the tip while following. Its work is for the moment it came: later the node has newer. */
  let line: Uint8Array | undefined;
  let wake = () => {};

  function stop(): void {
    following?.abort();
    following = line = undefined;
    clearInterval(heartbeat);
    wake();
    onIdle?.();
  }

  function start(): void {
    clearTimeout(lingering);
    if (following !== undefined) return;
    following = new AbortController();
    heartbeat = setInterval(() => {
      for (const stream of streams) stream.beat();
    }, silenceMs);
    void follow(following);
  }

  async function follow(run: AbortController): Promise<void> {
    let tip: ChainIndex | undefined;
    try {
      while (!run.signal.aborted) {
        tip = await nextTip(tip, run.signal);
        if (run.signal.aborted) return;
        line = lineOf(tip);
        // Whoever searches is first: work on the tip before is worth nothing any more.
        const searching = streams
          .values()
          .filter((stream) => stream.withWork)
          .toArray();
        if (searching.length > 0) await send(searching, lineOf(await withWorkOn(tip, run.signal)));
        await send(
          [...streams].filter((stream) => !stream.withWork),
          line
        );
        await systemScheduler.sleep(MIN_INTERVAL_MS, run.signal);
        // Nothing is asked while no stream could take it.
        if (!keepAsking && !streams.values().some((stream) => stream.isFree))
          await new Promise<void>((resolve) => (wake = resolve));
      }
    } catch (error) {
      if (following !== run) return;
      stop();
      for (const stream of streams) stream.fail(error);
      clearTimeout(lingering);
    }
  }

  /** A node that has no work now, or is slow to make some, still has a tip. */
  async function withWorkOn(tip: ChainIndex, signal: AbortSignal): Promise<StreamedTip> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(MAX_WORK_MS)]);
    const work = await getWork?.(inTime).catch(() => undefined);
    return work === undefined ? tip : { ...tip, work };
  }

  async function send(receivers: readonly TipStream[], sent: Uint8Array): Promise<void> {
    for (const [index, stream] of receivers.entries()) {
      stream.send(sent);
      if ((index + 1) % STREAMS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  function join(
    controller: ReadableStreamDefaultController<Uint8Array>,
    ended: AbortSignal | undefined,
    withWork: boolean
  ): TipStream {
    const stream = new TipStream(controller, withWork, ended, () => {
      if (streams.delete(stream) && streams.size === 0) lingering = setTimeout(stop, lingerMs);
    });
    if (ended?.aborted) stream.end();
    else {
      streams.add(stream);
      if (line !== undefined) stream.send(line);
      start();
    }
    return stream;
  }

  return (ended, withWork = false) => {
    let stream: TipStream;
    return new ReadableStream({
      start: (controller) => void (stream = join(controller, ended, withWork)),
      pull() {
        stream.flush();
        wake();
      },
      cancel: () => stream.leave()
    });
  };
}

/** One client's stream; of lines that it does not take in time only the newest waits. */
class TipStream {
  readonly withWork: boolean;
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  readonly #ended: AbortSignal | undefined;
  readonly #onLeave: () => void;
  readonly #end = () => this.end();
  #waiting: Uint8Array | undefined;

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

  get isFree(): boolean {
    return (this.#controller.desiredSize ?? 0) > 0;
  }

  send(line: Uint8Array): void {
    if (this.isFree) this.#controller.enqueue(line);
    else this.#waiting = line;
  }

  flush(): void {
    if (this.#waiting === undefined) return;
    this.#controller.enqueue(this.#waiting);
    this.#waiting = undefined;
  }

  beat(): void {
    if (this.isFree) this.#controller.enqueue(HEARTBEAT);
  }

  end(): void {
    this.#controller.close();
    this.leave();
  }

  fail(error: unknown): void {
    this.#controller.error(error);
    this.leave();
  }

  leave(): void {
    this.#ended?.removeEventListener('abort', this.#end);
    this.#onLeave();
  }
}

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode('\n');
const lineOf = (tip: StreamedTip): Uint8Array => encoder.encode(`${stringifyJson(encodeJson(tipLine, tip))}\n`);
