import type { EngineInfo, GrindWork, KernelKind, NonceRange } from './grinder';
import type { KernelShape } from './kernelShape';

/** From the page to a worker that hosts one engine. `jobId` counts up; a job's id is never used again. */
export type ToWorker =
  /** `shape`: what an earlier calibration of this adapter chose. */
  | { readonly type: 'open'; readonly kind: KernelKind; readonly shape?: KernelShape }
  | { readonly type: 'grind'; readonly jobId: number; readonly work: GrindWork; readonly range: NonceRange }
  | { readonly type: 'abort'; readonly jobId: number }
  | { readonly type: 'power'; readonly share: number }
  | { readonly type: 'close' };

/** From a worker to the page. Everything about a job names it, so that what comes too late can be told and dropped. */
export type FromWorker =
  | { readonly type: 'opened'; readonly info: EngineInfo }
  | { readonly type: 'candidate'; readonly jobId: number; readonly nonce: bigint }
  | {
      readonly type: 'progress';
      readonly jobId: number;
      readonly hashes: bigint;
      /** Milliseconds since 1970, as `Scheduler.now` gives it. */
      readonly completedAtMs: number;
      readonly dispatchMs: number;
    }
  | { readonly type: 'finished'; readonly jobId: number }
  /** Without a job: the engine could not be opened. */
  | { readonly type: 'failed'; readonly jobId?: number; readonly code: string; readonly message: string };
