import { encodeHex } from '$lib/codec/bytes';
import { toAppError, type AppError } from '$lib/errors';
import type { Scheduler } from '$lib/async/scheduler';
import type { WorkInvalidation } from '../work/workSource';
import { targetOfDifficulty } from './difficulty';
import { PoolAwayError, PoolReconnectError, WorkerRefusedError } from './errors';
import { readMessage, readSubscription, writeAnswer, writeCall, type PoolMessage, type Subscription } from './messages';
import type { PoolJob } from './job';

/** One connection to a pool: lines both ways, without their newlines. */
export interface PoolLink {
  send(line: string): void;
  /** Ends or throws when the connection does. */
  readonly lines: AsyncIterable<string>;
  close(): void;
}

type Answer = Extract<PoolMessage, { type: 'answer' }>;

const AGENT = 'quarry/1';
const HANDSHAKE_MS = 20_000;
/** A pool that has not answered a share for so long is gone. */
const ANSWER_MS = 30_000;

/** All that is said over one connection, and what follows from it. */
export class PoolConversation {
  job: PoolJob | undefined;
  subscription: Subscription | undefined;
  /** What shares found from now on must meet. */
  difficulty = 1;
  /** The latest words of the pool for people. */
  words = '';

  readonly #link: PoolLink;
  readonly #worker: string;
  readonly #scheduler: Scheduler;
  readonly #pending = new Map<number, (answer: Answer | undefined) => void>();
  readonly #over = new AbortController();
  #nextId = 1;
  #isAuthorised = false;
  /** Easier shares count from the next job on: pools differ in when they begin to accept them. */
  #nextDifficulty: number | undefined;
  #failure: AppError | undefined;

  constructor(link: PoolLink, worker: string, scheduler: Scheduler) {
    this.#link = link;
    this.#worker = worker;
    this.#scheduler = scheduler;
  }

  get isReady(): boolean {
    return this.#isAuthorised && this.subscription !== undefined && this.job !== undefined;
  }

  /**
   * Signs in and listens until the connection ends.
   * @throws {AppError} why it ended
   */
  async *run(): AsyncGenerator<WorkInvalidation | 'changed'> {
    void this.#signIn().catch((error: unknown) => this.#fail(toAppError(error)));
    void this.#scheduler.sleep(HANDSHAKE_MS, this.#over.signal).then(() => {
      if (!this.isReady) this.#fail(new PoolAwayError('it does not answer'));
    });
    try {
      for await (const line of this.#link.lines) {
        if (this.#failure) break;
        if (line.trim() === '') continue;
        const message = readMessage(line);
        if (message.type === 'reconnect') {
          await this.#scheduler.sleep(Math.min(message.waitSeconds, 60) * 1000, this.#over.signal);
          throw new PoolReconnectError();
        }
        const wasReady = this.isReady;
        const news = this.#hear(message);
        // What is heard while signing in is no news: nothing was handed out yet.
        yield wasReady && news ? news : 'changed';
      }
      throw this.#failure ?? new PoolAwayError('it closed the connection');
    } catch (error) {
      throw this.#failure ?? error;
    } finally {
      this.#over.abort();
      this.#link.close();
      for (const answer of this.#pending.values()) answer(undefined);
      this.#pending.clear();
    }
  }

  /** @returns undefined when the connection ended without an answer */
  async submit(job: string, extranonce2: Uint8Array, timestamp: Uint8Array, nonce: Uint8Array) {
    const params = [this.#worker, job, encodeHex(extranonce2), encodeHex(timestamp), encodeHex(nonce)];
    return this.#ask('mining.submit', params);
  }

  close(): void {
    this.#fail(new PoolAwayError(''));
  }

  async #signIn(): Promise<void> {
    const subscribed = await this.#ask('mining.subscribe', [AGENT]);
    if (!subscribed) return;
    if (subscribed.fault) throw new PoolAwayError(subscribed.fault.message);
    this.subscription = readSubscription(subscribed.result);
    // Pools that never change it refuse to be asked, which is as good.
    void this.#ask('mining.extranonce.subscribe', []);
    // The server between fills in the pool's user name and password.
    const authorised = await this.#ask('mining.authorize', [this.#worker, '']);
    if (!authorised) return;
    if (authorised.fault || authorised.result !== true) throw new WorkerRefusedError(authorised.fault?.message ?? '');
    this.#isAuthorised = true;
  }

  #ask(method: string, params: readonly unknown[]): Promise<Answer | undefined> {
    if (this.#over.signal.aborted) return Promise.resolve(undefined);
    const id = this.#nextId++;
    const answered = new Promise<Answer | undefined>((resolve) => this.#pending.set(id, resolve));
    const done = new AbortController();
    void this.#scheduler.sleep(ANSWER_MS, AbortSignal.any([done.signal, this.#over.signal])).then(() => {
      if (this.#pending.has(id)) this.#fail(new PoolAwayError('it does not answer any more'));
    });
    this.#link.send(writeCall(id, method, params));
    return answered.finally(() => done.abort());
  }

  #fail(error: AppError): void {
    if (this.#over.signal.aborted) return;
    this.#failure ??= error;
    this.#link.close();
  }

  /** @throws {AppError} what cannot be mined */
  #hear(message: PoolMessage): WorkInvalidation | undefined {
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
        return message.job.clean || isNextBlock ? 'over' : 'better';
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
        this.subscription = message.subscription;
        return 'over';
      case 'words':
        this.words = message.text;
        return undefined;
      case 'version':
        this.#link.send(writeAnswer(message.id, AGENT));
        return undefined;
      case 'reconnect':
      case 'unknown':
        return undefined;
    }
  }
}
