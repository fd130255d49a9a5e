import { EventQueue } from '$lib/async/eventQueue';
import { systemScheduler, type Scheduler } from '$lib/async/scheduler';
import { EngineSilentError } from '$lib/mining/errors';
import { mergeProgress } from '$lib/mining/grinder/grinder';
import type {
  Candidate,
  EngineInfo,
  Grinder,
  GrindProgress,
  GrindWork,
  KernelKind,
  KernelTuning,
  NonceRange
} from '$lib/mining/grinder/grinder';
import { splitRange } from '$lib/mining/grinder/nonceRange';
import { WorkerError } from '$lib/errors';
import type { FromWorker, ToWorker } from '$lib/mining/grinder/protocol';
import { GrinderClosedError, WorkerFailedError } from './errors';

/** The part of Worker that is used. */
export interface WorkerPort {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** Opening a GPU compiles and calibrates its kernel; no driver takes longer. */
const OPEN_TIMEOUT_MS = 180_000;
/**
 * A worker reports every dispatch, at least every few seconds. Counted in checks rather than by the clock, so that a
 * computer that slept for an hour counts as one check.
 */
const CHECK_EVERY_MS = 10_000;
const MAX_SILENT_CHECKS = 3;

/** One call of `grind`, distributed over all workers. */
interface Job {
  readonly events: EventQueue<GrindProgress | Candidate>;
  /** Workers that have not finished their part. */
  readonly searching: Set<WorkerPort>;
}

/**
 * Opens the same engine in every worker and combines them into one Grinder; each searches an equal part of a range.
 * @throws {AppError} the engine's error, when a worker cannot open it; all workers are then terminated
 */
export async function openWorkerGrinder(
  kind: KernelKind,
  workers: readonly WorkerPort[],
  tuned: KernelTuning = {},
  scheduler: Scheduler = systemScheduler
): Promise<Grinder> {
  const opened = new AbortController();
  const timeout = scheduler.sleep(OPEN_TIMEOUT_MS, opened.signal).then(() => {
    if (!opened.signal.aborted) throw new EngineSilentError(OPEN_TIMEOUT_MS / 1000);
    return [];
  });
  try {
    const infos = await Promise.race([timeout, Promise.all(workers.map((worker) => openIn(worker, kind, tuned)))]);
    return createWorkerGrinder(teamInfo(infos), workers, scheduler);
  } catch (error) {
    for (const worker of workers) worker.terminate();
    throw error;
  } finally {
    opened.abort();
  }
}

function openIn(worker: WorkerPort, kind: KernelKind, tuned: KernelTuning): Promise<EngineInfo> {
  return new Promise((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new WorkerFailedError(message ?? ''));
    worker.onmessage = ({ data }) => {
      if (data.type === 'opened') resolve(data.info);
      else if (data.type === 'failed') reject(new WorkerError(data.error));
    };
    worker.postMessage({ type: 'open', kind, ...tuned });
  });
}

function teamInfo(infos: readonly EngineInfo[]): EngineInfo {
  const [first] = infos;
  if (first === undefined) throw new WorkerFailedError('none was started');
  if (first.kind === 'webgpu') return first;
  return { ...first, workers: infos.length };
}

/** Fails an engine when a searching worker stops reporting: the worker may have ended without an event. */
class SilenceWatch {
  readonly #searching: () => ReadonlySet<WorkerPort>;
  readonly #fail: (error: Error) => void;
  readonly #scheduler: Scheduler;
  readonly #ended: AbortSignal;
  /** Checks since each worker last reported. */
  readonly #silentChecks = new Map<WorkerPort, number>();
  #watching: Promise<void> | undefined;

  /**
   * @param searching the workers that have to report
   * @param fail called at most once, with an `EngineSilentError`
   * @param ended ends the watch
   */
  constructor(
    searching: () => ReadonlySet<WorkerPort>,
    fail: (error: Error) => void,
    scheduler: Scheduler,
    ended: AbortSignal
  ) {
    this.#searching = searching;
    this.#fail = fail;
    this.#scheduler = scheduler;
    this.#ended = ended;
  }

