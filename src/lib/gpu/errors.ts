import { AppError } from '$lib/errors';

/** This browser, or this page's way of being served, has no WebGPU at all. */
export class WebGpuMissingError extends AppError {
  readonly code = 'gpu/unsupported';

  constructor() {
    super('This browser offers no WebGPU here. Mining runs on the processor instead.');
  }
}

/** WebGPU is there, but no graphics adapter behind it. */
export class NoAdapterError extends AppError {
  readonly code = 'gpu/no-adapter';

  constructor(options?: { cause?: unknown }) {
    super('The browser found no graphics adapter it may use. Mining runs on the processor instead.', options);
  }
}

/** The adapter refused to hand out a device. */
export class NoDeviceError extends AppError {
  readonly code = 'gpu/no-device';

  constructor(options?: { cause?: unknown }) {
    super('The graphics adapter is there but could not be opened. Another program may hold it.', options);
  }
}

/** The device went away while it was in use: driver reset, GPU process crash, laptop switched adapters. */
export class DeviceLostError extends AppError {
  readonly code = 'gpu/device-lost';

  constructor(readonly reason: GPUDeviceLostReason) {
    super('The graphics device was lost while mining.');
  }
}

/** The shader does not compile on this adapter; `messages` are the compiler's. */
export class ShaderError extends AppError {
  readonly code = 'gpu/shader';

  constructor(
    readonly messages: readonly string[],
    options?: { cause?: unknown }
  ) {
    super('The graphics driver could not compile the search kernel.', options);
  }
}

/** The device refused or failed an operation; `detail` is its own text. */
export class GpuOperationError extends AppError {
  readonly code = 'gpu/operation';

  constructor(
    readonly detail: string,
    options?: { cause?: unknown }
  ) {
    super(`The graphics device reported a fault: ${detail}`, options);
  }
}

/** WebAssembly with SIMD is not available. */
export class WasmMissingError extends AppError {
  readonly code = 'gpu/no-wasm-simd';

  constructor(options?: { cause?: unknown }) {
    super('This browser does not run WebAssembly with SIMD here.', options);
  }
}

/** A worker could not be loaded, or broke without saying why. */
export class WorkerFailedError extends AppError {
  readonly code = 'gpu/worker-failed';

  constructor(readonly detail: string) {
    super(`A mining worker stopped${detail === '' ? '' : `: ${detail}`}`);
  }
}

/** The grinder was closed and cannot search any more. */
export class GrinderClosedError extends AppError {
  readonly code = 'gpu/closed';

  constructor() {
    super('This engine was closed.');
  }
}
