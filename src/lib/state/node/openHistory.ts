import type { Daemon } from '$lib/api/daemon/client';
import { createHostClient } from '$lib/api/daemon/host';
import { createRenterClient } from '$lib/api/daemon/renter';
import type { TransportOptions } from '$lib/api/http/transport';
import { openChannel } from '$lib/storage/channel';
import { holdAlone } from '$lib/storage/leader';
import { openDatabase } from '$lib/storage/openDatabase';
import { SampleStore } from '$lib/storage/samples';
import { History } from './history.svelte';
import { readSeriesOf } from '$lib/services/history/probes';

/** The connection of the start, whose samples are kept under the chain's name alone, as before there were others. */
const FIRST = 'start';

/**
 * Opens what this browser remembers of the node, and all it takes to remember more.
 * @param node its name among the connections: two nodes of one chain differ in peers, host and spending
 */
export async function openHistory(daemon: Daemon, transport: TransportOptions, node: string): Promise<History> {
  const scopeOf = (genesis: string) => (node === FIRST ? genesis : `${genesis} ${node}`);
  const database = await openDatabase();
  return new History({
    name: node === FIRST ? undefined : node,
    openSamples: (scope) => new SampleStore(database, scope),
    // A daemon never names its network; the first block does.
    readScope: async (signal) => scopeOf((await daemon.consensus.block({ query: { height: 0 } }, { signal })).id),
    readSeries: readSeriesOf({ daemon, host: createHostClient(transport), renter: createRenterClient(transport) }),
    nowMs: Date.now,
    openChannel,
    runAsLeader: (name, work) => holdAlone(navigator.locks, name, work)
  });
}
