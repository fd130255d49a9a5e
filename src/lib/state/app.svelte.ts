import { untrack } from 'svelte';
import { createDaemon } from '$lib/api/daemon/client';
import type { TransportOptions } from '$lib/api/http/transport';
import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import { createNewestBlocks } from '$lib/api/quarry/newestBlocks';
import type { SessionStatus } from '$lib/api/quarry/session';
import { afterPaint } from '$lib/async/afterPaint';
import { lazy } from '$lib/async/lazy';
import { systemScheduler } from '$lib/async/scheduler';
import { openChannel } from '$lib/storage/channel';
import { fetchWithToken } from '$lib/storage/pageToken';
import {
  setAlerts,
  setNodeStatus,
  setDaemonTransport,
  setMiner,
  setOpenedWith,
  setOpenHistory,
  setOpenLight,
  setOpenPrices,
  setOpenWallets,
  setOverview,
  setShutdown
} from './context';
import type { LightClient } from './light/lightClient.svelte';
import { MinerState } from './mining/miner.svelte';
import { TabLock } from './mining/tabLock.svelte';
import { Alerts } from './node/alerts.svelte';
import type { History } from './node/history.svelte';
import { NodeStatus, type NodeState } from './node/nodeStatus.svelte';
import { Overview } from './node/overview.svelte';
import { Shutdown } from './node/shutdown.svelte';
import { pollWhileVisible, refreshPolled } from './reactive/live.svelte';
import type { OpenChannel } from '$lib/services/ports';
import { openSession } from './shell/openSession';
import type { Wallets } from './wallet/wallets.svelte';

const NODE_EVERY_MS = 2_000;
/** For the count in the navigation; pages that show alerts poll more often. */
const ALERTS_EVERY_MS = 30_000;

/** Upper bound for pages that are never idle. */
const IDLE_WITHIN_MS = 5_000;

/** The connection of a session without a selected one. */
const START = { id: 'start', name: '' };

/** Texts of pages that state needs. */
interface PageTexts {
  /** The day that contains a time, in the reader's time zone. */
  readonly dayOf: (atMs: number) => string;
  /** Label of an address that a mining session pays. */
  readonly miningLabel: () => string;
}

/** The browser APIs in use. */
interface Browser {
  readonly fetch: typeof fetch;
  readonly locks: LockManager | undefined;
  readonly nowMs: () => number;
}

/**
 * Per-tab state that outlives pages: the node's clients, the state classes shared by pages, and background work. Code
 * that only some pages need is loaded on first use.
 */
export class App {
  /** The tab's connection; constant, even if another tab selects a different one. */
  readonly openedWith;
  readonly daemonTransport: TransportOptions;
  readonly shutdown;
  readonly nodeStatus;
  readonly overview;
  readonly alerts;
  readonly miner;
  readonly openWallets;
  readonly openLight;
  readonly openHistory;
  readonly openPrices;
  /** Undefined until a page needs them. */
  wallets = $state.raw<Wallets>();

