import { encodeHex } from '$lib/codec/bytes';
import { toAppError, type AppError } from '$lib/errors';
import type { Scheduler } from '$lib/async/scheduler';
import type { WorkInvalidation } from '../work/workSource';
import { LineBudget, MessageBudget } from './budget';
import { targetOfDifficulty } from './difficulty';
import { PoolAwayError, PoolFloodError, PoolReconnectError, WorkerRefusedError } from './errors';
import {
  parseMessage,
  parseSubscription,
  formatAnswer,
  formatCall,
  type PoolMessage,
  type Subscription
} from './messages';
import type { PoolJob } from './job';

/** One connection to a pool: lines in both directions, without newlines. */
export interface PoolLink {
  send(line: string): void;
  /** Ends or throws when the connection does. */
  readonly lines: AsyncIterable<string>;
  close(): void;
}

type Answer = Extract<PoolMessage, { type: 'answer' }>;

const USER_AGENT = 'quarry/1';
const HANDSHAKE_TIMEOUT_MS = 20_000;
/** A pool that does not respond to a request for this long is considered gone. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** How long to wait for responses to shares after mining was stopped. */
const CLOSING_GRACE_MS = 3000;
/** Of a pool's request to reconnect. */
const MAX_RECONNECT_SECONDS = 60;

/** State of one stratum connection: subscription, authorization, job, difficulty and pending requests. */
export class StratumConnection {
  job: PoolJob | undefined;
  subscription: Subscription | undefined;
  /** Share difficulty of newly found shares. */
  difficulty = 1;
  /** The pool's latest `client.show_message` text. */
  message = '';

  readonly #link: PoolLink;
  readonly #worker: string;
  readonly #scheduler: Scheduler;
  readonly #pending = new Map<number, (answer: Answer | undefined) => void>();
  readonly #over = new AbortController();
  #nextId = 1;
  #isAuthorized = false;
  /** Shares without a response yet. */
  #pendingShares = 0;
  #isFinishing = false;
  /** A lower difficulty, applied with the next job: pools differ in when they accept easier shares. */
  #nextDifficulty: number | undefined;
  /** Other extranonces, applied with the next job: shares of the current one are verified with the old ones. */
  #nextSubscription: Subscription | undefined;
  #failure: AppError | undefined;

  constructor(link: PoolLink, worker: string, scheduler: Scheduler) {
    this.#link = link;
    this.#worker = worker;
    this.#scheduler = scheduler;
  }

  get isReady(): boolean {
    return this.#isAuthorized && this.subscription !== undefined && this.job !== undefined;
  }

