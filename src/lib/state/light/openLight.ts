import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken';
import type { TransportOptions } from '$lib/api/http/transport';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { defaultStart } from '$lib/services/light/defaultStart';
import { openChannel } from '$lib/storage/channel';
import { runExclusively } from '$lib/storage/leader';
import { onPageToken, readPageToken } from '$lib/storage/pageToken';
import { LightClient } from './lightClient.svelte';

const POLL_MS = 2_000;
/** While on battery. */
const SPARING_POLL_MS = 30_000;

/** The part of the Battery Status API in use; Chromium only. */
interface Battery extends EventTarget {
  readonly charging: boolean;
}

const readBattery = (): Promise<Battery | undefined> =>
  Promise.resolve((navigator as Navigator & { getBattery?: () => Promise<Battery> }).getBattery?.()).catch(
    () => undefined
  );

/**
 * The light client for a wallet server, with its own worker.
 * @param ended ends it
 */
export async function openLight(
  server: WalletServer,
  { baseUrl, headers }: Pick<TransportOptions, 'baseUrl' | 'headers'>,
  ended: AbortSignal
): Promise<LightClient> {
  const battery = await readBattery();
  const client = new LightClient({
    openWorker: () => new Worker(new URL('./light.worker.ts', import.meta.url), { type: 'module' }),
    name: `light:${headers?.[CONNECTION_HEADER] ?? ''}`,
    baseUrl,
    // Workers have no local storage.
    headers: () => ({ ...headers, [PAGE_TOKEN_HEADER]: readPageToken() ?? '' }),
    openChannel,
    runAsLeader: (name, work) => runExclusively(navigator.locks, name, work),
    defaultStart: () => defaultStart(server),
    pollMs: () => (battery?.charging === false ? SPARING_POLL_MS : POLL_MS),
    nowMs: Date.now
  });
  if (ended.aborted) client.close();
  ended.addEventListener('abort', () => client.close());
  onPageToken(() => client.renewWorker());
  battery?.addEventListener('chargingchange', () => client.renewWorker());
  return client;
}
