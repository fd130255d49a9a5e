import type { Grinder, KernelKind } from '$lib/mining/grinder/grinder';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import type { KernelShape } from '$lib/mining/grinder/kernelShape';
import type { ToWorker } from '$lib/mining/grinder/protocol';
import { createEngineHost } from './engineHost';
import { openGpuGrinder } from './gpuGrinder';
import { openWasmGrinder } from './wasmGrinder';

async function open(kind: KernelKind, shape?: KernelShape): Promise<Grinder> {
  switch (kind) {
    case 'webgpu':
      return openGpuGrinder(navigator.gpu, shape);
    case 'wasm':
      return openWasmGrinder();
    case 'js':
      return createJsGrinder();
  }
}

const host = createEngineHost(open, (message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<ToWorker>) => host.receive(data);
