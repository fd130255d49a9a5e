import type { KernelShape } from './kernelShape';
import type { WasmSchedule } from './wasmSchedule';
import type { AppError } from '$lib/errors';

/** A nonce search: an 80-byte header, its nonce bytes [32,40) to be found, and the target. */
export interface GrindWork {
  /** 80 bytes: parentId [0,32) · nonce u64le [32,40) · timestamp u64le [40,48) · commitment [48,80). */
  readonly header: Uint8Array;
  /** 32 bytes, big-endian; a hash at or below it is a solution. */
  readonly target: Uint8Array;
}

/**
 * The nonces to try: `first + i * step` for i in [0, count), modulo 2^64.
 * Every nonce of a range is a multiple of the network's nonce factor when `first` and `step` are.
 */
export interface NonceRange {
  readonly first: bigint;
  readonly step: bigint;
  readonly count: bigint;
}

/**
 * Result of one completed dispatch. Hash rates are computed from completed dispatches only, never from work in flight.
 */
export interface GrindProgress {
  readonly type: 'progress';
  /** Hashes completed since the previous progress event of this search. */
  readonly hashes: bigint;
  /** Milliseconds since 1970 at completion. */
  readonly completedAtMs: number;
  /** Duration of the dispatch in milliseconds, measured by the engine. */
  readonly dispatchMs: number;
  /** Index of the engine among the members of its team. */
  readonly member?: number;
}

/** Merges the progress of two consecutive dispatches; undefined for candidates, or if the engines differ. */
export function mergeProgress<Event extends GrindProgress | Candidate>(last: Event, next: Event): Event | undefined {
  if (last.type !== 'progress' || next.type !== 'progress' || last.member !== next.member) return undefined;
  const beganAtMs = last.completedAtMs - last.dispatchMs;
  return { ...next, hashes: last.hashes + next.hashes, dispatchMs: next.completedAtMs - beganAtMs };
}

/** A nonce that an engine reports to meet the target. Unverified: {@link verifySolution} compares all 256 bits. */
export interface Candidate {
  readonly type: 'candidate';
  readonly nonce: bigint;
}

/** One kernel, or GPU and CPU together. */
export type EngineKind = KernelKind | 'together';
export type KernelKind = 'webgpu' | 'wasm' | 'js';

/** Description of an open engine. */
export interface EngineInfo {
  readonly kind: EngineKind;
  /** Name of the adapter or kernel: "NVIDIA Ada", "WebAssembly SIMD"; empty when the adapter has none. */
  readonly label: string;
  /** Number of search workers, CPU engines only. */
  readonly workers?: number;
  /** The engines of a team. */
  readonly members?: readonly EngineInfo[];
  /** Adapter properties, GPU engines only; `software` when the adapter runs on the CPU. */
  readonly adapter?: { vendor: string; architecture: string; description: string; software: boolean };
  /** Dispatch shape in use, GPU engines only. */
  readonly shape?: KernelShape;
  /** Order of the kernel's instructions, WebAssembly only. */
  readonly schedule?: WasmSchedule;
}

/** Results of an earlier calibration of a kernel on this computer. */
export type KernelTuning = Pick<EngineInfo, 'shape' | 'schedule'>;

/**
 * A nonce search engine. `grind` yields the candidates of a dispatch, then its progress, until the range is exhausted
 * or the signal aborts (it then returns without an error). @throws {AppError} the engine failed: close it and open
 * another
 */
export interface Grinder {
  readonly info: EngineInfo;
  grind(work: GrindWork, range: NonceRange, signal: AbortSignal): AsyncIterable<GrindProgress | Candidate>;
  /** Duty cycle in (0, 1]; takes effect at the next dispatch. */
  setPower(share: number): void;
  close(): void;
}

/** An engine and whether this browser supports it, detected without starting it. */
export type DetectedEngine =
  | { readonly kind: KernelKind; readonly available: true; readonly info: EngineInfo }
  | { readonly kind: KernelKind; readonly available: false; readonly reason: AppError };
