import { parseAddress, type Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import { targetFromBytes, workOf } from '$lib/chain/target';
import type { Height } from '$lib/chain/time';
import { decodeHex } from '$lib/codec/bytes';
import { toAppError, type AppError } from '$lib/errors';
import type { DetectedEngine } from '$lib/gpu/engines';
import type { EngineInfo, EngineKind, Grinder } from '$lib/mining/grinder/grinder';
import { HashRateMeter, type HashRates } from '$lib/mining/metrics/hashRate';
import { oddsOf, type Odds } from '$lib/mining/metrics/odds';
import type { Scheduler } from '$lib/async/scheduler';
import type { MiningEvent, SessionOptions } from '$lib/mining/session/session';
import { ShareRate } from '$lib/mining/metrics/shareRate';
import type { PoolStatus } from '$lib/mining/stratum/poolSource';
import type { ShareSource, WorkSource } from '$lib/mining/work/workSource';
import { MiningLock } from './tabLock.svelte';
import { Persisted } from '../reactive/persisted.svelte';

/** Where the work comes from, which decides who is paid. */
export type WorkChoice =
  /** The daemon's own work: pays the daemon's wallet. */
  | { readonly kind: 'node' }
  /** A block built here on what a wallet server knows: pays an address of the miner's choice. */
  | { readonly kind: 'address'; readonly address: Address }
  /** A mining server's: pays the address it was told, or one of the miner's choice. */
  | { readonly kind: 'mining'; readonly address?: Address }
  /** A pool's jobs: the pool counts shares, and pays as it promised. */
  | { readonly kind: 'pool' };

export type WorkKind = WorkChoice['kind'];

export type EnginePreference = 'auto' | EngineKind;

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

/** A block this tab solved. */
export interface FoundBlock {
  readonly id: BlockId;
  readonly height: Height;
  readonly atMs: number;
  readonly outcome: 'accepted' | 'stale' | 'rejected';
  /** The node's words, when it rejected the block. */
  readonly reason?: string;
  /** What the accepted block pays, read back from the chain. */
  readonly reward?: Hastings;
  readonly paidTo?: Address;
}

/** What mining is made of. */
export interface MiningParts {
  readonly mine: (options: SessionOptions) => AsyncIterable<MiningEvent>;
  readonly openSource: (choice: WorkChoice, onPool: (facts: PoolStatus) => void) => WorkSource | ShareSource;
}

export interface MinerDeps {
  /** The search and where its work comes from: loaded when somebody mines. */
  readonly openSession: () => Promise<MiningParts>;
  /** What there is to choose from, the usual first. */
  readonly sources: readonly WorkKind[];
  readonly openGrinder: (kind: EngineKind) => Promise<Grinder>;
  readonly detectEngines: () => Promise<DetectedEngine[]>;
  readonly scheduler: Scheduler;
  readonly nowMs: () => number;
  readonly randomNonce: () => bigint;
}

/** What falls back to what: each to those after it. */
const ENGINES: readonly EngineKind[] = ['together', 'webgpu', 'wasm', 'js'];
const ALONE = ENGINES.slice(1);
const MIN_POWER = 0.05;
const FOUND_KEPT = 100;
const NO_RATES: HashRates = { second: 0, minute: 0, hour: 0 };
const NO_SHARES = { accepted: 0, stale: 0, duplicate: 0, lowDifficulty: 0, unauthorised: 0, other: 0, lost: 0 };
const NO_HISTORY = { tSeconds: [], proven: [], measured: [] };
const SHARE_SECONDS_KEPT = 3600;

/** Shares of a pool as it answered them. */
export type ShareCounters = Readonly<Record<keyof typeof NO_SHARES, number>>;

/** The pool side of mining: how it stands, and what came of the shares. */
export interface PoolStanding {
  readonly facts: PoolStatus;
  /** Milliseconds since 1970. */
  readonly sinceMs: number;
}

/** Mining in this tab: one instance for all pages, so that it goes on while a person looks around. Never starts itself. */
export class MinerState {
  counters = $state.raw({ accepted: 0, stale: 0, rejected: 0, invalid: 0 });
  rates = $state.raw(NO_RATES);
  /** Hashes per second for each second since the start, an hour at most; times are Unix seconds. */
  history = $state.raw<{ tSeconds: number[]; hashesPerSecond: number[] }>({ tSeconds: [], hashesPerSecond: [] });
  totalHashes = $state.raw(0n);
  bestHash = $state.raw<{ id: BlockId; difficulty: bigint }>();
  shares = $state.raw<ShareCounters>(NO_SHARES);
  /** Why the pool refused a share last, in its words. */
  shareRefusal = $state.raw<string>();
  pool = $state.raw<PoolStanding>();
  /** Hashes per second that the accepted shares prove, for each second of mining for a pool. */
  shareHistory = $state.raw<{ tSeconds: number[]; proven: number[]; measured: number[] }>(NO_HISTORY);
  /** Newest first. */
  found = $state.raw<readonly FoundBlock[]>([]);
  engines = $state.raw<readonly DetectedEngine[]>([]);

  readonly status: MinerStatus = $derived.by(() =>
    this.#own.step === 'idle' && this.lock.isElsewhere ? { step: 'elsewhere' } : this.#own
  );
  readonly odds: Odds | undefined = $derived.by(() =>
    this.#own.step === 'mining' && this.#own.work ? oddsOf(this.#own.work.difficulty, this.rates.minute) : undefined
  );
  /** Keeps two tabs from mining at once, and tells what the other one does. */
  readonly lock = new MiningLock();

  #own = $state.raw<MinerStatus>({ step: 'idle' });
  readonly #deps: MinerDeps;
  #detected: Promise<readonly DetectedEngine[]> | undefined;
  readonly #meter = new HashRateMeter();
  /** Counted at every dispatch; shown once a second. */
  #hashes = 0n;
  #stop: AbortController | undefined;
  /** Ends the running session for one with other choices. */
  #renew: AbortController | undefined;

  readonly #restart = () => this.#renew?.abort();

  readonly #engine = new Persisted<EnginePreference>('engine', 'auto', parseEngine, this.#restart);
  readonly #power = new Persisted<number>('power', 1, (stored) =>
    typeof stored === 'number' && stored >= MIN_POWER && stored <= 1 ? stored : undefined
  );
  readonly #choice = new Persisted<WorkChoice | undefined>('payout', undefined, parseChoice, this.#restart);
  readonly #shareRate = new ShareRate();

  constructor(deps: MinerDeps) {
    this.#deps = deps;
  }

  /** Finds out what {@link engines} there are, once: asking for a GPU takes time that most pages have better uses for. */
  detect(): Promise<readonly DetectedEngine[]> {
    this.#detected ??= this.#deps.detectEngines().then((engines) => (this.engines = engines));
    // Its code may not have been to be had; then it is asked for again.
    this.#detected.catch(() => (this.#detected = undefined));
    return this.#detected;
  }

  get enginePreference(): EnginePreference {
    return this.#engine.value;
  }

  get power(): number {
    return this.#power.value;
  }

  /** What there is to choose from. */
  get sources(): readonly WorkKind[] {
    return this.#deps.sources;
  }

  /** The work to mine; undefined while nothing was chosen that is there and whole. */
  get choice(): WorkChoice | undefined {
    const chosen = this.#choice.value;
    if (chosen && this.sources.includes(chosen.kind)) return chosen;
    const usual = this.sources[0];
    // A block of one's own pays nobody before an address is named.
    return usual === undefined || usual === 'address' ? undefined : { kind: usual };
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
    this.#meter.start();
    const ticking = setInterval(() => this.#tick(), 1000);
    try {
      await this.lock.hold(stop.signal, () => this.#mineUntil(stop.signal));
      this.#own = { step: 'idle' };
    } catch (error) {
      this.#own = { step: 'idle', problem: toAppError(error) };
    } finally {
      clearInterval(ticking);
      this.totalHashes = this.#hashes;
      this.rates = NO_RATES;
    }
  }

  stop(): void {
    this.#stop?.abort();
  }

  async #mineUntil(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      const renew = (this.#renew = new AbortController());
      this.#update({ work: undefined, notice: undefined });
      const choice = this.choice;
      if (choice === undefined) return;
      this.#beginShares(choice);
      const { openSession, openGrinder, scheduler, randomNonce } = this.#deps;
      const { mine, openSource } = await openSession();
      const session = mine({
        source: openSource(choice, (facts) => (this.pool = { facts, sinceMs: this.#deps.nowMs() })),
        engines: await this.#engineOrder(),
        openGrinder,
        power: () => this.power,
        scheduler,
        randomNonce,
        signal: AbortSignal.any([stopped, renew.signal])
      });
      for await (const event of session) this.#hear(event, choice);
    }
  }

  /** Engines to try, best first: the choice and whatever is slower than it, or by speed on this device. */
  async #engineOrder(): Promise<readonly EngineKind[]> {
    const preferred = this.enginePreference;
    if (preferred !== 'auto') return ENGINES.slice(ENGINES.indexOf(preferred));
    const webgpu = (await this.detect()).find(({ kind }) => kind === 'webgpu');
    // An adapter that computes on the processor does so several times slower than WebAssembly on the same cores.
    const isSoftware = webgpu?.available && webgpu.info.adapter?.software;
    return isSoftware ? ['wasm', 'webgpu', 'js'] : ALONE;
  }

  #hear(event: MiningEvent, choice: WorkChoice): void {
    switch (event.type) {
      case 'engine':
        // An engine that takes over goes on with the work in hand.
        this.#own = { ...(this.#own.step === 'mining' && this.#own), step: 'mining', engine: event.engine };
        this.#update({ fallback: event.cause });
        break;
      case 'work': {
        const difficulty = workOf(targetFromBytes(event.work.target));
        this.#update({ work: { height: event.work.height, difficulty, receivedAtMs: this.#deps.nowMs(), choice } });
        break;
      }
      case 'hashed': {
        // The chart speaks Unix time; dispatches are clocked from the page's start. Nothing is done in the future, though
        // a worker's clock may say so: a page's clock can stand still while the computer sleeps.
        const agoMs = Math.max(0, this.#deps.scheduler.now() - event.completedAtMs);
        const completedAtMs = this.#deps.nowMs() - agoMs;
        this.#meter.add(Number(event.hashes), completedAtMs - event.dispatchMs, completedAtMs);
        this.#hashes += event.hashes;
        break;
      }
      case 'best':
        // Each run looks for records of its own.
        if (this.bestHash && this.bestHash.id <= event.id) break;
        this.bestHash = { id: event.id, difficulty: workOf(targetFromBytes(decodeHex(event.id))) };
        break;
      case 'invalid':
        this.#count('invalid');
        break;
      case 'settled':
        this.#count(event.outcome.kind);
        this.found = [toFoundBlock(event, this.#deps.nowMs()), ...this.found].slice(0, FOUND_KEPT);
        break;
      case 'share':
        this.#hearShare(event);
        break;
      case 'notice':
        this.#update({ notice: event.error });
        break;
      case 'submitting':
        break;
    }
  }

  /** A pool's figures begin with its session; those of another source have none. */
  #beginShares({ kind }: WorkChoice): void {
    this.pool = undefined;
    this.#shareRate.start(this.#deps.nowMs());
    if (kind !== 'pool') return;
    this.shares = NO_SHARES;
    this.shareRefusal = undefined;
    this.shareHistory = NO_HISTORY;
  }

  #hearShare({ work, answer }: Extract<MiningEvent, { type: 'share' }>): void {
    const key = answer.kind === 'rejected' ? SHARE_KEYS[answer.fault] : answer.kind;
    this.shares = { ...this.shares, [key]: this.shares[key] + 1 };
    if (answer.kind === 'rejected') this.shareRefusal = answer.reason;
    if (answer.kind === 'accepted') {
      this.#shareRate.add(Number(workOf(targetFromBytes(work.target))), this.#deps.nowMs());
    }
  }

  #tickShares(nowMs: number): void {
    if (!this.pool) return;
    const { tSeconds, proven, measured } = this.shareHistory;
    const second = Math.floor(nowMs / 1000);
    if (tSeconds.at(-1) === second) return;
    this.shareHistory = {
      tSeconds: [...tSeconds, second].slice(-SHARE_SECONDS_KEPT),
      proven: [...proven, this.#shareRate.rate(nowMs)].slice(-SHARE_SECONDS_KEPT),
      measured: [...measured, this.rates.minute].slice(-SHARE_SECONDS_KEPT)
    };
  }

  #update(change: Partial<Extract<MinerStatus, { step: 'mining' }>>): void {
    if (this.#own.step === 'mining') this.#own = { ...this.#own, ...change };
  }

  #count(kind: keyof typeof this.counters): void {
    this.counters = { ...this.counters, [kind]: this.counters[kind] + 1 };
  }

  #tick(): void {
    const nowMs = this.#deps.nowMs();
    const history = this.#meter.history(nowMs);
    this.rates = this.#meter.rates(nowMs);
    this.totalHashes = this.#hashes;
    this.history = {
      tSeconds: history.map(({ second }) => second),
      hashesPerSecond: history.map(({ hashes }) => hashes)
    };
    this.#tickShares(nowMs);
    this.lock.tell({ hashesPerSecond: this.rates.second, accepted: this.counters.accepted });
  }
}

