import { AppError } from '$lib/errors';

/** Browsers provide WebGPU to secure pages only: HTTPS, or the computer itself. */
export class WebGpuInsecureError extends AppError {
  readonly code = 'gpu/insecure-page';

  constructor() {
    super('This page is not secure, so the browser provides no WebGPU. Mining uses the CPU instead.');
  }
}

/** The browser has no WebGPU. */
export class WebGpuMissingError extends AppError {
  readonly code = 'gpu/unsupported';

  constructor() {
    super('WebGPU is not available in this browser. Mining uses the CPU instead.');
  }
}

/** WebGPU is available, but no graphics adapter. */
export class NoAdapterError extends AppError {
  readonly code = 'gpu/no-adapter';

  constructor(options?: { cause?: unknown }) {
    super('No graphics adapter is available. Mining uses the CPU instead.', options);
  }
}

/** The adapter did not provide a device. */
export class NoDeviceError extends AppError {
  readonly code = 'gpu/no-device';

  constructor(options?: { cause?: unknown }) {
    super('The graphics adapter could not be opened. Another program may be using it.', options);
  }
}

/** The device was lost in use: driver reset, GPU process crash, adapter switch. */
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

/** The device reported an error; `detail` is its message. */
export class GpuOperationError extends AppError {
  readonly code = 'gpu/operation';

  constructor(
    readonly detail: string,
    options?: { cause?: unknown }
  ) {
    super(`The graphics device reported an error: ${detail}`, options);
  }
}

/** WebAssembly with SIMD is not available. */
export class WasmMissingError extends AppError {
  readonly code = 'gpu/no-wasm-simd';

  constructor(options?: { cause?: unknown }) {
    super('WebAssembly SIMD is not available in this browser.', options);
  }
}

/** A worker could not be loaded, or failed. */
export class WorkerFailedError extends AppError {
  readonly code = 'gpu/worker-failed';

  constructor(readonly detail: string) {
    super(`A mining worker stopped${detail === '' ? '' : `: ${detail}`}`);
  }
}

/** `grind` was called after `close`. */
export class GrinderClosedError extends AppError {
  readonly code = 'gpu/closed';

  constructor() {
    super('This engine was closed.');
  }
}
