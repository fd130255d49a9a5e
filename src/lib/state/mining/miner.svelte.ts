import { lazy } from '$lib/async/lazy';
import type { Scheduler } from '$lib/async/scheduler';
import { targetFromBytes, workOf } from '$lib/chain/target';
import type { Height } from '$lib/chain/time';
import { toAppError, type AppError } from '$lib/errors';
import type { DetectedEngine, EngineInfo, EngineKind, Grinder } from '$lib/mining/grinder/grinder';
import { oddsOf, type Odds } from '$lib/mining/metrics/odds';
import type { PoolStatus } from '$lib/mining/stratum/poolSource';
import type { ShareSource, WorkSource } from '$lib/mining/work/workSource';
import { engineOrder, parseEngine, type EnginePreference } from '$lib/services/mining/engineOrder';
import { NO_FIGURES, type MinerFigures } from '$lib/services/mining/minerFigures';
import type { MinerStats } from '$lib/services/mining/minerStats';
import type { MinerEvent, MinerRun } from '$lib/services/mining/runMiner';
import {
  chosenWork,
  isSameChoice,
  parseWorkChoice,
  type WorkChoice,
  type WorkOffer
} from '$lib/services/mining/workChoice';
import { Persisted } from '../reactive/persisted.svelte';
import type { MiningLock } from './tabLock.svelte';

/** The work under search, for people. */
export interface CurrentWork {
  /** Height the block will have. */
  readonly height: Height;
  /** Expected hashes for a block. */
  readonly difficulty: bigint;
  /** Milliseconds since 1970. */
  readonly receivedAtMs: number;
  readonly choice: WorkChoice;
}

export type MinerStatus =
  | { readonly step: 'idle'; readonly problem?: AppError }
  | { readonly step: 'starting' }
  /** Another tab of this browser mines. */
  | { readonly step: 'elsewhere' }
  | {
      readonly step: 'mining';
      readonly engine: EngineInfo;
      readonly work?: CurrentWork;
      /** Something is wrong that mining recovers from by itself. */
      readonly notice?: AppError;
      /** Why a better engine than this was given up. */
      readonly fallback?: AppError;
    };

/** What mining is made of. */
export interface MiningParts {
  readonly run: (run: MinerRun, stopped: AbortSignal) => AsyncIterable<MinerEvent>;
  readonly stats: MinerStats;
  readonly openSource: (choice: WorkChoice, onPool: (facts: PoolStatus) => void) => WorkSource | ShareSource;
}

export interface MinerDeps {
  /** The search, its figures and where its work comes from: loaded when somebody mines. */
  readonly openMining: () => Promise<MiningParts>;
  /** What there is to choose from, the usual first. */
  readonly sources: readonly WorkOffer[];
  readonly openGrinder: (kind: EngineKind) => Promise<Grinder>;
  readonly detectEngines: () => Promise<DetectedEngine[]>;
  readonly lock: MiningLock;
  readonly scheduler: Scheduler;
  readonly nowMs: () => number;
  readonly randomNonce: () => bigint;
}

const MIN_POWER = 0.05;
const TICK_MS = 1_000;

/** The pool side of mining. */
export interface PoolStanding {
  readonly facts: PoolStatus;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
}

/** Mining in this tab: one instance for all pages, so that it goes on while a person looks around. Never starts itself. */
export class MinerState {
  pool = $state.raw<PoolStanding>();
  engines = $state.raw<readonly DetectedEngine[]>([]);
  #figures = $state.raw<MinerFigures>(NO_FIGURES);
  #own = $state.raw<MinerStatus>({ step: 'idle' });

