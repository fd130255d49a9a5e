import { EventQueue } from '$lib/async/eventQueue';
import type {
  Candidate,
  EngineInfo,
  Grinder,
  GrindProgress,
  GrindWork,
  KernelKind,
  NonceRange
} from '$lib/mining/grinder/grinder';
import type { KernelShape } from '$lib/mining/grinder/kernelShape';
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

/** One call of `grind`, distributed over all workers. */
interface Job {
  readonly events: EventQueue<GrindProgress | Candidate>;
  /** Number of workers still searching. */
  searching: number;
}

/**
 * Opens the same engine in every worker and combines them into one Grinder; each searches an equal part of a range.
 * @throws {AppError} the engine's error, when a worker cannot open it; all workers are then terminated
 */
export async function openWorkerGrinder(
  kind: KernelKind,
  workers: readonly WorkerPort[],
  shape?: KernelShape
): Promise<Grinder> {
  try {
    const infos = await Promise.all(workers.map((worker) => openIn(worker, kind, shape)));
    return createWorkerGrinder(teamInfo(infos), workers);
  } catch (error) {
    for (const worker of workers) worker.terminate();
    throw error;
  }
}

function openIn(worker: WorkerPort, kind: KernelKind, shape?: KernelShape): Promise<EngineInfo> {
  return new Promise((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new WorkerFailedError(message ?? ''));
    worker.onmessage = ({ data }) => {
      if (data.type === 'opened') resolve(data.info);
      else if (data.type === 'failed') reject(new WorkerError(data.error));
    };
    worker.postMessage(shape === undefined ? { type: 'open', kind } : { type: 'open', kind, shape });
  });
}

function teamInfo(infos: readonly EngineInfo[]): EngineInfo {
  const [first] = infos;
  if (first === undefined) throw new WorkerFailedError('none was started');
  if (first.kind === 'webgpu') return first;
  return { ...first, workers: infos.length };
}

function createWorkerGrinder(info: EngineInfo, workers: readonly WorkerPort[]): Grinder {
  const jobs = new Map<number, Job>();
  let lastJobId = 0;
  let failure: Error | undefined;
  let closed = false;

  const fail = (error: Error) => {
    failure ??= error;
    for (const job of jobs.values()) job.events.fail(failure);
  };

  function receive(message: FromWorker): void {
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
        if (--job.searching === 0) job.events.end();
    }
  }

  for (const worker of workers) {
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = ({ message }) => fail(new WorkerFailedError(message ?? ''));
  }

  async function* grind(
    work: GrindWork,
    range: NonceRange,
    signal: AbortSignal
  ): AsyncGenerator<GrindProgress | Candidate> {
    if (closed) throw new GrinderClosedError();
    if (failure) throw failure;
    const jobId = ++lastJobId;
    const pieces = splitRange(range, workers.length);
    if (signal.aborted || pieces.length === 0) return;
    const job: Job = { events: new EventQueue(), searching: pieces.length };
    const stop = () => {
      if (!jobs.delete(jobId)) return;
      for (const worker of workers) worker.postMessage({ type: 'abort', jobId });
      job.events.end();
    };
    jobs.set(jobId, job);
    signal.addEventListener('abort', stop, { once: true });
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
      closed = true;
      for (const job of jobs.values()) job.events.end();
      for (const worker of workers) {
        worker.postMessage({ type: 'close' });
        worker.terminate();
      }
    }
  };
}
