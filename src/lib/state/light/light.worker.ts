import { installFastHash } from '$lib/chain/fastHash';
import { createLightHost } from '$lib/services/light/lightWorker';
import type { ToLightWorker } from '$lib/services/light/protocol';
import { LightStore } from '$lib/storage/lightStore';
import { openDisposableDatabase } from '$lib/storage/openDatabase';
import { waitForPriority } from '$lib/storage/priority';

void installFastHash();
const host = createLightHost({
  post: (message) => self.postMessage(message),
  fetch: (request) => fetch(request),
  openStorages: async (onwarning) => {
    const database = await openDisposableDatabase();
    if (database.warning) onwarning(database.warning);
    database.onwarning = onwarning;
    return (scope) => new LightStore(database, scope);
  },
  rest: (signal) => waitForPriority(navigator.locks, signal),
  nowMs: Date.now
});
self.onmessage = ({ data }: MessageEvent<ToLightWorker>) => void host.receive(data);