  readonly counters = $derived(this.#figures.counters);
  readonly rates = $derived(this.#figures.rates);
  readonly history = $derived(this.#figures.history);
  readonly totalHashes = $derived(this.#figures.totalHashes);
  readonly bestHash = $derived(this.#figures.bestHash);
  readonly shares = $derived(this.#figures.shares);
  readonly shareRefusal = $derived(this.#figures.shareRefusal);
  readonly shareHistory = $derived(this.#figures.shareHistory);
  readonly found = $derived(this.#figures.found);
  readonly status: MinerStatus = $derived.by(() =>
    this.#own.step === 'idle' && this.lock.isElsewhere ? { step: 'elsewhere' } : this.#own
  );
  readonly odds: Odds | undefined = $derived.by(() =>
    this.#own.step === 'mining' && this.#own.work ? oddsOf(this.#own.work.difficulty, this.rates.minute) : undefined
  );
  /** Keeps two tabs from mining at once, and reports what the other one does. */
  readonly lock: MiningLock;
  /** Finds out what {@link engines} there are, once: asking for a GPU takes time that most pages have better uses for. */
  readonly detect: () => Promise<readonly DetectedEngine[]>;

  readonly #deps: MinerDeps;
  readonly #openMining: () => Promise<MiningParts>;
  /** Undefined before the first search. */
  #stats: MinerStats | undefined;
  #stop: AbortController | undefined;
  /** Ends the running session for one with other choices. */
  #renew: AbortController | undefined;
  readonly #restart = () => this.#renew?.abort();

  readonly #engine = new Persisted<EnginePreference>('engine', 'auto', parseEngine, this.#restart);
  readonly #power = new Persisted<number>('power', 1, (stored) =>
    typeof stored === 'number' && stored >= MIN_POWER && stored <= 1 ? stored : undefined
  );
  readonly #choice = new Persisted<WorkChoice | undefined>('payout', undefined, parseWorkChoice, this.#restart);

  constructor(deps: MinerDeps) {
    this.#deps = deps;
    this.lock = deps.lock;
    this.#openMining = lazy(deps.openMining);
    this.detect = lazy(async () => (this.engines = await deps.detectEngines()));
  }

  get enginePreference(): EnginePreference {
    return this.#engine.value;
  }

  get power(): number {
    return this.#power.value;
  }

  /** What there is to choose from. */
  get sources(): readonly WorkOffer[] {
    return this.#deps.sources;
  }

  /** The work to mine; undefined while nothing was chosen that is there and whole. */
  get choice(): WorkChoice | undefined {
    return chosenWork(this.#choice.value, this.sources);
  }

  /** The engine to begin with; slower ones take over when it breaks. A running search changes at once. */
  setEngine(engine: EnginePreference): void {
    this.#engine.value = engine;
    this.#restart();
  }

  /** Share of time the engine works, 0.05 to 1; takes effect at the next dispatch. */
  setPower(share: number): void {
    this.#power.value = Math.min(1, Math.max(MIN_POWER, share));
  }

  choose(choice: WorkChoice): void {
    if (isSameChoice(choice, this.choice)) return;
    this.#choice.value = choice;
    this.#restart();
  }

  /** Mines until `stop`; resolves when mining has ended. Does nothing while this or another tab mines. */
  async start(): Promise<void> {
    if (this.#own.step !== 'idle' || this.choice === undefined) return;
    this.#own = { step: 'starting' };
    const stop = (this.#stop = new AbortController());
    const ticking = setInterval(() => this.#tick(), TICK_MS);
    try {
      await this.lock.hold(stop.signal, () => this.#mine(stop.signal));
      this.#own = { step: 'idle' };
    } catch (error) {
      this.#own = { step: 'idle', problem: toAppError(error) };
    } finally {
      clearInterval(ticking);
      if (this.#stats) this.#figures = this.#stats.end();
    }
  }

  stop(): void {
    this.#stop?.abort();
  }

  async #mine(stopped: AbortSignal): Promise<void> {
    const { openGrinder, scheduler, randomNonce, nowMs } = this.#deps;
    const { run, stats, openSource } = await this.#openMining();
    this.#stats = stats;
    stats.begin();
    const events = run(
      {
        choice: () => this.choice,
        engines: () => engineOrder(this.enginePreference, this.detect),
        openSource: (choice) => openSource(choice, (facts) => (this.pool = { facts, sinceMs: nowMs() })),
        openGrinder,
        power: () => this.power,
        scheduler,
        randomNonce,
        renewal: () => (this.#renew = new AbortController()).signal
      },
      stopped
    );
    let choice: WorkChoice | undefined;
    for await (const event of events) {
      if (event.type === 'session') choice = event.choice;
      this.#figures = stats.take(event);
      this.#take(event, choice!);
    }
  }

  #take(event: MinerEvent, choice: WorkChoice): void {
    switch (event.type) {
      case 'session':
        this.pool = undefined;
        return this.#update({ work: undefined, notice: undefined });
      case 'engine':
        // An engine that takes over goes on with the work in hand.
        this.#own = { ...(this.#own.step === 'mining' && this.#own), step: 'mining', engine: event.engine };
        return this.#update({ fallback: event.cause });
      case 'work': {
        const difficulty = workOf(targetFromBytes(event.work.target));
        const receivedAtMs = this.#deps.nowMs();
        return this.#update({ work: { height: event.work.height, difficulty, receivedAtMs, choice } });
      }
      case 'notice':
        return this.#update({ notice: event.error });
    }
  }

  #update(change: Partial<Extract<MinerStatus, { step: 'mining' }>>): void {
    if (this.#own.step === 'mining') this.#own = { ...this.#own, ...change };
  }

  #tick(): void {
    if (this.#stats) this.#figures = this.#stats.tick(this.pool !== undefined);
    this.lock.tell({ hashesPerSecond: this.rates.second, accepted: this.counters.accepted });
  }
}
