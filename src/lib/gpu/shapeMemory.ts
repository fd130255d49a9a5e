import { parseShape, type KernelShape } from '$lib/mining/grinder/kernelShape';

// Another kernel may like other shapes: the number changes with it.
const keyOf = (adapter: string): string => `quarry:gpu-shape-1:${adapter}`;

/** What was measured best on the adapter, if it was measured in this browser before. */
export function knownShape(adapter: string): KernelShape | undefined {
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
    // Refused or full: it is measured again next time, a second or two.
  }
}
