import type { ChainIndex, CoinOutput } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { decodeHex } from '$lib/codec/bytes';
import { toAppError, type AppError } from '$lib/errors';
import { EngineChoice, type OpenedEngine } from './engineChoice';
import { FaultyEngineError } from '../errors';
import { EventQueue } from '$lib/async/eventQueue';
import type { EngineInfo, EngineKind, Grinder } from '../grinder/grinder';
import { rangesFrom } from '../grinder/nonceRange';
import { Backoff } from '$lib/async/retry';
import type { Scheduler } from '$lib/async/scheduler';
import { confirmSubmission, type Outcome } from './confirmSubmission';
import { verifySolution, type CheckedNonce } from '../grinder/verifySolution';
import {
  isShareSource,
  type ShareAnswer,
  type ShareSource,
  type WorkInvalidation,
  type WorkSource
} from '../work/workSource';
import type { WorkUnit } from '../work/workUnit';
import { WorkWatch } from '../work/workWatch';

/** What a mining session tells, in the order it happens. */
export type MiningEvent =
  /** `replaced` tells why the engine before it was given up. */
  | { readonly type: 'engine'; readonly engine: EngineInfo; readonly replaced?: AppError }
  | { readonly type: 'work'; readonly work: WorkUnit }
  | { readonly type: 'hashed'; readonly hashes: bigint; readonly completedAtMs: number; readonly dispatchMs: number }
  /** The best hash of the session so far. */
  | { readonly type: 'best'; readonly id: BlockId }
  | { readonly type: 'submitting'; readonly work: WorkUnit; readonly id: BlockId }
  | {
      readonly type: 'settled';
      readonly work: WorkUnit;
      readonly id: BlockId;
      readonly outcome: Outcome;
      readonly payouts: readonly CoinOutput[];
    }
  /** A pool's answer to a share. */
  | { readonly type: 'share'; readonly work: WorkUnit; readonly id: BlockId; readonly answer: ShareAnswer }
  /** The engine proposed a nonce whose hash is not what it claimed. */
  | { readonly type: 'invalid'; readonly nonce: bigint }
  /** Something is wrong that mining recovers from by itself; without an error, it has recovered. */
  | { readonly type: 'notice'; readonly error?: AppError };

export interface SessionOptions {
  readonly source: WorkSource | ShareSource;
  /** Engines to try, best first; the next takes over when one breaks, and hands back when that one works again. */
  readonly engines: readonly EngineKind[];
  readonly openGrinder: (kind: EngineKind) => Promise<Grinder>;
  /** Share of time the engine may work, in (0, 1]; read at every dispatch. */
  readonly power: () => number;
  readonly scheduler: Scheduler;
  /** A random u64: where in the nonce space to begin. */
  readonly randomNonce: () => bigint;
  readonly signal: AbortSignal;
}

const RETRY_FIRST_MS = 500;
const MAX_BACKOFF_MS = 10_000;
const REFUSED_PAUSE_MS = 1000;
/** How long a block that was under way at the stop may take to be answered. */
const SETTLE_AFTER_STOP_MS = 3000;
/** A pool with so many shares to answer gets no more for now. */
const MOST_SHARES_OUT = 64;
/** More wrong results than chance or one cosmic ray explains. */
const FAULTS_ALLOWED = 3;
/** Where the search for a best hash starts: one in 65,536 hashes. Each new record makes the next one rarer. */
const FIRST_RECORD = 'f'.repeat(60).padStart(64, '0') as BlockId;

/**
 * Mines until the signal aborts: work → grind → verify → submit, and again. A new tip ends the current search at once;
 * a node that is away is asked again while the search goes on; an engine that breaks is replaced.
 * @throws {NoEngineError} when no engine is left
 */
export async function* mine(options: SessionOptions): AsyncGenerator<MiningEvent> {
  const queue = new EventQueue<MiningEvent>();
  const leaving = new AbortController();
  const signal = AbortSignal.any([options.signal, leaving.signal]);
  const session = new Session({ ...options, signal }, queue);
  const running = session.run().then(
    () => queue.end(),
    (error: unknown) => (signal.aborted ? queue.end() : queue.fail(error))
  );
  try {
    yield* queue;
  } finally {
    leaving.abort();
    await running;
  }
}

class Session {
  readonly #options: SessionOptions;
  readonly #queue: EventQueue<MiningEvent>;
  readonly #engines: EngineChoice;
  #grinder: Grinder | undefined;
  #faults = 0;
  /** What the engine was last told; a fresh one works at full power. */
  #power = 1;
  /** Best hash so far, as text: equal length and lower case order like the numbers. */
  #record = FIRST_RECORD;
  #noticed = false;
  /** The tip as it was told last; undefined while nothing is told. */
  #tip: ChainIndex | undefined;
  #watch: WorkWatch | undefined;
  /** How often all work so far was declared over. */
  #workEpoch = 0;
  /** Shares that await their answer. */
  readonly #pendingShares = new Set<Promise<void>>();

