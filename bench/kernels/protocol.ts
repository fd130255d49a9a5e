import type { KernelShape } from '$lib/mining/grinder/kernelShape';

/** What a worker of the kernel measurement can run. */
export type Contender = 'wasm' | 'js' | 'hash-wasm' | 'noble' | 'nano-pow' | 'wgsl' | 'nano-pow wgsl';

export interface Order {
  readonly contender: Contender;
  readonly ms: number;
  /** Of our shader's dispatches; the usual one without it. */
  readonly shape?: KernelShape;
  /** Peers' kernels as their packages carry them: the module's bytes and the shader's text. */
  readonly peers: { readonly nanoPowWasm: string; readonly nanoPowShader: string };
}

/** Hashes and the milliseconds they took; only whole batches are counted. */
export interface Result {
  readonly hashes: number;
  readonly ms: number;
}
