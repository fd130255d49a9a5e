import { send, type TransportOptions } from '$lib/api/http/transport';
import type { BlockId } from '$lib/chain/ids';
import type { OpenChannel } from '$lib/services/ports';
import { runExclusively } from '$lib/storage/leader';
import { openDisposableDatabase } from '$lib/storage/openDatabase';
import { SampleStore } from '$lib/storage/samples';
import { History } from './history.svelte';
import { readSeriesOf, VALUE_ROUTES } from '$lib/services/history/probes';
import { RecentAnswers } from '$lib/services/history/recentAnswers';

/** The startup connection; for compatibility, its samples are stored under the chain's name alone. */
const FIRST = 'start';

/**
 * Opens the node's stored history and its sampler.
 * @param node id of the connection: two nodes of one chain differ in peers, host and spending
 * @param readGenesis reads the id of the genesis block
 */
export async function openHistory(
  transport: TransportOptions,
  node: string,
  readGenesis: (signal?: AbortSignal) => Promise<BlockId>,
  openChannel: OpenChannel
): Promise<History> {
  const scopeOf = (genesis: BlockId) => (node === FIRST ? genesis : `${genesis} ${node}`);
  const database = await openDisposableDatabase();
  const recent = new RecentAnswers(VALUE_ROUTES, Date.now);
  return new History({
    name: node === FIRST ? undefined : node,
    openSamples: (scope) => new SampleStore(database, scope),
    // Daemons do not report their network's name; the genesis block identifies it.
    readScope: async (signal) => scopeOf(await readGenesis(signal)),
    recent,
    readSeries: readSeriesOf(async (route, signal) => recent.get(route) ?? send(transport, route, {}, { signal })),
    nowMs: Date.now,
    openChannel,
    runAsLeader: (name, work) => runExclusively(navigator.locks, name, work, database.alone)
  });
}
