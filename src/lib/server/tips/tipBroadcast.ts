import { TIP_SILENCE_MS, tipLine, type StreamedTip } from '$lib/api/quarry/tips';
import { encodeJson } from '$lib/api/schemas/codec';
import { systemScheduler } from '$lib/async/scheduler';
import type { ChainIndex } from '$lib/chain/element/elements';
import { stringifyJson } from '$lib/codec/json';
import type { NextTip } from './nextTip';
import { TipStream } from './tipStream';

/**
 * Opens the lines of `GET /tips/:service` for one client: the tip, then each new one. The stream fails when the node
 * becomes unreachable.
 * @param ended aborts when the client's session ends
 * @param withWork whether new tips come with work on them
 */
export type TipBroadcast = (ended?: AbortSignal, withWork?: boolean) => ReadableStream<Uint8Array>;

export interface BroadcastOptions {
  /** Work on the tip; requested once for all streams that want it. */
  readonly getWork?: (signal: AbortSignal) => Promise<Uint8Array>;
  /** Subscribes to better work on the same tip: streams that want work get the tip again, with that. */
  readonly onBetterWork?: (listener: () => void) => () => void;
  /** Called when there are no readers left. */
  readonly onIdle?: () => void;
  /** Keeps following while no stream can accept a tip, because not only the streams depend on it. */
  readonly keepAsking?: boolean;
  /** How long the node is followed without a reader: a page that reloads is back soon. */
  readonly lingerMs?: number;
  /** Time between heartbeats. */
  readonly silenceMs?: number;
}

const LINGER_MS = 1000;
/** Tips that arrive faster are skipped: only the newest one matters. */
const MIN_INTERVAL_MS = 25;
/** How long a tip waits for work on it: after that, a page can request the work itself. */
const MAX_WORK_MS = 250;
/** Written without a pause. With thousands of streams, requests of the first readers are handled in between. */
const STREAMS_AT_ONCE = 100;

/**
 * Follows a node for any number of streams: 500 cause no more requests than one, and none are sent once the last stream
 * has ended. A line is encoded once for all of them, and lines do not pile up for a client that does not read.
 */
export function broadcastTips(nextTip: NextTip, options: BroadcastOptions = {}): TipBroadcast {
  const { getWork, onBetterWork, onIdle, keepAsking = false } = options;
  const { lingerMs = LINGER_MS, silenceMs = TIP_SILENCE_MS / 2 } = options;
  const streams = new Set<TipStream>();
  let following: AbortController | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let lingering: ReturnType<typeof setTimeout> | undefined;
  let forgetWork: (() => void) | undefined;
  /** The current tip while following. */
  let tip: ChainIndex | undefined;
  /** Its line. Without work, which would be outdated for a stream that joins later. */
  let line: Uint8Array | undefined;
  /** Resolves once the first work on the tip is sent. */
  let firstWork = Promise.resolve();
  let wake = () => {};

  function stop(): void {
    following?.abort();
    following = line = tip = undefined;
    forgetWork?.();
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
    forgetWork = onBetterWork?.(() => void sendBetterWork());
    void follow(following);
  }

  async function follow(run: AbortController): Promise<void> {
    try {
      while (!run.signal.aborted) {
        const next = await nextTip(tip, run.signal);
        if (run.signal.aborted) return;
        tip = next;
        line = lineOf(tip);
        // Miners first: their work on the previous tip is now worthless.
        await (firstWork = sendFirstWork(tip, run.signal));
        await send(streamsOf(false), line);
        await systemScheduler.sleep(MIN_INTERVAL_MS, run.signal);
        // No requests while no stream can accept a tip.
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

  const streamsOf = (withWork: boolean): TipStream[] => [...streams].filter((stream) => stream.withWork === withWork);

  async function sendFirstWork(on: ChainIndex, signal: AbortSignal): Promise<void> {
    const searching = streamsOf(true);
    if (searching.length > 0) await send(searching, lineOf(await withWorkOn(on, signal)));
  }

  async function sendBetterWork(): Promise<void> {
    const [run, known] = [following, tip];
    // Sent later, the first work would replace the better one.
    await firstWork;
    if (run === undefined || known === undefined || streamsOf(true).length === 0) return;
    const better = await withWorkOn(known, run.signal);
    if (better.work !== undefined && tip === known && following === run) await send(streamsOf(true), lineOf(better));
  }

  /** Just the tip if the node has no work now, or is slow to provide it. */
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

const encoder = new TextEncoder();
const lineOf = (tip: StreamedTip): Uint8Array => encoder.encode(`${stringifyJson(encodeJson(tipLine, tip))}\n`);
