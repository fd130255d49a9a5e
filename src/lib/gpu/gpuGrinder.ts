import { EventQueue } from '$lib/async/eventQueue';
import { mergeProgress } from '$lib/mining/grinder/grinder';
import type { Candidate, EngineInfo, Grinder, GrindProgress, GrindWork, NonceRange } from '$lib/mining/grinder/grinder';
import { nonceAt } from '$lib/mining/grinder/nonceRange';
import { DEFAULT_SHAPE, type KernelShape } from '$lib/mining/grinder/kernelShape';
import { systemScheduler } from '$lib/async/scheduler';
import type { Scheduler } from '$lib/async/scheduler';
import { prepareSearch } from '$lib/mining/grinder/search';
import type { SearchJob } from '$lib/mining/grinder/search';
import { bestShape, calibrate } from './calibrate';
import { adapterLabel, openDevice, type AdapterFacts } from './device';
import { DispatchSize } from './dispatchSize';
import { DutyCycle } from './dutyCycle';
import { DeviceLostError, GpuOperationError, GrinderClosedError } from './errors';
import { Pieces, type Piece } from './pieces';
import { createSearchPipeline } from './pipeline';
import type { Slot } from './pipeline';
import { maxNonces as mostNoncesListed } from './results';

/** Dispatches in flight. The second hides the host's latency; the third covers Firefox's 100 ms polling. */
const DEPTH = 3;
/** A failed operation and the device loss that caused it are reported separately; how long to wait for the cause. */
const LOSS_GRACE_MS = 500;

/** One call of `grind`. */
interface Run {
  readonly job: SearchJob;
  readonly range: NonceRange;
  readonly events: EventQueue<GrindProgress | Candidate>;
  readonly pieces: Pieces;
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
  const size = new DispatchSize(pipeline.noncesPerGroup, DEPTH);
  const slots = Array.from({ length: DEPTH }, () => pipeline.createSlot());
  const free = [...slots];
  const runs = new Set<Run>();
  const closed = new AbortController();
  const cycle = new DutyCycle(DEPTH, scheduler, closed.signal);
  let failure: Error | undefined;
  let lastCompletedAtMs = 0;

  const fail = (error: Error) => {
    if (closed.signal.aborted) return;
    failure ??= error;
    for (const run of runs) run.events.fail(failure);
  };
  const lost = device.lost.then(({ reason }) => new DeviceLostError(reason));
  void lost.then(fail);
  device.addEventListener('uncapturederror', ({ error }) => fail(new GpuOperationError(error.message)));

  /** Submits all dispatches that are allowed now; called after every state change. */
  function pump(): void {
    for (const run of runs) {
      while (!failure && free.length > 0 && cycle.isOpen) {
        const piece = run.pieces.take(size.nonces, maxNonces(run.job.top));
        if (piece === undefined) break;
        const slot = free.pop() as Slot;
        cycle.onSubmitted();
        run.inFlight++;
        void dispatch(run, slot, piece).catch(async (cause: unknown) => {
          const unexplained = scheduler
            .sleep(LOSS_GRACE_MS, closed.signal)
            .then(() => new GpuOperationError(String(cause), { cause }));
          fail(await Promise.race([lost, unexplained]));
        });
      }
      if (run.inFlight === 0 && run.pieces.isEmpty) run.events.end();
    }
  }

  async function dispatch(run: Run, slot: Slot, piece: Piece): Promise<void> {
    const { from, count } = piece;
    const submittedAtMs = scheduler.now();
    const { indexes, overflowed } = await slot.run(run.job, nonceAt(run.range, from), count);
    const completedAtMs = scheduler.now();
    free.push(slot);
    run.inFlight--;
    // Dispatches queue on the device: this one started when the previous one completed.
    const dispatchMs = completedAtMs - Math.max(submittedAtMs, lastCompletedAtMs);
    lastCompletedAtMs = completedAtMs;
    cycle.onCompleted(dispatchMs);
    if (piece.isFullSize) size.record(count, dispatchMs);

    if (overflowed) {
      // The list is incomplete, and which hits it contains is arbitrary: none is reported until both halves have been
      // searched.
      run.pieces.splitAgain(piece);
    } else {
      for (const index of indexes) {
        run.events.push({ type: 'candidate', nonce: nonceAt(run.range, from + BigInt(index)) });
      }
      run.events.push({ type: 'progress', hashes: BigInt(count), completedAtMs, dispatchMs });
    }
    if (free.length === DEPTH) await cycle.endBurst();
    pump();
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
      pieces: new Pieces(range.count),
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
    setPower: (share) => cycle.setPower(share, DEPTH - free.length),
    close: () => {
      closed.abort();
      for (const slot of slots) slot.destroy();
      device.destroy();
    }
  };
}
