import type { Daemon } from '$lib/api/daemon/client';
import { createHostClient } from '$lib/api/daemon/host';
import { createRenterClient } from '$lib/api/daemon/renter';
import type { TransportOptions } from '$lib/api/transport';
import { openDatabase } from '$lib/storage/openDatabase';
import { History } from './history.svelte';
import { readSeriesOf } from './historyProbes';

/** Opens what this browser remembers of the node, and all it takes to remember more. */
export async function openHistory(daemon: Daemon, transport: TransportOptions): Promise<History> {
  return new History({
    database: await openDatabase(),
    // A daemon never names its network; the first block does.
    readScope: async (signal) => (await daemon.consensus.block({ query: { height: 0 } }, { signal })).id,
    readSeries: readSeriesOf({ daemon, host: createHostClient(transport), renter: createRenterClient(transport) }),
    nowMs: Date.now,
    locks: navigator.locks
  });
}