  /** Aborted when the app's pages are left: the next ones have an app of their own. */
  readonly #ended = new AbortController();
  /** Opens a channel to other tabs, which receives until then. */
  readonly openChannel: OpenChannel = (name, onmessage) => openChannel(name, onmessage, this.#ended.signal);
  #history: History | undefined;
  #light: LightClient | undefined;
  readonly #session: SessionStatus;
  readonly #signOut: () => Promise<void>;
  readonly #own: Omit<TransportOptions, 'baseUrl'>;

  constructor(session: SessionStatus, { fetch, locks, nowMs }: Browser, { dayOf, miningLabel }: PageTexts) {
    const { mode, network, services, pool } = session;
    this.#session = session;
    this.openedWith = session.connection ?? START;
    const connection = this.openedWith.id;
    const own = { fetch: fetchWithToken(fetch), headers: { [CONNECTION_HEADER]: connection } };
    this.#own = own;
    this.daemonTransport = {
      ...own,
      baseUrl: '/api/daemon',
      onanswer: (route, answer) => this.#history?.recent.add(route, answer)
    };
    const daemon = createDaemon(this.daemonTransport);
    const openWalletServer = lazy(async () => {
      const [{ createWalletServer }, { openAnswerDecoder }] = await Promise.all([
        import('$lib/api/wallet-server/client'),
        import('./answers/openAnswerDecoder')
      ]);
      return createWalletServer({ ...own, baseUrl: '/api/wallet', decoder: openAnswerDecoder() });
    });

    // A node started from a checkpoint has no genesis block, but its wallet server has the id.
    const readGenesis = async (signal?: AbortSignal) =>
      services.includes('daemon') && mode !== 'embedded'
        ? (await daemon.consensus.block({ query: { height: 0 } }, { signal })).id
        : (await (await openWalletServer()).indexAt({ params: { height: 0 } }, { signal })).id;

    this.#signOut = () => openSession(fetch).signOut();
    this.shutdown = new Shutdown({ daemon, embedded: mode === 'embedded', connection, nowMs });
    this.nodeStatus = new NodeStatus({
      daemon,
      // Only wallet servers report their network's name.
      readNetworkName: async (signal) =>
        network ?? (services.includes('wallet') ? (await (await openWalletServer()).network({}, { signal })).name : ''),
      readGenesis,
      isStopped: () => this.shutdown.isStopped
    });
    this.overview = new Overview(daemon, createNewestBlocks({ ...own, baseUrl: '/api' }), this.nodeStatus);
    this.alerts = new Alerts(daemon);
    this.miner = new MinerState({
      openMining: async () => {
        const [{ openMining }, wallet] = await Promise.all([import('./mining/openMining'), openWalletServer()]);
        const hasWallet = services.includes('wallet');
        const { openChannel } = this;
        return openMining({ daemon, wallet, hasWallet, own, connection, poolWorker: pool?.user, openChannel, dayOf });
      },
      sources: session.work,
      payees: {
        usual: async () => (await this.openWallets()).payees.findUsual(),
        issue: async (wallet, watch) => (await this.openWallets()).payees.issue(wallet, miningLabel(), watch)
      },
      openGrinder: async (kind, cores) => (await import('$lib/gpu/engines')).openEngine(kind, cores),
      detectEngines: async () => (await import('$lib/gpu/engines')).detectEngines(),
      lock: new TabLock(locks, this.openChannel),
      scheduler: systemScheduler,
      nowMs,
      randomNonce: () => crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n
    });

    this.openWallets = lazy(async () => {
      const [{ openWallets }, server] = await Promise.all([import('./wallet/openWallets'), openWalletServer()]);
      const isOwnNode = mode === 'embedded' && !session.elsewhere.includes('wallet');
      const wallets = openWallets(
        server,
        isOwnNode,
        this.openChannel,
        (index) => this.#light?.provenAt(index) ?? 'off'
      );
      this.wallets = wallets;
      await wallets.refresh();
      return wallets;
    });
    this.openLight = lazy(async () => {
      const [{ openLight }, server] = await Promise.all([import('./light/openLight'), openWalletServer()]);
      return (this.#light = await openLight(server, { ...own, baseUrl: '/api/wallet' }, this.#ended.signal));
    });
    this.openHistory = lazy(async () => {
      const { openHistory } = await import('./node/openHistory');
      const { daemonTransport, openChannel } = this;
      return (this.#history = await openHistory(daemonTransport, connection, readGenesis, openChannel));
    });
    this.openPrices = lazy(async () => (await import('./prices/openPrices')).openPrices(own));
  }

  /** Whether this tab is mining. */
  get isMining(): boolean {
    return this.miner.status.step === 'mining';
  }

  /** Polls and samples for the lifetime of the calling component. */
  follow(): void {
    const { nodeStatus, alerts, shutdown, miner } = this;
    $effect(() => pollWhileVisible([nodeStatus.consensus, nodeStatus.networkName], NODE_EVERY_MS));
    $effect(() => {
      // A simulated market is never on a public network.
      if (this.#session.market !== 'simulated') return pollWhileVisible([nodeStatus.networkKind], NODE_EVERY_MS);
    });
    $effect(() => pollWhileVisible([alerts.live], ALERTS_EVERY_MS));
    // Values with long polling intervals are refreshed at once when the node goes down or comes back. When it first
    // responds, they have just been read.
    let before: NodeState = 'connecting';
    $effect(() => {
      if (before !== 'connecting') untrack(refreshPolled);
      before = nodeStatus.state;
    });
    $effect(() => {
      if (nodeStatus.consensus.good) shutdown.answered(nodeStatus.consensus.good.atMs);
    });
    $effect(() => this.wallets?.watchIdle());
    // Every page shows names of addresses.
    $effect(() => (hadWallets() ? whenIdle(() => void this.openWallets().catch(() => undefined)) : undefined));
    // Verifying outputs is CPU-intensive, so it waits until a wallet has synced and the page is idle.
    const hasSynced = $derived(this.wallets?.list.some(({ held }) => held) ?? false);
    $effect(() =>
      hasSynced && this.#session.services.includes('wallet') ? whenIdle(() => this.#verify()) : undefined
    );
    // Sampling starts with the node's first response.
    const hasAnswered = $derived(nodeStatus.consensus.good !== undefined);
    $effect(() => (hasAnswered ? this.#sampleHistory() : undefined));
    // Mining must not continue unseen behind the sign-in page.
    $effect(() => () => {
      miner.stop();
      this.#ended.abort();
    });
  }

  /**
   * Selects another connection for new tabs and stops this tab's work; the caller reloads the tab.
   */
  async selectConnection(id: string): Promise<void> {
    const { createConnections } = await import('$lib/api/quarry/connections');
    await createConnections({ ...this.#own, baseUrl: '/api' }).select({ params: { id } });
    this.miner.stop();
    await this.wallets?.lockAll();
  }

  /** @returns whether Quarry's server ended the session */
  async signOut(): Promise<boolean> {
    this.miner.stop();
    // Other tabs stay open without a session, and could still sign.
    await this.wallets?.lockEverywhere();
    return this.#signOut().then(
      () => true,
      () => false
    );
  }

  #verify(): void {
    this.openLight()
      .then((light) => light.startByDefault())
      .catch(() => undefined);
  }

  #sampleHistory(): () => void {
    const abort = new AbortController();
    const cancel = afterPaint(() => {
      // Loading errors are reported where samples are shown.
      this.openHistory().then(
        (history) => history.follow(abort.signal),
        () => undefined
      );
    });
    return () => {
      cancel();
      abort.abort();
    };
  }
}

/** Whether this browser had a wallet; known without loading any. */
function hadWallets(): boolean {
  try {
    return Number(localStorage.getItem('quarry:wallet-count')) > 0;
  } catch {
    return false;
  }
}

/** Runs the work once the page is idle. @returns a function that cancels it */
function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, IDLE_WITHIN_MS);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: IDLE_WITHIN_MS });
  return () => cancelIdleCallback(idle);
}

/** Creates the app of this tab. */
export const createApp = (session: SessionStatus, texts: PageTexts): App =>
  new App(session, { fetch: (...request) => fetch(...request), locks: navigator.locks, nowMs: Date.now }, texts);

/** Provides the parts that pages use to the context of the calling component. */
export function provideApp(app: App): App {
  setOpenedWith(app.openedWith);
  setDaemonTransport(app.daemonTransport);
  setNodeStatus(app.nodeStatus);
  setOverview(app.overview);
  setAlerts(app.alerts);
  setShutdown(app.shutdown);
  setMiner(app.miner);
  setOpenWallets(app.openWallets);
  setOpenLight(app.openLight);
  setOpenHistory(app.openHistory);
  setOpenPrices(app.openPrices);
  return app;
}
