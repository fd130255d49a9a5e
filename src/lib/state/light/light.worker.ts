import { openDatabase } from '$lib/storage/openDatabase';
import { createLightHost } from '$lib/services/light/lightWorker';
import type { ToLightWorker } from '$lib/services/light/protocol';

const host = createLightHost({
  post: (message) => self.postMessage(message),
  fetch: (request) => fetch(request),
  openDatabase: () => openDatabase(),
  nowMs: Date.now
});
self.onmessage = ({ data }: MessageEvent<ToLightWorker>) => void host.receive(data);