  /**
   * Subscribes, authorizes and handles messages until the connection ends.
   * @throws {AppError} why it ended
   */
  async *run(): AsyncGenerator<WorkInvalidation | 'changed'> {
    void this.#signIn().catch((error: unknown) => this.#fail(toAppError(error)));
    void this.#scheduler.sleep(HANDSHAKE_TIMEOUT_MS, this.#over.signal).then(() => {
      if (!this.isReady) this.#fail(new PoolAwayError('timeout'));
    });
    const lines = new LineBudget(this.#scheduler.now);
    const messages = new MessageBudget(this.#scheduler.now);
    try {
      for await (const line of this.#link.lines) {
        if (this.#failure) break;
        const excess = lines.take(line);
        if (excess) throw new PoolFloodError(excess);
        if (line.trim() === '') continue;
        const message = parseMessage(line);
        messages.take(message);
        const wasReady = this.isReady;
        const update = this.#handle(message);
        // During the handshake no work has been issued that an update could invalidate.
        yield wasReady && update ? update : 'changed';
      }
      throw this.#failure ?? new PoolAwayError('closed');
    } catch (error) {
      throw this.#failure ?? error;
    } finally {
      this.#over.abort();
      this.#link.close();
      for (const answer of this.#pending.values()) answer(undefined);
      this.#pending.clear();
    }
  }

  /** @returns undefined when the connection ended without a response */
  async submit(job: string, extranonce2: Uint8Array, timestamp: Uint8Array, nonce: Uint8Array) {
    const params = [this.#worker, job, encodeHex(extranonce2), encodeHex(timestamp), encodeHex(nonce)];
    this.#pendingShares++;
    try {
      return await this.#call('mining.submit', params);
    } finally {
      this.#pendingShares--;
      if (this.#isFinishing && this.#pendingShares === 0) this.close();
    }
  }

  close(): void {
    this.#fail(new PoolAwayError('closed'));
  }

  /** Closes once all sent shares have a response, after {@link CLOSING_GRACE_MS} at the latest. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    if (this.#pendingShares > 0) await this.#scheduler.sleep(CLOSING_GRACE_MS, this.#over.signal);
    this.close();
  }

  async #signIn(): Promise<void> {
    const subscribed = await this.#call('mining.subscribe', [USER_AGENT]);
    if (!subscribed) return;
    if (subscribed.fault) throw new PoolAwayError('subscription-refused', subscribed.fault.message);
    this.subscription = parseSubscription(subscribed.result);
    // No response is awaited: pools with a constant extranonce reject the call, or ignore it.
    this.#link.send(formatCall(this.#nextId++, 'mining.extranonce.subscribe', []));
    // Quarry's server adds the pool's user name and password.
    const authorized = await this.#call('mining.authorize', [this.#worker, '']);
    if (!authorized) return;
    if (authorized.fault || authorized.result !== true) throw new WorkerRefusedError(authorized.fault?.message ?? '');
    this.#isAuthorized = true;
  }

  #call(method: string, params: readonly unknown[]): Promise<Answer | undefined> {
    if (this.#over.signal.aborted) return Promise.resolve(undefined);
    const id = this.#nextId++;
    const response = new Promise<Answer | undefined>((resolve) => this.#pending.set(id, resolve));
    const done = new AbortController();
    void this.#scheduler.sleep(RESPONSE_TIMEOUT_MS, AbortSignal.any([done.signal, this.#over.signal])).then(() => {
      if (this.#pending.has(id)) this.#fail(new PoolAwayError('timeout'));
    });
    this.#link.send(formatCall(id, method, params));
    return response.finally(() => done.abort());
  }

  #fail(error: AppError): void {
    if (this.#over.signal.aborted) return;
    this.#failure ??= error;
    this.#link.close();
  }

  /** Until then the connection is used: shares are answered, and it can be closed. */
  async #reconnectIn(ms: number): Promise<void> {
    await this.#scheduler.sleep(ms, this.#over.signal);
    this.#fail(new PoolReconnectError());
  }

  /** @throws {MalformedJobError} a difficulty that is not a positive number */
  #handle(message: PoolMessage): WorkInvalidation | undefined {
    switch (message.type) {
      case 'answer': {
        const resolve = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        resolve?.(message);
        return undefined;
      }
      case 'job': {
        const isNextBlock = this.job === undefined || encodeHex(this.job.parentId) !== encodeHex(message.job.parentId);
        this.job = message.job;
        this.difficulty = this.#nextDifficulty ?? this.difficulty;
        this.#nextDifficulty = undefined;
        const hasNewExtranonce = this.#nextSubscription !== undefined;
        this.subscription = this.#nextSubscription ?? this.subscription;
        this.#nextSubscription = undefined;
        return message.job.clean || isNextBlock || hasNewExtranonce ? 'over' : 'better';
      }
      case 'difficulty': {
        targetOfDifficulty(message.difficulty);
        if (this.job !== undefined && message.difficulty < this.difficulty) {
          this.#nextDifficulty = message.difficulty;
          return undefined;
        }
        const isHarder = message.difficulty !== this.difficulty;
        this.difficulty = message.difficulty;
        this.#nextDifficulty = undefined;
        return isHarder ? 'over' : undefined;
      }
      case 'extranonce':
        if (this.job === undefined) this.subscription = message.subscription;
        else this.#nextSubscription = message.subscription;
        return undefined;
      case 'words':
        this.message = message.text;
        return undefined;
      case 'version':
        this.#link.send(formatAnswer(message.id, USER_AGENT));
        return undefined;
      case 'reconnect':
        void this.#reconnectIn(Math.min(message.waitSeconds, MAX_RECONNECT_SECONDS) * 1000);
        return undefined;
      case 'unknown':
        return undefined;
    }
  }
}
