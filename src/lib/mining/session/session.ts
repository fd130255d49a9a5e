import type { ChainIndex, CoinOutput } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { decodeHex } from '$lib/codec/bytes';
import { toAppError, type AppError } from '$lib/errors';
import { EngineChoice, type OpenedEngine } from './engineChoice';
import { FaultyEngineError, SharesDroppedError } from '../errors';
import { EventQueue } from '$lib/async/eventQueue';
import type { EngineInfo, EngineKind, Grinder, GrindProgress, NonceRange } from '../grinder/grinder';
import { rangesFrom } from '../grinder/nonceRange';
import { Backoff } from '$lib/async/retry';
import { RateLimit, type Rate } from '$lib/async/rateLimit';
import type { Scheduler } from '$lib/async/scheduler';
import { confirmSubmission, type BlockOutcome } from './confirmSubmission';
import { verifySolution, type CheckedNonce } from '../grinder/verifySolution';
import {
  isShareSource,
  type ShareAnswer,
  type ShareSource,
  type WorkInvalidation,
  type WorkSource
} from '../work/workSource';
import type { WorkUnit } from '../work/workUnit';
import { requestWork, WorkWatch, type ReceivedWork } from '../work/workWatch';

/** Events of a mining session, in order. */
export type MiningEvent =
  /** `cause`: the error for which the previous engine was replaced. */
  | { readonly type: 'engine'; readonly engine: EngineInfo; readonly cause?: AppError }
  | ({ readonly type: 'work' } & ReceivedWork)
  | ({ readonly type: 'hashed' } & Omit<GrindProgress, 'type'>)
  /** New lowest hash of the session. */
  | { readonly type: 'best'; readonly id: BlockId }
  | { readonly type: 'submitting'; readonly work: WorkUnit; readonly id: BlockId }
  | {
      readonly type: 'settled';
      readonly work: WorkUnit;
      readonly id: BlockId;
      readonly outcome: BlockOutcome;
      readonly payouts: readonly CoinOutput[];
    }
  /** A pool's response to a share. */
  | { readonly type: 'share'; readonly work: WorkUnit; readonly id: BlockId; readonly answer: ShareAnswer }
  /** The engine reported a nonce that failed verification. */
  | { readonly type: 'invalid'; readonly nonce: bigint }
  /** An error that mining recovers from by itself; without `error`, it has recovered. */
  | { readonly type: 'notice'; readonly error?: AppError };

export interface SessionOptions {
  readonly source: WorkSource | ShareSource;
  /** Engines to try, best first. When one fails, the next takes over until the failed one works again. */
  readonly engines: readonly EngineKind[];
  readonly openGrinder: (kind: EngineKind) => Promise<Grinder>;
  /** Duty cycle in (0, 1]; read at every dispatch. */
  readonly power: () => number;
  readonly scheduler: Scheduler;
  /** A random u64: start of the search in the nonce space. */
  readonly randomNonce: () => bigint;
  /** Whether the node has not responded but may later. */
  readonly isUnanswered: (error: AppError) => boolean;
  /** Ends the session, once the outcome of a solved block is known. */
  readonly signal: AbortSignal;
  /** Ends it even if that is not known after {@link SHUTDOWN_GRACE_MS}. By default `signal`. */
  readonly stopped?: AbortSignal;
}

const RETRY_FIRST_MS = 500;
const MAX_BACKOFF_MS = 10_000;
const REJECTED_PAUSE_MS = 1000;
/** How long the confirmation of a submitted block may take after mining was stopped. */
const SHUTDOWN_GRACE_MS = 3000;
/** A stream that lasts this long counts as a success; shorter ones are reopened with growing delays. */
const STABLE_MS = 30_000;
/** Limits requests for new work, no matter how often the server invalidates it. */
const WORK_RATE: Rate = { perSecond: 5, burst: 20 };
/** Limits submitted shares. Pools aim for one every few seconds; none needs more. */
const SHARE_RATE: Rate = { perSecond: 20, burst: 100 };
/** No more shares are sent while this many await a response. */
const MAX_PENDING_SHARES = 64;
/** More invalid results than chance or a single bit flip explains. */
const MAX_FAULTS = 3;
/** Initial threshold for a best hash: one in 65,536 hashes. Each record makes the next one rarer. */
const INITIAL_RECORD = 'f'.repeat(60).padStart(64, '0') as BlockId;

/**
 * Mines until the signal aborts: work → grind → verify → submit, repeated. A new tip ends the current search at once;
 * an unreachable node is retried while the search continues; a failed engine is replaced.
 * @throws {NoEngineError} no engine is left
 */
