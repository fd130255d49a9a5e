import { lazy } from '$lib/async/lazy';
import type { Scheduler } from '$lib/async/scheduler';
import type { Address } from '$lib/chain/address';
import { targetFromBytes, workOf } from '$lib/chain/target';
import type { Height } from '$lib/chain/time';
import { toAppError, type AppError } from '$lib/errors';
import type { DetectedEngine, EngineInfo, EngineKind, Grinder } from '$lib/mining/grinder/grinder';
import type { PoolStatus } from '$lib/mining/stratum/poolConnector';
import type { ShareSource, WorkSource } from '$lib/mining/work/workSource';
import { engineOrder, parseEngine, type EnginePreference } from '$lib/services/mining/engineOrder';
import { NO_FIGURES, type MinerFigures } from '$lib/services/mining/minerFigures';
import type { MinerStats } from '$lib/services/mining/minerStats';
import type { MinerEvent, MinerRun } from '$lib/services/mining/runMiner';
import type { MiningPayees, PayeeQuestion } from '$lib/services/mining/payees';
import type { PauseReason } from '$lib/services/mining/pauses';
import {
  chosenWork,
  isSameChoice,
  needsPayee,
  ownPayoutService,
  parseWorkChoice,
  type WorkChoice,
  type WorkOffer
} from '$lib/services/mining/workChoice';
import { Persisted } from '../reactive/persisted.svelte';
import type { MiningCores } from './cores.svelte';
import type { MiningElectricity } from './electricity.svelte';
import type { MiningHistory } from './miningHistory.svelte';
import type { MiningPauses } from './pauses.svelte';
import type { TabLock } from './tabLock.svelte';

/** The current work. */
export interface CurrentWork {
  /** Height of the block. */
  readonly height: Height;
  /** Expected number of hashes per block. */
  readonly difficulty: bigint;
  /** Milliseconds since 1970. */
  readonly receivedAtMs: number;
  /** How long the source took to provide it. */
  readonly latencyMs: number;
  readonly choice: WorkChoice;
}

export type MinerStatus =
  | { readonly step: 'idle'; readonly problem?: AppError }
  | { readonly step: 'starting' }
  /** Resumes automatically. */
  | { readonly step: 'paused'; readonly reason: PauseReason }
  /** Another tab of this browser is mining. */
  | { readonly step: 'other-tab' }
  | {
      readonly step: 'mining';
      readonly engine: EngineInfo;
      readonly work?: CurrentWork;
      /** A problem that is being retried. */
      readonly notice?: AppError;
      /** Height of a solved block whose outcome is not known yet. */
      readonly submitting?: Height;
      /** Why a faster engine was abandoned. */
      readonly fallback?: AppError;
    };

/** The parts of the mining code. */
export interface MiningParts {
  readonly run: (run: MinerRun, stopped: AbortSignal) => AsyncIterable<MinerEvent>;
  readonly stats: MinerStats;
  readonly pauses: MiningPauses;
  readonly cores: MiningCores;
  readonly electricity: MiningElectricity;
  readonly history: MiningHistory;
  readonly openSource: (choice: WorkChoice, onPool: (facts: PoolStatus) => void) => WorkSource | ShareSource;
}

export interface MinerDeps {
  /** Loads the mining code on first use. */
  readonly openMining: () => Promise<MiningParts>;
  /** Available work sources, the preferred one first. */
  readonly sources: readonly WorkOffer[];
  /** Loads the wallets on first use. */
  readonly payees: MiningPayees;
  /** @param cores CPU cores that the engine uses */
  readonly openGrinder: (kind: EngineKind, cores: number) => Promise<Grinder>;
  readonly detectEngines: () => Promise<DetectedEngine[]>;
  readonly lock: TabLock;
  readonly scheduler: Scheduler;
  readonly nowMs: () => number;
  readonly randomNonce: () => bigint;
}

const MIN_POWER = 0.05;
const TICK_MS = 1_000;

/** Pool statistics. */
export interface PoolStanding {
  readonly facts: PoolStatus;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
}

/** What the user must decide before mining starts or ends. */
export type MinerQuestion =
  | PayeeQuestion
  /** Stopping would lose the solved block. */
  | { readonly about: 'held-block' };

/** Mining in this tab: one instance for all pages, so that it continues during navigation. Never starts by itself. */
export class MinerState {
  pool = $state.raw<PoolStanding>();
  engines = $state.raw<readonly DetectedEngine[]>([]);
  question = $state.raw<MinerQuestion>();
  #figures = $state.raw<MinerFigures>(NO_FIGURES);
  #own = $state.raw<MinerStatus>({ step: 'idle' });
  #pauses = $state.raw<MiningPauses>();

