import { toAppError, type AppError } from '$lib/errors';
import { measureEngine, REFERENCE_RATES, type BenchmarkTimes, type ReferenceName } from '$lib/mining/metrics/benchmark';
import type { DetectedEngine, EngineInfo, Grinder, KernelKind } from '$lib/mining/grinder/grinder';

/** Measurement of one engine on this device. */
export interface BenchmarkRow {
  readonly engine: EngineInfo;
  readonly hashesPerSecond: number;
}

/** Estimated hash rate of another program, from its published ratio. */
export interface ReferenceRow {
  readonly name: ReferenceName;
  readonly hashesPerSecond: number;
}

export type BenchmarkStatus =
  | { readonly step: 'idle'; readonly problem?: AppError }
  | {
      readonly step: 'running';
      /** The engine being measured; undefined during detection. */
      readonly engine?: EngineInfo;
      /** In [0, 1]. */
      readonly share: number;
    }
  | { readonly step: 'done' };

export interface BenchmarkDeps {
  readonly detectEngines: () => Promise<DetectedEngine[]>;
  /** @param workers number of CPU workers; one per core by default */
  readonly openGrinder: (kind: KernelKind, workers?: number) => Promise<Grinder>;
  readonly times?: BenchmarkTimes;
}

const TIMES: BenchmarkTimes = { warmupMs: 700, measuredMs: 2_500 };

interface Round {
  readonly kind: KernelKind;
  readonly workers?: number;
}
/** A single worker shows a kernel's speed; all workers together, the device's. */
const ROUNDS: readonly Round[] = [
  { kind: 'webgpu' },
  { kind: 'wasm' },
  { kind: 'wasm', workers: 1 },
  { kind: 'js', workers: 1 }
];
const KERNEL_ROUND = 2;

/** Measures every engine of this device, one at a time; never while the tab is mining. */
export class Benchmark {
  status = $state.raw<BenchmarkStatus>({ step: 'idle' });
  rows = $state.raw<readonly BenchmarkRow[]>([]);
  references = $state.raw<readonly ReferenceRow[]>([]);
  readonly #deps: BenchmarkDeps;
  #cancel: AbortController | undefined;

  constructor(deps: BenchmarkDeps) {
    this.#deps = deps;
  }

  async run(): Promise<void> {
    if (this.status.step === 'running') return;
    const { signal } = (this.#cancel = new AbortController());
    this.rows = [];
    this.references = [];
    this.status = { step: 'running', share: 0 };
    try {
      const available = new Set(
        (await this.#deps.detectEngines()).flatMap((each) => (each.available ? each.kind : []))
      );
      const rounds = ROUNDS.filter(({ kind }) => available.has(kind));
      for (const [i, round] of rounds.entries()) {
        const row = await this.#measure(round, signal, (share) => (i + share) / rounds.length);
        if (signal.aborted) return void (this.status = { step: 'idle' });
        if (row === undefined) continue;
        this.rows = [...this.rows, row];
        if (round === ROUNDS[KERNEL_ROUND]) this.references = referencesFor(row.hashesPerSecond);
      }
      this.status = { step: 'done' };
    } catch (error) {
      this.status = { step: 'idle', problem: toAppError(error) };
    }
  }

  /** Results so far are kept. */
  cancel(): void {
    this.#cancel?.abort();
  }

  async #measure(
    { kind, workers }: Round,
    signal: AbortSignal,
    overall: (share: number) => number
  ): Promise<BenchmarkRow | undefined> {
    const grinder = await this.#deps.openGrinder(kind, workers);
    const engine = grinder.info;
    try {
      const onProgress = (share: number) => (this.status = { step: 'running', engine, share: overall(share) });
      onProgress(0);
      const hashesPerSecond = await measureEngine(grinder, this.#deps.times ?? TIMES, signal, onProgress);
      return hashesPerSecond === undefined ? undefined : { engine, hashesPerSecond };
    } finally {
      grinder.close();
    }
  }
}

const referencesFor = (wasm: number): ReferenceRow[] =>
  REFERENCE_RATES.map(({ name, ofWasm }) => ({ name, hashesPerSecond: wasm * ofWasm }));