export async function* mine(options: SessionOptions): AsyncGenerator<MiningEvent> {
  const queue = new EventQueue<MiningEvent>({ merge: mergeNotices });
  const stopping = new AbortController();
  const signal = AbortSignal.any([options.signal, stopping.signal]);
  const stopped = AbortSignal.any([options.stopped ?? options.signal, stopping.signal]);
  const session = new Session({ ...options, signal, stopped }, queue);
  const running = session.run().then(
    () => queue.end(),
    (error: unknown) => (signal.aborted ? queue.end() : queue.fail(error))
  );
  try {
    yield* queue;
  } finally {
    stopping.abort();
    await running;
  }
}

/** The search for a solution or a record. */
interface Search {
  readonly work: WorkUnit;
  /** What the engine searches for: the target of the work or the record, whichever is easier. */
  readonly target: Uint8Array;
  readonly watch: WorkWatch;
  readonly solved: CheckedNonce[];
  /** Whether there is a solution or a new record. */
  isFound: boolean;
}

class Session {
  readonly #options: Required<SessionOptions>;
  readonly #queue: EventQueue<MiningEvent>;
  readonly #engines: EngineChoice;
  #grinder: Grinder | undefined;
  #faults = 0;
  /** Duty cycle last set on the engine; a new engine starts at 1. */
  #power = 1;
  /** Lowest hash so far, hex: equal length and lower case compare like the numbers. */
  #record = INITIAL_RECORD;
  #hasNotice = false;
  /** The last streamed tip; undefined without a stream. */
  #tip: ChainIndex | undefined;
  #watch: WorkWatch | undefined;
  /** Counts invalidations of all issued work. */
  #workEpoch = 0;
  /** Shares without a response yet. */
  readonly #pendingShares = new Set<Promise<void>>();
  readonly #workLimit: RateLimit;
  readonly #shareLimit: RateLimit;

