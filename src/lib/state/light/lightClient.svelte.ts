import type { ChainIndex } from '$lib/chain/element/elements';
import type { Height } from '$lib/chain/time';
import { type AppError, WorkerError } from '$lib/errors';
import type { ProvenChain, UnprovenReason } from '$lib/wallet/sync/outputProof';
import { SyncRate } from '$lib/services/node/syncProgress';
import type { OpenChannel, RunAsLeader, TabChannel } from '$lib/services/ports';
import { Persisted } from '../reactive/persisted.svelte';
import type { LightStart } from '$lib/services/light/followChain';
import { NO_CHECK, parseChoice, type LightChoice } from '$lib/services/light/choice';
import type { FromLightWorker, ToLightWorker } from '$lib/services/light/protocol';
import { provenAt, type LightSummary } from '$lib/services/light/summary';

/** The Worker API in use. */
export interface LightPort {
  postMessage(message: ToLightWorker): void;
  onmessage: ((event: MessageEvent<FromLightWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

export interface LightDeps {
  readonly openWorker: () => LightPort;
  /** Tabs with the same name share the check and its on/off state. */
  readonly name: string;
  readonly baseUrl: string;
  /** Headers of every request a worker sends, read when the worker starts. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly runAsLeader: RunAsLeader;
  readonly openChannel: OpenChannel;
  /** Default starting point of verification; undefined if it must not start automatically. */
  readonly defaultStart: () => Promise<LightStart | undefined>;
  /** Delay between polls of the server, read when a worker starts. */
  readonly pollMs: () => number;
  readonly nowMs: () => number;
}

/** Error code of a crashed worker. */
const WORKER_FAILED = 'light/worker';

export type LightStatus =
  | { readonly step: 'off' }
  | { readonly step: 'starting' }
  /** Syncing towards `target`. */
  | { readonly step: 'following'; readonly target: Height }
  /** Synced with the server. */
  | { readonly step: 'current' }
  /** The server sent invalid data. */
  | { readonly step: 'refused'; readonly error: AppError }
  | { readonly step: 'failed'; readonly error: AppError };

/** Messages between tabs. */
type Between = FromLightWorker | { readonly type: 'ask' } | { readonly type: 'anew'; readonly start: LightStart };

/**
 * Chain verification in the browser: headers, commitments and states are computed in one tab's worker and shown in all
 * tabs. Once enabled, it resumes on every visit.
 */
export class LightClient {
  status = $state.raw<LightStatus>({ step: 'off' });
  /** Result so far; undefined before the first step. */
  summary = $state.raw<LightSummary>();
  /** Why the result cannot be stored. */
  storageError = $state.raw<AppError>();
  /** The worker runs in another tab. */
  inOtherTab = $state(false);
  /** Blocks per second while syncing. */
  blocksPerSecond = $state<number>();

  readonly #deps: LightDeps;
  /** Undefined until verification has been started or paused. */
  readonly #choice: Persisted<LightChoice | undefined>;
  readonly #channel: TabChannel<Between>;
  #rate = new SyncRate();
  #running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  #worker: LightPort | undefined;
  #last: FromLightWorker | undefined;
  #isClosed = false;

  constructor(deps: LightDeps) {
    this.#deps = deps;
    this.#channel = deps.openChannel(`quarry:${deps.name}`, (message) => this.#receive(message));
    this.#choice = new Persisted<LightChoice | undefined>(deps.name, undefined, parseChoice, () =>
      this.#chosenElsewhere()
    );
    if (this.isOn) this.#run(false);
  }

  get isOn(): boolean {
    return this.#chosen.on;
  }

  /** Starting point of the verification. */
  get start(): LightStart {
    return this.#chosen.start;
  }

  /** The server has chosen the starting block. */
  get isServersStart(): boolean {
    return this.#chosen.isServersStart ?? false;
  }

  /** Starts, unless the user has already started or paused it. */
  async startByDefault(): Promise<void> {
    if (this.#choice.value !== undefined) return;
    const start = await this.#deps.defaultStart();
    // The user may have chosen in the meantime, here or in another tab.
    if (start === undefined || this.#choice.value !== undefined) return;
    this.#choose({ on: true, start, ...(start.kind === 'block' && { isServersStart: true }) });
    this.#run(false);
  }

  /** Starts or resumes. */
  resume(): void {
    this.#choose({ ...this.#chosen, on: true });
    if (!this.#running) this.#run(false);
  }

  pause(): void {
    this.#choose({ ...this.#chosen, on: false });
    void this.#stop();
  }

  /** Discards the result and starts at the given point. */
  async startOver(start: LightStart): Promise<void> {
    this.#choose({ on: true, start });
    if (this.inOtherTab) return this.#channel.post({ type: 'anew', start });
    this.summary = undefined;
    this.#rate = new SyncRate();
    this.status = { step: 'starting' };
    if (this.#worker) return this.#startWorker(true);
    await this.#stop();
    this.#run(true);
  }

  /** Continues in a new worker, with current headers and polling interval. */
  renewWorker(): void {
    if (this.#worker) this.#startWorker(false);
  }

  /** What is proven for outputs as of a block, or why nothing is. */
  provenAt(index: ChainIndex | undefined): ProvenChain | UnprovenReason {
    if (!this.isOn) return 'off';
    const isRefused = this.status.step === 'refused';
    if (this.summary === undefined || index === undefined) return isRefused ? 'refused' : 'checking';
    // Results that precede the invalid data remain valid.
    const proven = provenAt(this.summary, index);
    return isRefused && typeof proven === 'string' ? 'refused' : proven;
  }

  /** Ends the verification in this tab; nothing starts it again. */
  close(): void {
    this.#isClosed = true;
    void this.#stop();
    this.#channel.close();
  }

  get #chosen(): LightChoice {
    return this.#choice.value ?? NO_CHECK;
  }

  #choose(choice: LightChoice): void {
    this.#choice.value = choice;
  }

  #chosenElsewhere(): void {
    if (this.isOn && !this.#running) this.#run(false);
    if (!this.isOn && this.#running) void this.#stop();
  }

  #run(anew: boolean): void {
    if (this.#isClosed) return;
    const stop = new AbortController();
    this.status = { step: 'starting' };
    this.#rate = new SyncRate();
    const ended = this.#hold(stop.signal, anew);
    this.#running = { stop, ended };
  }

  async #hold(signal: AbortSignal, anew: boolean): Promise<void> {
    const onwait = () => {
      this.inOtherTab = true;
      this.#channel.post({ type: 'ask' });
    };
    const run = async () => {
      this.inOtherTab = false;
      await this.#work(signal, anew);
    };
    await this.#deps.runAsLeader(`quarry:${this.#deps.name}`, { signal, onwait, run });
  }

  /** Runs until the signal aborts, holding the lock throughout, including restarts. */
  #work(signal: AbortSignal, anew: boolean): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    this.#startWorker(anew);
    return new Promise((resolve) => {
      const end = () => {
        this.#worker?.terminate();
        this.#worker = undefined;
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
    });
  }

  #startWorker(anew: boolean): void {
    const { openWorker, baseUrl, headers, pollMs } = this.#deps;
    this.#worker?.terminate();
    const worker = openWorker();
    this.#worker = worker;
    const take = (message: FromLightWorker) => {
      // Ignore late messages from a terminated worker.
      if (this.#worker !== worker) return;
      this.#last = message;
      this.#take(message);
      this.#channel.post(message);
    };
    worker.onmessage = ({ data }) => take(data);
    worker.onerror = ({ message }) =>
      take({
        type: 'failed',
        error: { code: WORKER_FAILED, message: message || 'The worker failed.', facts: {} }
      });
    worker.postMessage({ type: 'start', baseUrl, headers: headers(), start: this.start, anew, pollMs: pollMs() });
  }

  #take(message: FromLightWorker): void {
    switch (message.type) {
      case 'moved':
        this.summary = message.summary;
        this.#rate.observe(message.summary.tip.height, message.atMs);
        this.blocksPerSecond = this.#rate.blocksPerSecond;
        this.status = { step: 'following', target: message.target };
        return;
      case 'current':
        this.summary = message.summary;
        this.status = { step: 'current' };
        return;
      case 'refused':
      case 'failed':
        this.status = { step: message.type, error: new WorkerError(message.error) };
        return;
      case 'not-kept':
        this.storageError = new WorkerError(message.error);
    }
  }

  #receive(message: Between): void {
    if (message.type === 'ask') {
      if (this.#last && !this.inOtherTab) this.#channel.post(this.#last);
    } else if (message.type === 'anew') {
      if (!this.inOtherTab && this.#running) void this.startOver(message.start);
    } else if (this.inOtherTab) this.#take(message);
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.status = { step: 'off' };
    this.inOtherTab = false;
    this.blocksPerSecond = undefined;
    running?.stop.abort();
    await running?.ended;
  }
}