  start(): void {
    this.#watching ??= this.#watch();
  }

  reported(worker: WorkerPort): void {
    this.#silentChecks.set(worker, 0);
  }

  async #watch(): Promise<void> {
    for (;;) {
      await this.#scheduler.sleep(CHECK_EVERY_MS, this.#ended);
      if (this.#ended.aborted) return;
      for (const worker of this.#searching()) {
        const checks = (this.#silentChecks.get(worker) ?? 0) + 1;
        if (checks > MAX_SILENT_CHECKS) return this.#fail(new EngineSilentError((checks * CHECK_EVERY_MS) / 1000));
        this.#silentChecks.set(worker, checks);
      }
    }
  }
}

function createWorkerGrinder(info: EngineInfo, workers: readonly WorkerPort[], scheduler: Scheduler): Grinder {
  const jobs = new Map<number, Job>();
  let lastJobId = 0;
  const closing = new AbortController();
  /** Aborted when the engine fails or is closed. */
  const ended = new AbortController();
  let failure: Error | undefined;

  const fail = (error: Error) => {
    failure ??= error;
    ended.abort();
    for (const job of jobs.values()) job.events.fail(failure);
  };

  const searching = () => new Set([...jobs.values()].flatMap((job) => [...job.searching]));
  const silence = new SilenceWatch(searching, fail, scheduler, ended.signal);

  function receive(worker: WorkerPort, message: FromWorker): void {
    silence.reported(worker);
    if (message.type === 'opened') return;
    if (message.type === 'failed') return fail(new WorkerError(message.error));
    const job = jobs.get(message.jobId);
    if (job === undefined) return; // of a job that has ended
    switch (message.type) {
      case 'candidate':
        return job.events.push({ type: 'candidate', nonce: message.nonce });
      case 'progress': {
        const { hashes, completedAtMs, dispatchMs } = message;
        return job.events.push({ type: 'progress', hashes, completedAtMs, dispatchMs });
      }
      case 'finished':
        job.searching.delete(worker);
        if (job.searching.size === 0) job.events.end();
    }
  }

  for (const worker of workers) {
    worker.onmessage = ({ data }) => receive(worker, data);
    worker.onerror = ({ message }) => fail(new WorkerFailedError(message ?? ''));
  }

  async function* grind(
    work: GrindWork,
    range: NonceRange,
    signal: AbortSignal
  ): AsyncGenerator<GrindProgress | Candidate> {
    if (closing.signal.aborted) throw new GrinderClosedError();
    if (failure) throw failure;
    const jobId = ++lastJobId;
    const pieces = splitRange(range, workers.length);
    if (signal.aborted || pieces.length === 0) return;
    const job: Job = {
      events: new EventQueue({ merge: mergeProgress }),
      searching: new Set(workers.slice(0, pieces.length))
    };
    const stop = () => {
      if (!jobs.delete(jobId)) return;
      for (const worker of workers) worker.postMessage({ type: 'abort', jobId });
      job.events.end();
    };
    jobs.set(jobId, job);
    signal.addEventListener('abort', stop, { once: true });
    silence.start();
    try {
      pieces.forEach((piece, i) => workers[i]?.postMessage({ type: 'grind', jobId, work, range: piece }));
      for await (const event of job.events) {
        if (signal.aborted) return;
        yield event;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }

  return {
    info,
    grind,
    setPower: (share) => {
      for (const worker of workers) worker.postMessage({ type: 'power', share });
    },
    close: () => {
      closing.abort();
      ended.abort();
      for (const job of jobs.values()) job.events.end();
      for (const worker of workers) {
        worker.postMessage({ type: 'close' });
        worker.terminate();
      }
    }
  };
}
