import type { KernelShape } from '$lib/mining/grinder/kernelShape';

/** Kernels that a worker can measure. */
export type Contender = 'wasm' | 'js' | 'hash-wasm' | 'noble' | 'nano-pow' | 'wgsl' | 'nano-pow wgsl';

export interface Order {
  readonly contender: Contender;
  readonly ms: number;
  /** Shape of our shader's dispatches; the default one if omitted. */
  readonly shape?: KernelShape;
  /** Kernels from the peers' packages: the bytes of the module and the text of the shader. */
  readonly peers: { readonly nanoPowWasm: string; readonly nanoPowShader: string };
}

/** Hashes and elapsed milliseconds; only complete batches count. */
export interface Result {
  readonly hashes: number;
  readonly ms: number;
}
