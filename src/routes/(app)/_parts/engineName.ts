import { formatConjunction } from '$lib/messages/format';
import { m } from '$lib/messages/mining/mine';
import type { EngineInfo, KernelKind } from '$lib/mining/grinder/grinder';

/** Kernel names, by their technology; not translated. */
export const KERNEL_NAMES: Readonly<Record<KernelKind, string>> = {
  webgpu: 'WebGPU',
  wasm: 'WebAssembly',
  js: 'JavaScript'
};

/** An open engine: "WebGPU on NVIDIA Ada", "WebAssembly SIMD, 8 workers", or several of them. */
export function engineName({ kind, label, adapter, workers, members }: EngineInfo): string {
  if (members) return formatConjunction(members.map(engineName));
  if (kind === 'webgpu') {
    const name = label || m.engine.unnamedAdapter;
    return m.engine.webgpu(adapter?.software ? m.engine.software(name) : name);
  }
  return workers === undefined ? label : m.engine.workers(label, workers);
}
