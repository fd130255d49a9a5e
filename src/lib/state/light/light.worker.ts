import { openDatabase } from '$lib/storage/openDatabase';
import { createLightHost } from './lightHost';
import type { ToLightWorker } from './lightProtocol';

const host = createLightHost({
  post: (message) => self.postMessage(message),
  fetch: (request) => fetch(request),
  openDatabase: () => openDatabase(),
  nowMs: Date.now
});
self.onmessage = ({ data }: MessageEvent<ToLightWorker>) => void host.receive(data);
