import type { Daemon } from '$lib/api/daemon/client';
import type { TransportOptions } from '$lib/api/http/transport';
import { createMiningServer } from '$lib/api/mining-server/client';
import { poolProtocols } from '$lib/api/quarry/pageToken';
import { createTips } from '$lib/api/quarry/tips';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { systemScheduler } from '$lib/async/scheduler';
import { miningWatts } from '$lib/services/mining/electricity';
import type { OpenChannel } from '$lib/services/ports';
import { MinerStats } from '$lib/services/mining/minerStats';
import { MiningRecorder, recorded } from '$lib/services/mining/miningRecorder';
import { runMiner } from '$lib/services/mining/runMiner';
import { openWorkSource } from '$lib/services/mining/sources/openWorkSource';
import { openPoolLink, poolUrl } from '$lib/services/mining/sources/poolLink';
import { MiningStore } from '$lib/storage/miningStore';
import { openDisposableDatabase } from '$lib/storage/openDatabase';
import { readPageToken } from '$lib/storage/pageToken';
import { randomId } from '$lib/storage/randomId';
import { openAnswerDecoder } from '../answers/openAnswerDecoder';
import { MiningCores } from './cores.svelte';
import { MiningElectricity } from './electricity.svelte';
import { MiningHistory } from './miningHistory.svelte';
import { openPauses } from './openPauses';
import type { MiningParts } from './miner.svelte';

interface Wiring {
  readonly daemon: Daemon;
  readonly wallet: WalletServer;
  /** Whether the connection has a wallet server. */
  readonly hasWallet: boolean;
  /** Transport to Quarry's own server. */
  readonly own: Omit<TransportOptions, 'baseUrl'>;
  /** The tab's connection. */
  readonly connection: string;
  /** Worker name at the pool; undefined without a pool. */
  readonly poolWorker: string | undefined;
  readonly openChannel: OpenChannel;
  /** The day in the reader's time zone; a record ends with it. */
  readonly dayOf: (atMs: number) => string;
}

/** Wires the mining code with its work sources. */
export function openMining({
  daemon,
  wallet,
  hasWallet,
  own,
  connection,
  poolWorker,
  openChannel,
  dayOf
}: Wiring): MiningParts {
  const services = {
    daemon,
    wallet,
    mining: createMiningServer({ ...own, baseUrl: '/api/mining', decoder: openAnswerDecoder() }),
    tips: createTips({ ...own, baseUrl: '/api' }),
    ...(hasWallet && { getNetwork: (signal: AbortSignal) => wallet.network({}, { signal }) }),
    pool:
      poolWorker === undefined
        ? undefined
        : {
            worker: poolWorker,
            open: (signal: AbortSignal) => {
              const url = poolUrl(location.href, connection);
              return openPoolLink(new WebSocket(url, poolProtocols(readPageToken())), signal);
            }
          },
    nowMs: Date.now,
    randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
    scheduler: systemScheduler
  };
  const stats = new MinerStats({
    scheduler: systemScheduler,
    nowMs: Date.now,
    isHidden: () => document.visibilityState === 'hidden'
  });
  const electricity = new MiningElectricity();
  const history = new MiningHistory({
    openStorage: async () => new MiningStore(await openDisposableDatabase()),
    openChannel
  });
  return {
    run: (run, stopped) => {
      const recorder = new MiningRecorder({
        storage: history,
        scheduler: systemScheduler,
        nowMs: Date.now,
        dayOf,
        watts: (engine) => miningWatts(electricity.value.watts, engine, run.power()),
        newId: randomId
      });
      history.prepare();
      storeWhenHidden(() => recorder.storePending(), stopped);
      return recorded(runMiner(run, stopped), recorder);
    },
    stats,
    pauses: openPauses(),
    cores: new MiningCores(navigator.hardwareConcurrency || 1),
    electricity,
    history,
    openSource: (choice, onPool) => openWorkSource(services, choice, onPool)
  };
}

/**
 * Calls `store` whenever the page is hidden: a tab that is closed is hidden first, and a phone may end one that is
 * hidden without another event. For a page that is left, that is too late for most writes: it is called before, too.
 */
export function storeWhenHidden(store: () => void, ended: AbortSignal): void {
  const storeIfHidden = () => {
    if (document.visibilityState === 'hidden') store();
  };
  document.addEventListener('visibilitychange', storeIfHidden, { signal: ended });
  addEventListener('beforeunload', store, { signal: ended });
  addEventListener('pagehide', store, { signal: ended });
}
