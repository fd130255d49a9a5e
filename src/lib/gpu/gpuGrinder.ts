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
import type { SearchPipeline, Slot } from './pipeline';
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
  options: GpuGrinderOptions = {}
): Promise<Grinder> {
  return new GpuGrinder(device, info, await createSearchPipeline(device, info.shape), options);
}

class GpuGrinder implements Grinder {
  readonly info: EngineInfo;
  readonly #device: GPUDevice;
  readonly #scheduler: Scheduler;
  readonly #maxNonces: (top: number) => number;
  readonly #size: DispatchSize;
  readonly #slots: readonly Slot[];
  readonly #free: Slot[];
  readonly #runs = new Set<Run>();
  readonly #closed = new AbortController();
  readonly #cycle: DutyCycle;
  readonly #lost: Promise<DeviceLostError>;
  #failure: Error | undefined;
  #lastCompletedAtMs = 0;

  constructor(
    device: GPUDevice,
    info: EngineInfo,
    pipeline: SearchPipeline,
    { scheduler = systemScheduler, maxNonces = mostNoncesListed }: GpuGrinderOptions
  ) {
    this.info = info;
    this.#device = device;
    this.#scheduler = scheduler;
    this.#maxNonces = maxNonces;
    this.#size = new DispatchSize(pipeline.noncesPerGroup, DEPTH);
    this.#slots = Array.from({ length: DEPTH }, () => pipeline.createSlot());
    this.#free = [...this.#slots];
    this.#cycle = new DutyCycle(DEPTH, scheduler, this.#closed.signal);
    this.#lost = device.lost.then(({ reason }) => new DeviceLostError(reason));
    void this.#lost.then((error) => this.#fail(error));
    device.addEventListener('uncapturederror', ({ error }) => this.#fail(new GpuOperationError(error.message)));
  }

  async *grind(work: GrindWork, range: NonceRange, signal: AbortSignal): AsyncGenerator<GrindProgress | Candidate> {
    if (this.#closed.signal.aborted) throw new GrinderClosedError();
    if (this.#failure) throw this.#failure;
    const run: Run = {
      job: prepareSearch(work, range.step),
      range,
      events: new EventQueue({ merge: mergeProgress }),
      pieces: new Pieces(range.count),
      inFlight: 0
    };
    const ended = AbortSignal.any([signal, this.#closed.signal]);
    const stop = () => {
      this.#runs.delete(run);
      run.events.end();
    };
    ended.addEventListener('abort', stop, { once: true });
    try {
      if (ended.aborted) return;
      this.#runs.add(run);
      this.#pump();
      for await (const event of run.events) {
        if (ended.aborted) return;
        yield event;
      }
    } finally {
      ended.removeEventListener('abort', stop);
      stop();
    }
  }

  setPower(share: number): void {
    this.#cycle.setPower(share, DEPTH - this.#free.length);
  }

  close(): void {
    this.#closed.abort();
    for (const slot of this.#slots) slot.destroy();
    this.#device.destroy();
  }

  /** Submits all dispatches that are allowed now; called after every state change. */
  #pump(): void {
    for (const run of this.#runs) {
      while (!this.#failure && this.#free.length > 0 && this.#cycle.isOpen) {
        const piece = run.pieces.take(this.#size.nonces, this.#maxNonces(run.job.top));
        if (piece === undefined) break;
        const slot = this.#free.pop() as Slot;
        this.#cycle.onSubmitted();
        run.inFlight++;
        void this.#dispatch(run, slot, piece).catch((cause: unknown) => this.#failWith(cause));
      }
      if (run.inFlight === 0 && run.pieces.isEmpty) run.events.end();
    }
  }

  async #dispatch(run: Run, slot: Slot, piece: Piece): Promise<void> {
    const { from, count } = piece;
    const submittedAtMs = this.#scheduler.now();
    const { indexes, overflowed } = await slot.run(run.job, nonceAt(run.range, from), count);
    const completedAtMs = this.#scheduler.now();
    this.#free.push(slot);
    run.inFlight--;
    // Dispatches queue on the device: this one started when the previous one completed.
    const dispatchMs = completedAtMs - Math.max(submittedAtMs, this.#lastCompletedAtMs);
    this.#lastCompletedAtMs = completedAtMs;
    this.#cycle.onCompleted(dispatchMs);
    if (piece.isFullSize) this.#size.record(count, dispatchMs);

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
    if (this.#free.length === DEPTH) await this.#cycle.endBurst();
    this.#pump();
  }

  /** Fails with the loss of the device if it explains the failed dispatch. */
  async #failWith(cause: unknown): Promise<void> {
    const unexplained = this.#scheduler
      .sleep(LOSS_GRACE_MS, this.#closed.signal)
      .then(() => new GpuOperationError(String(cause), { cause }));
    this.#fail(await Promise.race([this.#lost, unexplained]));
  }

  #fail(error: Error): void {
    if (this.#closed.signal.aborted) return;
    this.#failure ??= error;
    for (const run of this.#runs) run.events.fail(this.#failure);
  }
}
