import type { ErrorMessage } from '$lib/errors';
import type { EngineInfo, GrindWork, KernelKind, KernelTuning, NonceRange } from './grinder';

/** Messages from the page to a worker that hosts one engine. `jobId` increases and is never reused. */
export type ToWorker =
  /** With the results of an earlier calibration. */
  | ({ readonly type: 'open'; readonly kind: KernelKind } & KernelTuning)
  | { readonly type: 'grind'; readonly jobId: number; readonly work: GrindWork; readonly range: NonceRange }
  | { readonly type: 'abort'; readonly jobId: number }
  | { readonly type: 'power'; readonly share: number }
  | { readonly type: 'close' };

/**
 * Messages from a worker to the page. Job messages carry the job's id, so that messages of ended jobs can be dropped.
 */
export type FromWorker =
  | { readonly type: 'opened'; readonly info: EngineInfo }
  | { readonly type: 'candidate'; readonly jobId: number; readonly nonce: bigint }
  | {
      readonly type: 'progress';
      readonly jobId: number;
      readonly hashes: bigint;
      /** Milliseconds since 1970, from `Scheduler.now`. */
      readonly completedAtMs: number;
      readonly dispatchMs: number;
    }
  | { readonly type: 'finished'; readonly jobId: number }
  /** Without `jobId`: the engine could not be opened. */
  | { readonly type: 'failed'; readonly jobId?: number; readonly error: ErrorMessage };
