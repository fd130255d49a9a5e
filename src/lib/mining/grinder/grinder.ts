import type { KernelShape } from './kernelShape';

/**
 * One mining job for a nonce search: an 80-byte header whose nonce bytes [32,40) are to be found, and its target.
 */
export interface GrindWork {
  /** 80 bytes: parentId [0,32) · nonce u64le [32,40) · timestamp u64le [40,48) · commitment [48,80). */
  readonly header: Uint8Array;
  /** 32 bytes, big-endian; a hash at or below it wins. */
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

/** What one finished dispatch did. Rates are computed from these only, never from work still in flight. */
export interface GrindProgress {
  readonly type: 'progress';
  /** Hashes finished since the last progress of this grind. */
  readonly hashes: bigint;
  /** Milliseconds since 1970 at completion. */
  readonly completedAtMs: number;
  /** Milliseconds the dispatch took, as measured by the engine. */
  readonly dispatchMs: number;
}

/** A nonce the engine believes to meet the target. Not yet truth: verifySolution decides over all 256 bits. */
export interface Candidate {
  readonly type: 'candidate';
  readonly nonce: bigint;
}

/** What computes the hashes: a kernel on its own, or the GPU and the processor together. */
export type EngineKind = KernelKind | 'together';
export type KernelKind = 'webgpu' | 'wasm' | 'js';

/** Words for people about the engine that runs. */
export interface EngineInfo {
  readonly kind: EngineKind;
  /** For example "WebGPU on NVIDIA Ada" or "WebAssembly SIMD, 8 workers". */
  readonly label: string;
  /** Adapter facts where there are any: vendor, architecture, description; `software` when the adapter is a CPU. */
  readonly adapter?: { vendor: string; architecture: string; description: string; software: boolean };
  /** How dispatches to the adapter are cut up. */
  readonly shape?: KernelShape;
}

/**
 * A nonce search engine. `grind` yields progress and candidates, those of a dispatch before its progress, until the
 * range is done or the signal aborts (then it ends quietly); it throws an AppError when the engine breaks, after which
 * `close` and another engine are due.
 */
export interface Grinder {
  readonly info: EngineInfo;
  grind(work: GrindWork, range: NonceRange, signal: AbortSignal): AsyncIterable<GrindProgress | Candidate>;
  /** Share of time the engine may work, in (0, 1]; takes effect at the next dispatch. */
  setPower(share: number): void;
  close(): void;
}
