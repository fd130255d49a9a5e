import type { Grinder, KernelKind, KernelTuning } from '$lib/mining/grinder/grinder';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import type { ToWorker } from '$lib/mining/grinder/protocol';
import { createEngineHost } from './engineHost';
import { openGpuGrinder } from './gpuGrinder';
import { openWasmGrinder } from './wasmGrinder';

async function open(kind: KernelKind, { shape, schedule }: KernelTuning): Promise<Grinder> {
  switch (kind) {
    case 'webgpu':
      return openGpuGrinder(navigator.gpu, shape);
    case 'wasm':
      return openWasmGrinder(schedule);
    case 'js':
      return createJsGrinder();
  }
}

const host = createEngineHost(open, (message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<ToWorker>) => host.receive(data);
