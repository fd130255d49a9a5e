import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken';
import type { TransportOptions } from '$lib/api/http/transport';
import { openChannel } from '$lib/storage/channel';
import { holdAlone } from '$lib/storage/leader';
import { onPageToken, readPageToken } from '$lib/storage/pageToken';
import { LightClient } from './lightClient.svelte';

const POLL_MS = 2_000;

/** The light client for a wallet server, with its own worker. */
export function openLight({ baseUrl, headers }: Pick<TransportOptions, 'baseUrl' | 'headers'>): LightClient {
  const client = new LightClient({
    openWorker: () => new Worker(new URL('./light.worker.ts', import.meta.url), { type: 'module' }),
    name: `light:${headers?.[CONNECTION_HEADER] ?? ''}`,
    baseUrl,
    // Workers have no local storage.
    headers: () => ({ ...headers, [PAGE_TOKEN_HEADER]: readPageToken() ?? '' }),
    openChannel,
    runAsLeader: (name, work) => holdAlone(navigator.locks, name, work),
    pollMs: POLL_MS,
    nowMs: Date.now
  });
  onPageToken(() => client.renewHeaders());
  return client;
}