  constructor(options: SessionOptions, queue: EventQueue<MiningEvent>) {
    this.#options = options;
    this.#queue = queue;
    this.#engines = new EngineChoice(options);
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    void this.#followTip();
    void this.#followWork();
    try {
      this.#use(await this.#engines.open());
      let work: WorkUnit | undefined;
      while (!signal.aborted) {
        const workEpoch = this.#workEpoch;
        work ??= await this.#fetchWork();
        if (workEpoch !== this.#workEpoch) {
          // It was over before it came.
          work = undefined;
          continue;
        }
        const better = await this.#engines.openBetter();
        if (better) this.#use(better);
        this.#queue.push({ type: 'work', work });
        work = await this.#search(work);
      }
    } finally {
      await this.#awaitShares();
      this.#engines.close();
    }
  }

  /** Searches one unit of work; returns the next one when it is already at hand. */
  async #search(work: WorkUnit): Promise<WorkUnit | undefined> {
    const { source } = this.#options;
    const watch = (this.#watch = new WorkWatch(work, this.#options));
    watch.hear(this.#tip);
    try {
      while (!watch.signal.aborted) {
        // Of blocks one is enough: with it on the chain, the others build on a parent that has a child.
        const solutions = await this.#grindUntilFound(work, watch);
        const [solution] = solutions;
        if (solution === undefined) continue;
        if (isShareSource(source)) {
          // Every share counts, and none ends the work.
          for (const share of solutions) this.#submitShare(source, work, share);
          await this.#makeRoomForShares();
          continue;
        }
        if ((await this.#submit(source, work, solution)) === 'rejected') {
          // A node that refuses what the CPU proved would refuse the next one too: no hurry, and fresh work.
          await this.#options.scheduler.sleep(REFUSED_PAUSE_MS, this.#options.signal);
        }
        return undefined;
      }
      this.#notice(undefined);
      return watch.next;
    } finally {
      watch.close();
    }
  }

  /** Hears of new tips at once where the source tells them; where that breaks off, they are asked for meanwhile. */
  async #followTip(): Promise<void> {
    const { source, signal } = this.#options;
    if (isShareSource(source) || !source.followTip) return;
    const follow = source.followTip.bind(source);
    await this.#listen(
      () => follow(signal),
      (tip) => {
        this.#tip = tip;
        this.#watch?.hear(tip);
      }
    );
  }

