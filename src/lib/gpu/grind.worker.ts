import type { Grinder } from '$lib/mining/grinder';
import { createJsGrinder } from '$lib/mining/jsGrinder';
import type { EngineKind, ToWorker } from '$lib/mining/protocol';
import { createEngineHost } from './engineHost';
import { openGpuGrinder } from './gpuGrinder';
import { openWasmGrinder } from './wasmGrinder';

async function open(kind: EngineKind): Promise<Grinder> {
  switch (kind) {
    case 'webgpu':
      return openGpuGrinder(navigator.gpu);
    case 'wasm':
      return openWasmGrinder();
    case 'js':
      return createJsGrinder();
  }
}

const host = createEngineHost(open, (message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<ToWorker>) => host.receive(data);
