import { createHmac } from 'node:crypto';
import type { WebhookEvent } from '$lib/api/quarry/webhook';
import { Backoff } from '$lib/async/retry';
import { sleep as systemSleep } from '$lib/async/sleep';
import { ForbiddenAddressError } from '../http/addresses';
import type { ServerFetch } from '../http/addressCheckedFetch';
import { NODE_VERSION } from '../version';
import type { WebhookSettings } from '../webhookSettings';

/** A message for the receiver. */
export interface WebhookMessage {
  readonly event: WebhookEvent;
  /** Id of the event; the same for every attempt to send it. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** JSON: amounts as decimal text of hastings. */
  readonly data: Readonly<Record<string, unknown>>;
}

interface DeliveryDeps extends Pick<WebhookSettings, 'url' | 'secret'> {
  /** Neither connects to forbidden addresses nor follows redirects. */
  readonly fetch: ServerFetch;
  readonly nowMs: () => number;
  /** One line for the terminal. */
  readonly log: (line: string) => void;
  readonly sleep?: typeof systemSleep;
  readonly random?: () => number;
  readonly timeoutMs?: number;
}

/** Maximum number of queued messages; beyond it, the oldest is dropped. */
export const MAX_WAITING = 100;
/** With the backoff, these take about ten minutes. */
export const MAX_ATTEMPTS = 8;
const RETRY_FIRST_MS = 2_000;
const RETRY_MAX_MS = 5 * 60_000;
const TIMEOUT_MS = 10_000;
/** Statuses by which the receiver asks for a retry. */
const RETRIED_STATUS = [408, 425, 429];

/** Sends messages one after another, in order. Pushing one does not wait for delivery. */
export class WebhookDelivery {
  readonly #deps: DeliveryDeps;
  readonly #closing = new AbortController();
  readonly #waiting: WebhookMessage[] = [];
  #dropped = 0;
  #running: Promise<void> | undefined;

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
  }

  push(message: WebhookMessage): void {
    if (this.#closing.signal.aborted) return;
    this.#waiting.push(message);
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift();
      this.#dropped++;
    }
    this.#running ??= this.#run();
  }

  /** Drops messages that were not sent. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#waiting.length = 0;
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        const problem = await this.#deliver(next);
        if (problem !== undefined && !this.#closing.signal.aborted) {
          this.#deps.log(`Webhook delivery of ${next.event} failed: ${problem}`);
        }
      }
    } finally {
      // At the moment the queue is found empty: a message that is pushed a moment later would wait for the next one.
      this.#running = undefined;
    }
  }

  /** @returns why the message was abandoned */
  async #deliver(message: WebhookMessage): Promise<string | undefined> {
    const { sleep = systemSleep, random } = this.#deps;
    const { signal } = this.#closing;
    const backoff = new Backoff(RETRY_FIRST_MS, RETRY_MAX_MS, random);
    for (let attempt = 1; ; attempt++) {
      const { problem, isFinal } = await this.#attempt(message);
      if (problem === undefined || isFinal || attempt === MAX_ATTEMPTS || signal.aborted) return problem;
      await sleep(backoff.next(), signal);
      if (signal.aborted) return problem;
    }
  }

  async #attempt(message: WebhookMessage): Promise<{ readonly problem?: string; readonly isFinal?: boolean }> {
    const { url, fetch, timeoutMs = TIMEOUT_MS } = this.#deps;
    const dropped = this.#dropped;
    const body = bodyOf(message, dropped);
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const headers = this.#headers(message, body);
      const answer = await fetch(url.href, { method: 'POST', headers, body, signal, redirect: 'manual' });
      await answer.body?.cancel();
      if (answer.ok) {
        this.#dropped -= dropped;
        return {};
      }
      const isLater = answer.status >= 500 || RETRIED_STATUS.includes(answer.status);
      return { problem: `status ${answer.status}`, isFinal: !isLater };
    } catch (error) {
      return { problem: reasonOf(error), isFinal: error instanceof ForbiddenAddressError };
    }
  }

  #headers({ event, id }: WebhookMessage, body: string): Headers {
    const seconds = Math.floor(this.#deps.nowMs() / 1_000);
    return new Headers({
      'content-type': 'application/json',
      'user-agent': `Quarry/${NODE_VERSION}`,
      'x-quarry-event': event,
      'x-quarry-delivery': id,
      'x-quarry-signature': `t=${seconds},v1=${signatureOf(this.#deps.secret, seconds, body)}`
    });
  }
}

const bodyOf = ({ event, id, atMs, data }: WebhookMessage, dropped: number): string =>
  JSON.stringify({ event, id, at: new Date(atMs).toISOString(), ...(dropped > 0 && { dropped }), data });

/** HMAC-SHA256 of `SECONDS.BODY`, hex. It includes the time, so that a receiver can reject replays. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

/** Fetch puts the system's error into the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
