import { EventQueue } from '$lib/async/eventQueue';
import { mergeProgress } from '$lib/mining/grinder/grinder';
import type { Candidate, EngineInfo, Grinder, GrindProgress, GrindWork, NonceRange } from '$lib/mining/grinder/grinder';
import { nonceAt } from '$lib/mining/grinder/nonceRange';
import { DEFAULT_SHAPE, type KernelShape } from '$lib/mining/grinder/kernelShape';
import { systemScheduler } from '$lib/async/scheduler';
import type { Scheduler } from '$lib/async/scheduler';
import { prepareSearch } from '$lib/mining/grinder/search';
import type { SearchJob } from '$lib/mining/grinder/search';
import { CompletionPattern, outlast, restMs, retune } from '$lib/mining/grinder/tune';
import type { Tuning } from '$lib/mining/grinder/tune';
import { bestShape, calibrate } from './calibrate';
import { adapterLabel, openDevice, type AdapterFacts } from './device';
import { DeviceLostError, GpuOperationError, GrinderClosedError } from './errors';
import { createSearchPipeline } from './pipeline';
import type { Slot } from './pipeline';
import { maxNonces as mostNoncesListed } from './results';

/** Dispatches in flight. The second hides the host's latency; the third covers Firefox's 100 ms polling. */
const DEPTH = 3;
/**
 * Desired duration of a dispatch. When work becomes stale, the dispatches in flight are wasted: two and a half on
 * average. Shorter dispatches waste less, but lose as much in the gaps between them.
 */
const DISPATCH_MS = 25;
/** If the browser polls for completions every 100 ms, the dispatches in flight must outlast even a late poll. */
const BUNCHED_DISPATCH_MS = 80;
/** Keeps indexes far below 2^32. */
const MAX_NONCES = 1 << 30;
const FIRST_NONCES = 1 << 14;
/** A failed operation and the device loss that caused it are reported separately; how long to wait for the cause. */
const LOSS_GRACE_MS = 500;

/** Part of a job's range, by index. */
interface Piece {
  readonly from: bigint;
  readonly count: number;
  /** It has the size that the tuning chose, so its duration is used for tuning. */
  readonly isFullSize: boolean;
}

/** One call of `grind`. */
interface Run {
  readonly job: SearchJob;
  readonly range: NonceRange;
  readonly events: EventQueue<GrindProgress | Candidate>;
  /** First index that has not been dispatched yet. */
  next: bigint;
  /** Pieces to search again, because they had more hits than a dispatch can report. */
  readonly retries: Piece[];
  inFlight: number;
}

/**
 * Opens the GPU and compiles the search. Works in a page and in a worker.
 * @param cachedShape result of an earlier calibration on this adapter; without it the adapter is calibrated first
 * @throws {WebGpuMissingError | WebGpuInsecureError | NoAdapterError | NoDeviceError | ShaderError}
 */
export async function openGpuGrinder(gpu: GPU | undefined, cachedShape?: KernelShape): Promise<Grinder> {
  const { device, adapter } = await openDevice(gpu);
  const shape = cachedShape ?? (await chooseShape(device, adapter));
  return createGpuGrinder(device, { kind: 'webgpu', label: adapterLabel(adapter), adapter, shape });
}

/** Calibrates hardware adapters; for software adapters shapes make no difference. */
const chooseShape = async (device: GPUDevice, { software }: AdapterFacts): Promise<KernelShape> =>
  software ? DEFAULT_SHAPE : bestShape(await calibrate(device, systemScheduler.now));

export interface GpuGrinderOptions {
  readonly scheduler?: Scheduler;
  /** Maximum number of nonces per dispatch for a target with these first 32 bits. */
  readonly maxNonces?: (top: number) => number;
}