  /** Hears at once what became of the work, where the source tells it. */
  async #followWork(): Promise<void> {
    const { source, signal } = this.#options;
    if (!source.followWork) return;
    const follow = source.followWork.bind(source);
    await this.#listen(
      () => follow(signal),
      (told: WorkInvalidation | undefined) => {
        // Shares cannot be delivered where the connection broke off; a block finds its way later.
        const news = told ?? (isShareSource(source) ? 'over' : undefined);
        if (news === 'over') this.#workEpoch++;
        this.#watch?.onWorkUpdate(news, this.#notice);
      }
    );
  }

  /** Listens until the end, again after a while where it breaks off; undefined says that it has. */
  async #listen<T>(follow: () => AsyncIterable<T>, hear: (news: T | undefined) => void): Promise<void> {
    const { scheduler, signal } = this.#options;
    const backoff = new Backoff(RETRY_FIRST_MS, MAX_BACKOFF_MS);
    while (!signal.aborted) {
      try {
        for await (const news of follow()) {
          backoff.reset();
          hear(news);
        }
      } catch {
        // What is wrong with the node shows where work is asked for.
      }
      hear(undefined);
      await scheduler.sleep(backoff.next(), signal);
    }
  }

  /** Grinds from a random nonce until a dispatch holds a solution or a new record, or the work is over. */
  async #grindUntilFound(work: WorkUnit, watch: WorkWatch): Promise<CheckedNonce[]> {
    const { randomNonce } = this.#options;
    // Records come ever more rarely, so asking the engine for them costs almost nothing, even at a main network's target.
    const wanted = { header: work.header, target: easier(work.target, this.#record) };
    const solved: CheckedNonce[] = [];
    for (const range of rangesFrom(work.nonceFactor, randomNonce())) {
      let isFound = false;
      try {
        const grinder = this.#grinder!;
        this.#applyPower(grinder);
        for await (const event of grinder.grind(wanted, range, watch.signal)) {
          if (event.type === 'candidate') {
            const checked = verifySolution(work, event.nonce, work.nonceFactor);
            if (this.#isFault(checked, wanted.target)) continue;
            if (checked.id < this.#record) {
              this.#record = checked.id;
              this.#queue.push({ type: 'best', id: checked.id });
              isFound = true;
            }
            if (checked.solved) {
              solved.push(checked);
              isFound = true;
            }
            continue;
          }
          this.#queue.push({ ...event, type: 'hashed' });
          this.#applyPower(grinder);
          // The engine's own pace drives the look-ups: in a hidden tab timers may come once a minute.
          watch.look(this.#notice);
          // Only here, where all candidates of the dispatch have been heard.
          if (isFound) return solved;
        }
      } catch (error) {
        await this.#replaceEngine(toAppError(error));
      }
      if (isFound || watch.signal.aborted) break;
    }
    return solved;
  }

  #applyPower(grinder: Grinder): void {
    const power = this.#options.power();
    if (power === this.#power) return;
    this.#power = power;
    grinder.setPower(power);
  }

  /** Counts a candidate that is not even below the engine's own filter, the first 32 bits of the target. */
  #isFault(checked: CheckedNonce, target: Uint8Array): boolean {
    const top = new DataView(target.buffer, target.byteOffset).getUint32(0);
    if (parseInt(checked.id.slice(0, 8), 16) <= top && checked.followsFactor) return false;
    this.#queue.push({ type: 'invalid', nonce: checked.nonce });
    if (++this.#faults >= FAULTS_ALLOWED) throw new FaultyEngineError(this.#faults);
    return true;
  }

  /** Submits and waits for the outcome, even when mining is stopped meanwhile: a block on its way still counts. */
  async #submit(source: WorkSource, work: WorkUnit, solution: CheckedNonce): Promise<Outcome['kind']> {
    const { scheduler } = this.#options;
    this.#queue.push({ type: 'submitting', work, id: solution.id });
    return this.#withShutdownGrace(async (signal) => {
      const options = { scheduler, signal, onTrouble: this.#notice };
      const { outcome, payouts } = await confirmSubmission(source, work, solution, options);
      this.#queue.push({ type: 'settled', work, id: solution.id, outcome, payouts });
      return outcome.kind;
    });
  }

  /** Sends a share while the search goes on; one that cannot be delivered is lost, and the notice says why. */
  #submitShare(source: ShareSource, work: WorkUnit, { nonce, id }: CheckedNonce): void {
    const answered = this.#withShutdownGrace(async (signal) => {
      const answer = await source.submitShare(work, nonce, signal);
      this.#queue.push({ type: 'share', work, id, answer });
    });
    const out = answered
      .catch((error: unknown) => this.#notice(toAppError(error)))
      .finally(() => this.#pendingShares.delete(out));
    this.#pendingShares.add(out);
  }

  /** Lets answers come in, and waits for some where a pool is slower than the shares. */
  async #makeRoomForShares(): Promise<void> {
    await this.#options.scheduler.yield();
    while (this.#pendingShares.size >= MOST_SHARES_OUT) await Promise.race(this.#pendingShares);
  }

  async #awaitShares(): Promise<void> {
    await Promise.all(this.#pendingShares);
    const { source } = this.#options;
    if (isShareSource(source)) source.close();
  }

  /** Runs what may take a moment longer than the session. */
  async #withShutdownGrace<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { scheduler, signal } = this.#options;
    const graceExpired = new AbortController();
    const settled = new AbortController();
    const giveUp = () =>
      void scheduler.sleep(SETTLE_AFTER_STOP_MS, settled.signal).then(() => graceExpired.abort(signal.reason));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await run(graceExpired.signal);
    } finally {
      settled.abort();
      signal.removeEventListener('abort', giveUp);
    }
  }

  async #fetchWork(): Promise<WorkUnit> {
    const { source, scheduler, signal } = this.#options;
    const backoff = new Backoff(RETRY_FIRST_MS, MAX_BACKOFF_MS);
    for (;;) {
      try {
        const work = await source.getWork(signal);
        this.#notice(undefined);
        return work;
      } catch (error) {
        signal.throwIfAborted();
        this.#notice(toAppError(error));
        await scheduler.sleep(backoff.next(), signal);
        signal.throwIfAborted();
      }
    }
  }

  async #replaceEngine(error: AppError): Promise<void> {
    this.#options.signal.throwIfAborted();
    this.#use(await this.#engines.replace(error));
  }

  #use({ grinder, replaced }: OpenedEngine): void {
    this.#grinder = grinder;
    this.#faults = 0;
    this.#power = 1;
    this.#queue.push({ type: 'engine', engine: grinder.info, ...(replaced && { replaced }) });
  }

  readonly #notice = (error: AppError | undefined): void => {
    if (error === undefined && !this.#noticed) return;
    this.#noticed = error !== undefined;
    this.#queue.push(error === undefined ? { type: 'notice' } : { type: 'notice', error });
  };
}

/** The easier of a block target and the record to beat, as target bytes. */
function easier(target: Uint8Array, record: BlockId): Uint8Array {
  const recordBytes = decodeHex(record);
  for (let i = 0; i < target.length; i++) {
    if (target[i] !== recordBytes[i]) return target[i]! > recordBytes[i]! ? target : recordBytes;
  }
  return target;
}
