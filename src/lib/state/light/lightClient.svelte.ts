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

/** What is used of a Worker. */
export interface LightPort {
  postMessage(message: ToLightWorker): void;
  onmessage: ((event: MessageEvent<FromLightWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

export interface LightDeps {
  readonly openWorker: () => LightPort;
  /** Tabs of the same node share the check, and whether it is on. */
  readonly name: string;
  readonly baseUrl: string;
  /** Sent with every request of a worker, as they are when it starts. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly runAsLeader: RunAsLeader;
  readonly openChannel: OpenChannel;
  readonly pollMs: number;
  readonly nowMs: () => number;
}

/** Code of the error of a worker that ended by itself. */
const WORKER_FAILED = 'light/worker';

export type LightStatus =
  | { readonly step: 'off' }
  | { readonly step: 'starting' }
  /** On its way to `target`. */
  | { readonly step: 'following'; readonly target: Height }
  /** In step with the server. */
  | { readonly step: 'current' }
  /** The server was caught telling what is not true. */
  | { readonly step: 'refused'; readonly error: AppError }
  | { readonly step: 'failed'; readonly error: AppError };

/** What tabs tell each other. */
type Between = FromLightWorker | { readonly type: 'ask' } | { readonly type: 'anew'; readonly start: LightStart };

/**
 * This browser's check of the chain: headers, commitments and states, computed in a worker of one tab and shown in all.
 * Once switched on it goes on with every visit, from where it was left.
 */
export class LightClient {
  status = $state.raw<LightStatus>({ step: 'off' });
  /** What is checked so far; undefined before the first step. */
  summary = $state.raw<LightSummary>();
  /** Why nothing of it outlives this tab. */
  notKept = $state.raw<AppError>();
  /** Another tab checks, and this one shows it. */
  isElsewhere = $state(false);
  /** Blocks a second, measured while it catches up. */
  blocksPerSecond = $state<number>();

  readonly #deps: LightDeps;
  readonly #choice: Persisted<LightChoice>;
  readonly #channel: TabChannel<Between>;
  #rate = new SyncRate();
  #running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  #worker: LightPort | undefined;
  #last: FromLightWorker | undefined;

  constructor(deps: LightDeps) {
    this.#deps = deps;
    this.#channel = deps.openChannel(`quarry:${deps.name}`, (message) => this.#heard(message));
    this.#choice = new Persisted(deps.name, NO_CHECK, parseChoice, () => this.#chosenElsewhere());
    if (this.isOn) this.#run(false);
  }

  get isOn(): boolean {
    return this.#choice.value.on;
  }

  /** Where it starts, or started. */
  get start(): LightStart {
    return this.#choice.value.start;
  }

  /** Begins, or goes on from where it was left. */
  resume(): void {
    this.#choose({ ...this.#choice.value, on: true });
    if (!this.#running) this.#run(false);
  }

  pause(): void {
    this.#choose({ ...this.#choice.value, on: false });
    void this.#stop();
  }

  /** Forgets what was checked and begins at the start given. */
  async startOver(start: LightStart): Promise<void> {
    this.#choose({ on: true, start });
    if (this.isElsewhere) return this.#channel.post({ type: 'anew', start });
    this.summary = undefined;
    this.#rate = new SyncRate();
    this.status = { step: 'starting' };
    if (this.#worker) return this.#startWorker(true);
    await this.#stop();
    this.#run(true);
  }

  /** Goes on with the headers of now. */
  renewHeaders(): void {
    if (this.#worker) this.#startWorker(false);
  }

  /** What is proven of the chain for outputs as they are after a block, or why nothing is. */
  provenAt(index: ChainIndex | undefined): ProvenChain | UnprovenReason {
    if (!this.isOn) return 'off';
    const isRefused = this.status.step === 'refused';
    if (this.summary === undefined || index === undefined) return isRefused ? 'refused' : 'checking';
    // What was checked before a lie stands.
    const proven = provenAt(this.summary, index);
    return isRefused && typeof proven === 'string' ? 'refused' : proven;
  }

  close(): void {
    void this.#stop();
    this.#channel.close();
  }

  #choose(choice: LightChoice): void {
    this.#choice.value = choice;
  }

  #chosenElsewhere(): void {
    if (this.isOn && !this.#running) this.#run(false);
    if (!this.isOn && this.#running) void this.#stop();
  }

  #run(anew: boolean): void {
    const stop = new AbortController();
    this.status = { step: 'starting' };
    this.#rate = new SyncRate();
    const ended = this.#hold(stop.signal, anew);
    this.#running = { stop, ended };
  }

  async #hold(signal: AbortSignal, anew: boolean): Promise<void> {
    const onwait = () => {
      this.isElsewhere = true;
      this.#channel.post({ type: 'ask' });
    };
    const run = async () => {
      this.isElsewhere = false;
      await this.#work(signal, anew);
    };
    await this.#deps.runAsLeader(`quarry:${this.#deps.name}`, { signal, onwait, run });
  }

  /** Until the signal; the lock is held meanwhile, also when the check starts over. */
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
      // What an ended one still says is of the check before.
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
    worker.postMessage({ type: 'start', baseUrl, headers: headers(), start: this.start, anew, pollMs });
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
        this.notKept = new WorkerError(message.error);
    }
  }

  #heard(message: Between): void {
    if (message.type === 'ask') {
      if (this.#last && !this.isElsewhere) this.#channel.post(this.#last);
    } else if (message.type === 'anew') {
      if (!this.isElsewhere && this.#running) void this.startOver(message.start);
    } else if (this.isElsewhere) this.#take(message);
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.status = { step: 'off' };
    this.isElsewhere = false;
    this.blocksPerSecond = undefined;
    running?.stop.abort();
    await running?.ended;
  }
}