/** The search on an open device; `close` destroys the device. */
export async function createGpuGrinder(
  device: GPUDevice,
  info: EngineInfo,
  { scheduler = systemScheduler, maxNonces = mostNoncesListed }: GpuGrinderOptions = {}
): Promise<Grinder> {
  const pipeline = await createSearchPipeline(device, info.shape);
  const granularity = pipeline.noncesPerGroup;
  const pattern = new CompletionPattern();
  const slots = Array.from({ length: DEPTH }, () => pipeline.createSlot());
  const free = [...slots];
  const runs = new Set<Run>();
  const closed = new AbortController();
  let failure: Error | undefined;
  let tuning: Tuning = { nonces: FIRST_NONCES };
  /** Tuning before the browser's last poll of the device, and the time between the last two polls. */
  let poll = { before: tuning, ms: 0 };
  let power = 1;
  let lastCompletedAtMs = 0;
  /** Below full power dispatches are submitted in bursts of DEPTH, with a pause after each. */
  let burst = { submitted: 0, busyMs: 0 };
  let restAbort: AbortController | undefined;

  const fail = (error: Error) => {
    if (closed.signal.aborted) return;
    failure ??= error;
    for (const run of runs) run.events.fail(failure);
  };
  const lost = device.lost.then(({ reason }) => new DeviceLostError(reason));
  void lost.then(fail);
  device.addEventListener('uncapturederror', ({ error }) => fail(new GpuOperationError(error.message)));

  function takePiece(run: Run): Piece | undefined {
    const retry = run.retries.pop();
    if (retry) return retry;
    const left = run.range.count - run.next;
    if (left <= 0n) return undefined;
    const max = Math.min(tuning.nonces, maxNonces(run.job.top));
    const count = left < BigInt(max) ? Number(left) : max;
    const piece = { from: run.next, count, isFullSize: count === tuning.nonces };
    run.next += BigInt(count);
    return piece;
  }

  /** Submits all dispatches that are allowed now; called after every state change. */
  function pump(): void {
    for (const run of runs) {
      while (!failure && free.length > 0 && !restAbort && (power === 1 || burst.submitted < DEPTH)) {
        const piece = takePiece(run);
        if (piece === undefined) break;
        const slot = free.pop() as Slot;
        burst.submitted++;
        run.inFlight++;
        void dispatch(run, slot, piece).catch(async (cause: unknown) => {
          const unexplained = scheduler
            .sleep(LOSS_GRACE_MS, closed.signal)
            .then(() => new GpuOperationError(String(cause), { cause }));
          fail(await Promise.race([lost, unexplained]));
        });
      }
      if (run.inFlight === 0 && run.retries.length === 0 && run.next >= run.range.count) run.events.end();
    }
  }

  async function dispatch(run: Run, slot: Slot, { from, count, isFullSize }: Piece): Promise<void> {
    const submittedAtMs = scheduler.now();
    const { indexes, overflowed } = await slot.run(run.job, nonceAt(run.range, from), count);
    const completedAtMs = scheduler.now();
    free.push(slot);
    run.inFlight--;
    // Dispatches queue on the device: this one started when the previous one completed.
    const dispatchMs = completedAtMs - Math.max(submittedAtMs, lastCompletedAtMs);
    lastCompletedAtMs = completedAtMs;
    burst.busyMs += dispatchMs;
    if (isFullSize) {
      const targetMs = pattern.isBunched ? BUNCHED_DISPATCH_MS : DISPATCH_MS;
      const limits = { targetMs, granularity, max: MAX_NONCES };
      pattern.record(dispatchMs, targetMs);
      if (pattern.bunch === 1) poll = { before: tuning, ms: dispatchMs };
      tuning = retune(tuning, limits, count, dispatchMs);
      if (pattern.bunch === DEPTH) tuning = outlast(tuning, limits, poll.before, poll.ms / DEPTH);
    }

    if (overflowed) {
      // The list is incomplete, and which hits it contains is arbitrary: none is reported until both halves have been
      // searched.
      const half = Math.ceil(count / 2);
      run.retries.push(
        { from: from + BigInt(half), count: count - half, isFullSize: false },
        { from, count: half, isFullSize: false }
      );
    } else {
      for (const index of indexes) {
        run.events.push({ type: 'candidate', nonce: nonceAt(run.range, from + BigInt(index)) });
      }
      run.events.push({ type: 'progress', hashes: BigInt(count), completedAtMs, dispatchMs });
    }
    if (free.length === DEPTH) await endBurst();
    pump();
  }

  async function endBurst(): Promise<void> {
    const { busyMs } = burst;
    burst = { submitted: 0, busyMs: 0 };
    if (power === 1) return;
    restAbort = new AbortController();
    await scheduler.sleep(restMs(busyMs, power), AbortSignal.any([restAbort.signal, closed.signal]));
    restAbort = undefined;
  }

  async function* grind(
    work: GrindWork,
    range: NonceRange,
    signal: AbortSignal
  ): AsyncGenerator<GrindProgress | Candidate> {
    if (closed.signal.aborted) throw new GrinderClosedError();
    if (failure) throw failure;
    const run: Run = {
      job: prepareSearch(work, range.step),
      range,
      events: new EventQueue({ merge: mergeProgress }),
      next: 0n,
      retries: [],
      inFlight: 0
    };
    const ended = AbortSignal.any([signal, closed.signal]);
    const stop = () => {
      runs.delete(run);
      run.events.end();
    };
    ended.addEventListener('abort', stop, { once: true });
    try {
      if (ended.aborted) return;
      runs.add(run);
      pump();
      for await (const event of run.events) {
        if (ended.aborted) return;
        yield event;
      }
    } finally {
      ended.removeEventListener('abort', stop);
      stop();
    }
  }

  return {
    info,
    grind,
    setPower: (share) => {
      power = share;
      burst = { submitted: DEPTH - free.length, busyMs: 0 };
      restAbort?.abort();
    },
    close: () => {
      closed.abort();
      for (const slot of slots) slot.destroy();
      device.destroy();
    }
  };
}
