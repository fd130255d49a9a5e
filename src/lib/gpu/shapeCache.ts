import { parseShape, type KernelShape } from '$lib/mining/grinder/kernelShape';

// The number changes with the kernel, because the best shape may too.
const keyOf = (adapter: string): string => `quarry:gpu-shape-1:${adapter}`;

/** The best shape of the adapter as calibrated earlier in this browser; undefined without one. */
export function cachedShape(adapter: string): KernelShape | undefined {
  try {
    const text = localStorage.getItem(keyOf(adapter));
    return text === null ? undefined : parseShape(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function rememberShape(adapter: string, shape: KernelShape | undefined): void {
  try {
    if (shape) localStorage.setItem(keyOf(adapter), JSON.stringify(shape));
  } catch {
    // Denied or full: the adapter is calibrated again next time, which takes a second or two.
  }
}
