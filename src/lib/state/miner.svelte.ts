import { parseAddress, type Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency';
import type { BlockId } from '$lib/chain/ids';
import { targetFromBytes, workOf } from '$lib/chain/target';
import type { Height } from '$lib/chain/time';
import { decodeHex } from '$lib/codec/bytes';
import { toAppError, type AppError } from '$lib/errors';
import type { DetectedEngine } from '$lib/gpu/engines';
import type { EngineInfo, EngineKind, Grinder } from '$lib/mining/grinder';
import { HashRateMeter, type HashRates } from '$lib/mining/hashRate';
import { oddsOf, type Odds } from '$lib/mining/odds';
import type { Pacing } from '$lib/mining/pacing';
import type { MiningEvent, SessionOptions } from '$lib/mining/session';
import type { WorkSource } from '$lib/mining/workSource';
import { MiningLock } from './miningLock.svelte';
import { Persisted } from './persisted.svelte';

/** Who is paid: the node's own wallet, or an address of the miner's choice. */
export type PayoutChoice = { readonly kind: 'node' } | { readonly kind: 'address'; readonly address: Address };

export type EnginePreference = 'auto' | EngineKind;

/** The work under search, for people. */
export interface CurrentWork {
  /** Height the block will have. */
  readonly height: Height;
  /** Expected hashes for a block. */
  readonly difficulty: bigint;
  /** Milliseconds since 1970. */
  readonly receivedAtMs: number;
  readonly payout: PayoutChoice;
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
  readonly openSource: (payout: PayoutChoice) => WorkSource;
}

export interface MinerDeps {
  /** The search and where its work comes from: loaded when somebody mines. */
  readonly openSession: () => Promise<MiningParts>;
  readonly openGrinder: (kind: EngineKind) => Promise<Grinder>;
  readonly detectEngines: () => Promise<DetectedEngine[]>;
  readonly pacing: Pacing;
  readonly nowMs: () => number;
  readonly randomNonce: () => bigint;
}

/** What falls back to what: each to those after it. */
const ENGINES: readonly EngineKind[] = ['together', 'webgpu', 'wasm', 'js'];
const ALONE = ENGINES.slice(1);
const LEAST_POWER = 0.05;
const FOUND_KEPT = 100;
const NO_RATES: HashRates = { second: 0, minute: 0, hour: 0 };

/** Mining in this tab: one instance for all pages, so that it goes on while a person looks around. Never starts itself. */
export class MinerState {
  counters = $state.raw({ accepted: 0, stale: 0, rejected: 0, invalid: 0 });
  rates = $state.raw(NO_RATES);
  /** Hashes per second for each second since the start, an hour at most; times are Unix seconds. */
  history = $state.raw<{ tSeconds: number[]; hashesPerSecond: number[] }>({ tSeconds: [], hashesPerSecond: [] });
  totalHashes = $state.raw(0n);
  bestHash = $state.raw<{ id: BlockId; difficulty: bigint }>();
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
    typeof stored === 'number' && stored >= LEAST_POWER && stored <= 1 ? stored : undefined
  );
  readonly #payout = new Persisted<PayoutChoice>('payout', { kind: 'node' }, parsePayout, this.#restart);

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

  get payout(): PayoutChoice {
    return this.#payout.value;
  }

  /** The engine to begin with; slower ones take over when it breaks. A running search changes at once. */
  setEngine(engine: EnginePreference): void {
    this.#engine.value = engine;
    this.#restart();
  }

  /** Share of time the engine works, 0.05 to 1; takes effect at the next dispatch. */
  setPower(share: number): void {
    this.#power.value = Math.min(1, Math.max(LEAST_POWER, share));
  }

  setPayout(payout: PayoutChoice): void {
    if (isSamePayout(payout, this.payout)) return;
    this.#payout.value = payout;
    this.#restart();
  }

  /** Mines until `stop`; resolves when mining has ended. Does nothing while this or another tab mines. */
  async start(): Promise<void> {
    if (this.#own.step !== 'idle') return;
    this.#own = { step: 'starting' };
    const stop = (this.#stop = new AbortController());
    this.#meter.begin();
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
      const payout = this.payout;
      const { openSession, openGrinder, pacing, randomNonce } = this.#deps;
      const { mine, openSource } = await openSession();
      const session = mine({
        source: openSource(payout),
        engines: await this.#engineOrder(),
        openGrinder,
        power: () => this.power,
        pacing,
        randomNonce,
        signal: AbortSignal.any([stopped, renew.signal])
      });
      for await (const event of session) this.#hear(event, payout);
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

  #hear(event: MiningEvent, payout: PayoutChoice): void {
    switch (event.type) {
      case 'engine':
        // An engine that takes over goes on with the work in hand.
        this.#own = { ...(this.#own.step === 'mining' && this.#own), step: 'mining', engine: event.engine };
        this.#update({ fallback: event.replaced });
        break;
      case 'work': {
        const difficulty = workOf(targetFromBytes(event.work.target));
        this.#update({ work: { height: event.work.height, difficulty, receivedAtMs: this.#deps.nowMs(), payout } });
        break;
      }
      case 'hashed': {
        // The chart speaks Unix time; dispatches are clocked from the page's start. Nothing is done in the future, though
        // a worker's clock may say so: a page's clock can stand still while the computer sleeps.
        const agoMs = Math.max(0, this.#deps.pacing.now() - event.completedAtMs);
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
      case 'notice':
        this.#update({ notice: event.error });
        break;
      case 'submitting':
        break;
    }
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

const isSamePayout = (a: PayoutChoice, b: PayoutChoice): boolean =>
  a.kind === b.kind && (a.kind === 'node' || (b.kind === 'address' && a.address === b.address));

const parseEngine = (stored: unknown): EnginePreference | undefined =>
  (['auto', ...ENGINES] as const).find((preference) => preference === stored);

function parsePayout(stored: unknown): PayoutChoice | undefined {
  const { kind, address } = (stored ?? {}) as { kind?: unknown; address?: unknown };
  if (kind === 'node') return { kind };
  return kind === 'address' && typeof address === 'string' ? { kind, address: parseAddress(address) } : undefined;
}
