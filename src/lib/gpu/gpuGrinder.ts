import { EventQueue } from '$lib/async/eventQueue';
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
import { mostNonces as mostNoncesListed } from './results';

/** Dispatches in flight. The first hides the host's latency; a third carries Firefox over its 100 ms polling. */
const DEPTH = 3;
/**
 * Wanted duration of a dispatch. When work becomes stale, what is in flight is lost: about two dispatches and a half.
 * Shorter ones gain no more on that than they lose between each other.
 */
const DISPATCH_MS = 25;
/** Where completions come on a grid of 100 ms, what is in flight must outlast it, also when a look comes late. */
const BUNCHED_DISPATCH_MS = 80;
/** Indexes stay far from 2^32. */
const MOST_NONCES = 1 << 30;
const FIRST_NONCES = 1 << 14;
/** A broken operation and the loss of the device that caused it are reported apart; this long the cause is awaited. */
const LOSS_GRACE_MS = 500;

/** A piece of a job's range, by index. */
interface Piece {
  readonly from: bigint;
  readonly count: number;
  /** As large as the tuning wanted: its duration teaches something. */
  readonly full: boolean;
}

/** One call of `grind`. */
interface Run {
  readonly job: SearchJob;
  readonly range: NonceRange;
  readonly events: EventQueue<GrindProgress | Candidate>;
  /** Index from which nothing was dispatched yet. */
  next: bigint;
  /** Pieces to search again, because they held more hits than a dispatch can list. */
  readonly again: Piece[];
  inFlight: number;
}

/**
 * Opens the GPU and compiles the search for it. Works the same on the page and in a worker.
 * @param known how to cut up dispatches, by an earlier measurement on this adapter; without it that is measured first
 * @throws {WebGpuMissingError | NoAdapterError | NoDeviceError | ShaderError}
 */
export async function openGpuGrinder(gpu: GPU | undefined, known?: KernelShape): Promise<Grinder> {
  const { device, adapter } = await openDevice(gpu);
  const shape = known ?? (await chooseShape(device, adapter));
  return createGpuGrinder(device, { kind: 'webgpu', label: adapterLabel(adapter), adapter, shape });
}

/** Measured where there is a GPU to measure; a processor that stands in for one has nothing to choose between. */
const chooseShape = async (device: GPUDevice, { software }: AdapterFacts): Promise<KernelShape> =>
  software ? DEFAULT_SHAPE : bestShape(await calibrate(device, systemScheduler.now));

export interface GpuGrinderOptions {
  readonly scheduler?: Scheduler;
  /** Most nonces of a dispatch for a target that begins with these 32 bits. */
  readonly mostNonces?: (top: number) => number;
}

/** The search on a device that is open; `close` destroys the device. */
export async function createGpuGrinder(
  device: GPUDevice,
  info: EngineInfo,
  { scheduler = systemScheduler, mostNonces = mostNoncesListed }: GpuGrinderOptions = {}
): Promise<Grinder> {
  const pipeline = await createSearchPipeline(device, info.shape);
  const granularity = pipeline.noncesPerGroup;
  const pattern = new CompletionPattern();
  const slots = Array.from({ length: DEPTH }, () => pipeline.createSlot());
  const free = [...slots];
  const runs = new Set<Run>();
  const closing = new AbortController();
  let failure: Error | undefined;
  let tuning: Tuning = { nonces: FIRST_NONCES };
  /** What was known before the last look at the device, and how long after the one before it was. */
  let look = { before: tuning, ms: 0 };
  let power = 1;
  let lastCompletedAtMs = 0;
  /** With less than full power dispatches go out in bursts of DEPTH, and the device rests after each. */
  let burst = { submitted: 0, busyMs: 0 };
  let rest: AbortController | undefined;

  const fail = (error: Error) => {
    if (closing.signal.aborted) return;
    failure ??= error;
    for (const run of runs) run.events.fail(failure);
  };
  const lost = device.lost.then(({ reason }) => new DeviceLostError(reason));
  void lost.then(fail);
  device.addEventListener('uncapturederror', ({ error }) => fail(new GpuOperationError(error.message)));

  function takePiece(run: Run): Piece | undefined {
    const again = run.again.pop();
    if (again) return again;
    const left = run.range.count - run.next;
    if (left <= 0n) return undefined;
    const most = Math.min(tuning.nonces, mostNonces(run.job.top));
    const count = left < BigInt(most) ? Number(left) : most;
    const piece = { from: run.next, count, full: count === tuning.nonces };
    run.next += BigInt(count);
    return piece;
  }

  /** Submits whatever may be submitted now; called whenever something changes, never awaited. */
  function pump(): void {
    for (const run of runs) {
      while (!failure && free.length > 0 && !rest && (power === 1 || burst.submitted < DEPTH)) {
        const piece = takePiece(run);
        if (piece === undefined) break;
        const slot = free.pop() as Slot;
        burst.submitted++;
        run.inFlight++;
        void dispatch(run, slot, piece).catch(async (cause: unknown) => {
          const unexplained = scheduler
            .sleep(LOSS_GRACE_MS, closing.signal)
            .then(() => new GpuOperationError(String(cause), { cause }));
          fail(await Promise.race([lost, unexplained]));
        });
      }
      if (run.inFlight === 0 && run.again.length === 0 && run.next >= run.range.count) run.events.end();
    }
  }

  async function dispatch(run: Run, slot: Slot, { from, count, full }: Piece): Promise<void> {
    const submittedAtMs = scheduler.now();
    const { indexes, overflowed } = await slot.run(run.job, nonceAt(run.range, from), count);
    const completedAtMs = scheduler.now();
    free.push(slot);
    run.inFlight--;
    // Dispatches queue on the device: this one began when the one before it was done.
    const dispatchMs = completedAtMs - Math.max(submittedAtMs, lastCompletedAtMs);
    lastCompletedAtMs = completedAtMs;
    burst.busyMs += dispatchMs;
    if (full) {
      const targetMs = pattern.isBunched ? BUNCHED_DISPATCH_MS : DISPATCH_MS;
      const limits = { targetMs, granularity, most: MOST_NONCES };
      pattern.note(dispatchMs, targetMs);
      if (pattern.bunch === 1) look = { before: tuning, ms: dispatchMs };
      tuning = retune(tuning, limits, count, dispatchMs);
      if (pattern.bunch === DEPTH) tuning = outlast(tuning, limits, look.before, look.ms / DEPTH);
    }

    if (overflowed) {
      // The list is incomplete, and which hits it holds is chance: none is passed on until both halves are searched.
      const half = Math.ceil(count / 2);
      run.again.push(
        { from: from + BigInt(half), count: count - half, full: false },
        { from, count: half, full: false }
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
    rest = new AbortController();
    await scheduler.sleep(restMs(busyMs, power), AbortSignal.any([rest.signal, closing.signal]));
    rest = undefined;
  }

  async function* grind(
    work: GrindWork,
    range: NonceRange,
    signal: AbortSignal
  ): AsyncGenerator<GrindProgress | Candidate> {
    if (closing.signal.aborted) throw new GrinderClosedError();
    if (failure) throw failure;
    const run: Run = {
      job: prepareSearch(work, range.step),
      range,
      events: new EventQueue(),
      next: 0n,
      again: [],
      inFlight: 0
    };
    const ended = AbortSignal.any([signal, closing.signal]);
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
      rest?.abort();
    },
    close: () => {
      closing.abort();
      for (const slot of slots) slot.destroy();
      device.destroy();
    }
  };
}