  constructor(options: Required<SessionOptions>, queue: EventQueue<MiningEvent>) {
    this.#options = options;
    this.#queue = queue;
    this.#engines = new EngineChoice(options);
    this.#workLimit = new RateLimit(WORK_RATE, options.scheduler.now);
    this.#shareLimit = new RateLimit(SHARE_RATE, options.scheduler.now);
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    void this.#followTip();
    void this.#followWork();
    try {
      this.#use(await this.#engines.open());
      while (!signal.aborted) {
        const workEpoch = this.#workEpoch;
        const received = this.#watch?.next ?? (await this.#fetchWork());
        const betterEngine = await this.#engines.openBetter();
        if (betterEngine) this.#use(betterEngine);
        // Invalidated in the meantime.
        if (workEpoch !== this.#workEpoch) continue;
        this.#queue.push({ type: 'work', ...received });
        await this.#search(received.work);
      }
    } finally {
      await this.#awaitShares();
      this.#engines.close();
    }
  }

  /** Searches one unit of work. */
  async #search(work: WorkUnit): Promise<void> {
    const { source } = this.#options;
    const watch = (this.#watch = new WorkWatch(work, this.#options));
    watch.onTip(this.#tip);
    try {
      while (!watch.signal.aborted) {
        // One block is enough: once it is on the chain, the others compete with it.
        const solutions = await this.#grindUntilFound(work, watch);
        if (solutions === 'exhausted') break;
        const [solution] = solutions;
        if (solution === undefined) continue;
        if (isShareSource(source)) {
          // Every share counts, and the work continues.
          this.#submitShares(source, work, solutions);
          await this.#limitPendingShares();
          continue;
        }
        if ((await this.#submit(source, work, solution)) === 'rejected') {
          // A node that rejects a verified block would reject the next one too: pause, then fetch fresh work.
          await this.#options.scheduler.sleep(REJECTED_PAUSE_MS, this.#options.signal);
        }
        watch.drop();
        return;
      }
    } finally {
      watch.close();
    }
  }

  /** Follows streamed tips, if the source has them; while the stream is down, the watch polls. */
  async #followTip(): Promise<void> {
    const { source, signal } = this.#options;
    if (!source.followTip) return;
    const follow = source.followTip.bind(source);
    await this.#follow(
      () => follow(signal),
      (tip) => {
        this.#tip = tip;
        this.#watch?.onTip(tip);
      }
    );
  }

  /** Follows streamed work updates, if the source has them. */
  async #followWork(): Promise<void> {
    const { source, signal } = this.#options;
    if (!source.followWork) return;
    const follow = source.followWork.bind(source);
    await this.#follow(
      () => follow(signal),
      (streamed: WorkInvalidation | undefined) => {
        // Without the connection shares cannot be delivered; blocks are retried.
        const update = streamed ?? (isShareSource(source) ? 'over' : undefined);
        if (update === 'over') this.#workEpoch++;
        this.#watch?.onWorkUpdate(update, this.#reportError);
      }
    );
  }

  /** Consumes a stream until the session ends, reopening it with backoff; `undefined` reports that it ended. */
  async #follow<T>(follow: () => AsyncIterable<T>, onUpdate: (update: T | undefined) => void): Promise<void> {
    const { scheduler, signal } = this.#options;
    const backoff = new Backoff(RETRY_FIRST_MS, MAX_BACKOFF_MS);
    while (!signal.aborted) {
      const openedAtMs = scheduler.now();
      try {
        for await (const update of follow()) onUpdate(update);
      } catch {
        // Errors of the node are reported when work is fetched.
      }
      onUpdate(undefined);
      if (scheduler.now() - openedAtMs >= STABLE_MS) backoff.reset();
      await scheduler.sleep(backoff.next(), signal);
    }
  }

  /**
   * Grinds from a random nonce until a dispatch contains a solution or a new record, or the work is invalidated.
   * @returns `exhausted` once every nonce was tried: takes a fast GPU half a minute if the nonce factor is large
   */
  async #grindUntilFound(work: WorkUnit, watch: WorkWatch): Promise<CheckedNonce[] | 'exhausted'> {
    const { randomNonce } = this.#options;
    // Records become increasingly rare, so having the engine report them costs almost nothing, even at the main
    // network's target.
    const target = easierTarget(work.target, this.#record);
    const search: Search = { work, target, watch, solved: [], isFound: false };
    for (const range of rangesFrom(work.nonceFactor, randomNonce())) {
      try {
        await this.#grindRange(range, search);
      } catch (error) {
        await this.#replaceEngine(toAppError(error));
      }
      if (search.isFound || watch.signal.aborted) return search.solved;
    }
    return 'exhausted';
  }

  /** Grinds a range to its end, or until something is found. @throws errors of the engine */
  async #grindRange(range: NonceRange, search: Search): Promise<void> {
    const { work, target, watch } = search;
    const grinder = this.#grinder!;
    this.#applyPower(grinder);
    for await (const event of grinder.grind({ header: work.header, target }, range, watch.signal)) {
      if (event.type === 'candidate') {
        this.#takeCandidate(event.nonce, search);
        continue;
      }
      this.#queue.push({ ...event, type: 'hashed' });
      await this.#queue.room();
      this.#applyPower(grinder);
      // Polled on engine progress: in a hidden tab timers may fire only once a minute.
      watch.poll(this.#reportError);
      // Only after progress: then all candidates of the dispatch have been received.
      if (search.isFound) return;
    }
  }

  /** Verifies what the engine proposes. @throws {FaultyEngineError} too much of it is wrong */
  #takeCandidate(nonce: bigint, search: Search): void {
    const { work, target, solved } = search;
    // More solutions from one dispatch could not be sent anyway.
    if (solved.length >= MAX_PENDING_SHARES) return;
    const checked = verifySolution(work, nonce, work.nonceFactor);
    if (this.#isFault(checked, target)) return;
    if (checked.id < this.#record) {
      this.#record = checked.id;
      this.#queue.push({ type: 'best', id: checked.id });
      search.isFound = true;
    }
    if (checked.solved) {
      solved.push(checked);
      search.isFound = true;
    }
  }

  #applyPower(grinder: Grinder): void {
    const power = this.#options.power();
    if (power === this.#power) return;
    this.#power = power;
    grinder.setPower(power);
  }

  /** Whether a candidate fails the engine's own filter, the first 32 bits of the target; counts such faults. */
  #isFault(checked: CheckedNonce, target: Uint8Array): boolean {
    const top = new DataView(target.buffer, target.byteOffset).getUint32(0);
    if (parseInt(checked.id.slice(0, 8), 16) <= top && checked.followsFactor) return false;
    this.#queue.push({ type: 'invalid', nonce: checked.nonce });
    if (++this.#faults >= MAX_FAULTS) throw new FaultyEngineError(this.#faults);
    return true;
  }

  /** Submits and awaits the outcome, even if mining is stopped in the meantime: a submitted block still counts. */
  async #submit(source: WorkSource, work: WorkUnit, solution: CheckedNonce): Promise<BlockOutcome['kind']> {
    const { scheduler, stopped, isUnanswered } = this.#options;
    this.#queue.push({ type: 'submitting', work, id: solution.id });
    return this.#withShutdownGrace(stopped, async (signal) => {
      const options = { scheduler, signal, isUnanswered, onError: this.#reportError };
      const { outcome, payouts } = await confirmSubmission(source, work, solution, options);
      this.#queue.push({ type: 'settled', work, id: solution.id, outcome, payouts });
      return outcome.kind;
    });
  }

  /** Sends as many shares as the rate limit allows; the others are dropped, and this is reported. */
  #submitShares(source: ShareSource, work: WorkUnit, shares: readonly CheckedNonce[]): void {
    const sent = shares.filter(() => this.#shareLimit.take());
    for (const share of sent) this.#submitShare(source, work, share);
    if (sent.length < shares.length) this.#reportError(new SharesDroppedError(SHARE_RATE.perSecond));
  }

  /** Sends a share while the search continues; if it cannot be delivered it is lost, and the error is reported. */
  #submitShare(source: ShareSource, work: WorkUnit, { nonce, id }: CheckedNonce): void {
    const answered = this.#withShutdownGrace(this.#options.signal, async (signal) => {
      const answer = await source.submitShare(work, nonce, signal);
      this.#queue.push({ type: 'share', work, id, answer });
    });
    const pending = answered
      .catch((error: unknown) => this.#reportError(toAppError(error)))
      .finally(() => this.#pendingShares.delete(pending));
    this.#pendingShares.add(pending);
  }

  /** Receives responses; waits for some when too many shares are pending. */
  async #limitPendingShares(): Promise<void> {
    await this.#options.scheduler.yield();
    while (this.#pendingShares.size >= MAX_PENDING_SHARES) await Promise.race(this.#pendingShares);
  }

  async #awaitShares(): Promise<void> {
    await Promise.all(this.#pendingShares);
    const { source } = this.#options;
    if (isShareSource(source)) source.close();
  }

  /** Runs an operation that may outlast a signal by {@link SHUTDOWN_GRACE_MS}. */
  async #withShutdownGrace<T>(signal: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { scheduler } = this.#options;
    const graceExpired = new AbortController();
    const finished = new AbortController();
    const startGrace = () =>
      void scheduler.sleep(SHUTDOWN_GRACE_MS, finished.signal).then(() => graceExpired.abort(signal.reason));
    if (signal.aborted) startGrace();
    else signal.addEventListener('abort', startGrace);
    try {
      return await run(graceExpired.signal);
    } finally {
      finished.abort();
      signal.removeEventListener('abort', startGrace);
    }
  }

  async #fetchWork(): Promise<ReceivedWork> {
    const { source, scheduler, signal } = this.#options;
    const backoff = new Backoff(RETRY_FIRST_MS, MAX_BACKOFF_MS);
    for (;;) {
      await this.#workLimit.wait(scheduler, signal);
      signal.throwIfAborted();
      try {
        const received = await requestWork(source, scheduler, signal);
        this.#reportError(undefined);
        return received;
      } catch (error) {
        signal.throwIfAborted();
        this.#reportError(toAppError(error));
        await scheduler.sleep(backoff.next(), signal);
      }
    }
  }

  async #replaceEngine(error: AppError): Promise<void> {
    this.#options.signal.throwIfAborted();
    this.#use(await this.#engines.replace(error));
  }

  #use({ grinder, cause }: OpenedEngine): void {
    this.#grinder = grinder;
    this.#faults = 0;
    this.#power = 1;
    this.#queue.push({ type: 'engine', engine: grinder.info, ...(cause && { cause }) });
  }

  readonly #reportError = (error: AppError | undefined): void => {
    if (error === undefined && !this.#hasNotice) return;
    this.#hasNotice = error !== undefined;
    this.#queue.push(error === undefined ? { type: 'notice' } : { type: 'notice', error });
  };
}

/** A slow reader needs only the latest notice. All other events are throttled with the search, which waits for room. */
const mergeNotices = (last: MiningEvent, next: MiningEvent): MiningEvent | undefined =>
  last.type === 'notice' && next.type === 'notice' ? next : undefined;

/** The easier of a block target and the record to beat, as target bytes. */
function easierTarget(target: Uint8Array, record: BlockId): Uint8Array {
  const recordBytes = decodeHex(record);
  for (let i = 0; i < target.length; i++) {
    if (target[i] !== recordBytes[i]) return target[i]! > recordBytes[i]! ? target : recordBytes;
  }
  return target;
}