  readonly counters = $derived(this.#figures.counters);
  readonly rates = $derived(this.#figures.rates);
  readonly history = $derived(this.#figures.history);
  readonly totalHashes = $derived(this.#figures.totalHashes);
  readonly devices = $derived(this.#figures.devices);
  readonly throttling = $derived(this.#figures.throttling);
  readonly bestHash = $derived(this.#figures.bestHash);
  readonly shares = $derived(this.#figures.shares);
  readonly shareRefusal = $derived(this.#figures.shareRefusal);
  readonly shareHistory = $derived(this.#figures.shareHistory);
  readonly found = $derived(this.#figures.found);
  /** Height of a solved block that the node has not responded to. It is lost if mining stops or the page closes. */
  readonly heldBlock = $derived(this.#own.step === 'mining' && this.#own.notice ? this.#own.submitting : undefined);
  readonly status: MinerStatus = $derived.by(() => {
    if (this.#own.step === 'idle') return this.lock.inOtherTab ? { step: 'other-tab' } : this.#own;
    const reason = this.#pauses?.reason;
    return reason ? { step: 'paused', reason } : this.#own;
  });
  /** Ensures that one tab mines at a time, and receives the mining tab's reports. */
  readonly lock: TabLock;
  /** Detects {@link engines} once, on demand: requesting a GPU adapter is slow. */
  readonly detect: () => Promise<readonly DetectedEngine[]>;

  /** The mining code, loaded on first use. */
  readonly open: () => Promise<MiningParts>;

  readonly #deps: MinerDeps;
  /** Undefined before mining has started. */
  #stats: MinerStats | undefined;
  #stop: AbortController | undefined;
  /** Aborts the running session, to restart it with other settings. */
  #renew: AbortController | undefined;
  /** The address that this run pays. */
  #issued: { readonly wallet: string; readonly address: Address } | undefined;
  readonly #restart = () => this.#renew?.abort();

  readonly #engine = new Persisted<EnginePreference>('engine', 'auto', parseEngine, this.#restart);
  readonly #power = new Persisted<number>('power', 1, (stored) =>
    typeof stored === 'number' && stored >= MIN_POWER && stored <= 1 ? stored : undefined
  );
  readonly #choice = new Persisted<WorkChoice | undefined>('payout', undefined, parseWorkChoice, this.#restart);

  constructor(deps: MinerDeps) {
    this.#deps = deps;
    this.lock = deps.lock;
    this.open = lazy(deps.openMining);
    this.detect = lazy(async () => (this.engines = await deps.detectEngines()));
  }

  get enginePreference(): EnginePreference {
    return this.#engine.value;
  }

  get power(): number {
    return this.#power.value;
  }

  /** Available work sources. */
  get sources(): readonly WorkOffer[] {
    return this.#deps.sources;
  }

  /** The selected work; undefined until a selection is complete and available. */
  get choice(): WorkChoice | undefined {
    return this.needsPayee ? undefined : chosenWork(this.#choice.value, this.sources);
  }

  /** No payee is chosen yet. Defaults to a wallet of this browser; without one, {@link start} sets {@link question}. */
  get needsPayee(): boolean {
    return needsPayee(this.#choice.value, this.sources);
  }

  /** Whether {@link start} would do anything. */
  get canStart(): boolean {
    return this.#own.step === 'idle' && !this.lock.inOtherTab && (this.needsPayee || this.choice !== undefined);
  }

  /** Sets the preferred engine; slower ones are fallbacks. Applies immediately. */
  setEngine(engine: EnginePreference): void {
    this.#engine.value = engine;
    this.#restart();
  }

  /** Duty cycle of the engine, 0.05 to 1; applies to the next dispatch. */
  setPower(share: number): void {
    this.#power.value = Math.min(1, Math.max(MIN_POWER, share));
  }

  choose(choice: WorkChoice): void {
    if (isSameChoice(choice, this.choice)) return;
    this.#choice.value = choice;
    this.#restart();
  }

  /** Chooses the default wallet as payee, if there is one and nothing has been chosen. */
  async adoptWallet(): Promise<void> {
    const kind = ownPayoutService(this.sources);
    if (!this.needsPayee || kind === undefined) return;
    const wallet = await this.#deps.payees.usual();
    if (wallet !== undefined && this.needsPayee) this.choose({ kind, wallet });
  }

  /**
   * Mines until `stop`; resolves when mining has ended. Does nothing while this or another tab is mining. Without a
   * payee, sets {@link question} instead.
   */
  async start(): Promise<void> {
    if (!this.canStart) return;
    this.#own = { step: 'starting' };
    this.question = undefined;
    this.#issued = undefined;
    const stop = (this.#stop = new AbortController());
    const ticking = setInterval(() => this.#tick(), TICK_MS);
    try {
      await this.adoptWallet();
      if (this.needsPayee) this.question = { about: 'payee' };
      else {
        await this.lock.hold(
          stop.signal,
          () => this.#mine(stop.signal),
          () => stop.abort()
        );
      }
      this.#own = { step: 'idle' };
    } catch (error) {
      this.#own = { step: 'idle', problem: this.#asProblem(error) };
    } finally {
      clearInterval(ticking);
      if (this.#stats) this.#figures = this.#stats.end();
    }
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** Starts mining, or stops it in whichever tab is mining. A solved block is lost only if the user agrees. */
  toggle(): void {
    const { step } = this.status;
    if (step === 'other-tab') this.lock.stopOther();
    else if (step === 'idle') void this.start();
    else if (this.heldBlock === undefined) this.stop();
    else this.question = { about: 'held-block' };
  }

  async #mine(stopped: AbortSignal): Promise<void> {
    const { openGrinder, scheduler, randomNonce, nowMs } = this.#deps;
    const { run, stats, pauses, cores, openSource } = await this.open();
    this.#stats = stats;
    this.#pauses = pauses;
    await pauses.watch(stopped, this.#restart);
    cores.watch(stopped, this.#restart);
    stats.begin();
    const events = run(
      {
        choice: () => this.#payable(stopped),
        engines: () => engineOrder(this.enginePreference, this.detect),
        openSource: (choice) => openSource(choice, (facts) => (this.pool = { facts, sinceMs: nowMs() })),
        openGrinder: (kind) => openGrinder(kind, cores.inUse),
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

  /** The choice, with the address to pay if the payee is a wallet. */
  async #payable(ended: AbortSignal): Promise<WorkChoice | undefined> {
    await this.#pauses?.allowed(ended);
    if (ended.aborted) return undefined;
    const { choice } = this;
    if (choice?.wallet === undefined) return choice;
    const { wallet } = choice;
    if (this.#issued?.wallet !== wallet) {
      const onrefuse = () => {
        this.#issued = undefined;
        this.#restart();
      };
      this.#issued = { wallet, address: await this.#deps.payees.issue(wallet, { ended, onrefuse }) };
    }
    return { ...choice, address: this.#issued.address };
  }

  /** Some errors become questions to the user. */
  #asProblem(error: unknown): AppError | undefined {
    const { wallet } = this.#choice.value ?? {};
    const problem = toAppError(error);
    if (problem.code === 'wallet/phrase-due' && wallet !== undefined) this.question = { about: 'phrase', wallet };
    else if (problem.code === 'storage/unknown-wallet' || problem.code === 'wallet/elsewhere') {
      this.#choice.value = undefined;
      this.question = { about: 'payee' };
    } else return problem;
    return undefined;
  }

  #take(event: MinerEvent, choice: WorkChoice): void {
    switch (event.type) {
      case 'session':
        this.pool = undefined;
        return this.#update({ work: undefined, notice: undefined, submitting: undefined });
      case 'engine':
        // A replacement engine continues the current work.
        this.#own = { ...(this.#own.step === 'mining' && this.#own), step: 'mining', engine: event.engine };
        return this.#update({ fallback: event.cause });
      case 'work': {
        const { latencyMs, work: unit } = event;
        const difficulty = workOf(targetFromBytes(unit.target));
        const receivedAtMs = this.#deps.nowMs();
        return this.#update({ work: { height: unit.height, difficulty, receivedAtMs, latencyMs, choice } });
      }
      case 'submitting':
        return this.#update({ submitting: event.work.height });
      case 'settled':
        return this.#update({ submitting: undefined });
      case 'notice':
        return this.#update({ notice: event.error });
    }
  }

  #update(change: Partial<Extract<MinerStatus, { step: 'mining' }>>): void {
    if (this.#own.step === 'mining') this.#own = { ...this.#own, ...change };
  }

  #tick(): void {
    if (this.#stats) this.#figures = this.#stats.tick(this.pool !== undefined);
    this.lock.sendReport({ hashesPerSecond: this.rates.second, accepted: this.counters.accepted });
  }
}