function toFoundBlock(
  { id, work, outcome, payouts }: Extract<MiningEvent, { type: 'settled' }>,
  atMs: number
): FoundBlock {
  return {
    id,
    height: work.height,
    atMs,
    outcome: outcome.kind,
    ...(outcome.kind === 'rejected' && { reason: outcome.reason }),
    ...(payouts[0] && {
      reward: hastings(payouts.reduce((sum, { value }) => sum + value, 0n)),
      paidTo: payouts[0].address
    })
  };
}

const SHARE_KEYS = {
  duplicate: 'duplicate',
  'low-difficulty': 'lowDifficulty',
  unauthorised: 'unauthorised',
  other: 'other'
} as const;

const addressOf = (choice: WorkChoice): Address | undefined => ('address' in choice ? choice.address : undefined);

const isSameChoice = (a: WorkChoice, b: WorkChoice | undefined): boolean =>
  a.kind === b?.kind && addressOf(a) === addressOf(b);

const parseEngine = (stored: unknown): EnginePreference | undefined =>
  (['auto', ...ENGINES] as const).find((preference) => preference === stored);

function parseChoice(stored: unknown): WorkChoice | undefined {
  const { kind, address } = (stored ?? {}) as { kind?: unknown; address?: unknown };
  if (kind === 'node' || kind === 'pool') return { kind };
  if (kind === 'mining' && address === undefined) return { kind };
  if ((kind === 'address' || kind === 'mining') && typeof address === 'string') {
    return { kind, address: parseAddress(address) };
  }
  return undefined;
}
