import type { HostStatus } from '$lib/api/daemon/host';
import type { BlockId } from '$lib/chain/ids';
import type { NetworkKind } from '$lib/chain/network/knownNetworks';
import { toAppError } from '$lib/errors';
import { BlockWatch } from '$lib/services/notifications/blockWatch';
import { droppedNotices, dropPrefix } from '$lib/services/notifications/droppedNotices';
import { hostNotices } from '$lib/services/notifications/hostNotice';
import { MAX_KNOWN_ALERTS, NodeWatch } from '$lib/services/notifications/nodeWatch';
import { walletNotices, type ReceivedPayment, type SeenWallet } from '$lib/services/notifications/walletNotices';
import type { MinerState } from '../mining/miner.svelte';
import type { Alerts } from '../node/alerts.svelte';
import type { NodeStatus } from '../node/nodeStatus.svelte';
import { pollWhileHidden } from '../reactive/live.svelte';
import { Persisted } from '../reactive/persisted.svelte';
import type { WalletState } from '../wallet/wallet.svelte';
import type { Notifications } from './notifications.svelte';

const LOOK_EVERY_MS = 5_000;
/** In a hidden tab, which is where notifications matter most, nothing else asks the node. */
const HIDDEN_EVERY_MS = 60_000;
/** Daemons check their own host every few minutes at most. */
const HOST_EVERY_MS = 60_000;
const PUBLIC: readonly (NetworkKind | undefined)[] = ['main', 'test'];

type Stored<T> = Partial<Record<keyof T, unknown>>;

const isCount = (stored: unknown): boolean => stored === undefined || Number.isSafeInteger(stored);
const isReceived = (stored: unknown): boolean => {
  const { id, coins, height, missing } = (stored ?? {}) as Stored<ReceivedPayment>;
  return typeof id === 'string' && /^\d+$/.test(String(coins)) && isCount(height) && isCount(missing);
};
const areIds = (stored: unknown): boolean => Array.isArray(stored) && stored.every((id) => typeof id === 'string');

const isSeen = (stored: unknown): stored is SeenWallet => {
  const { height, waiting, confirmed = [], received = [] } = (stored ?? {}) as Stored<SeenWallet>;
  const areLists = areIds(waiting) && areIds(confirmed) && Array.isArray(received) && received.every(isReceived);
  return Number.isSafeInteger(height) && areLists;
};

const parseSeen = (stored: unknown): Readonly<Record<string, SeenWallet>> | undefined =>
  typeof stored === 'object' && stored !== null
    ? Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, SeenWallet] => isSeen(entry[1])))
    : undefined;

const parseTexts = (stored: unknown): readonly string[] | undefined =>
  Array.isArray(stored) && stored.every((text) => typeof text === 'string') ? stored : undefined;

interface WatchDeps {
  readonly notifications: Notifications;
  readonly miner: Pick<MinerState, 'found'>;
  readonly nodeStatus: Pick<NodeStatus, 'state' | 'consensus' | 'networkKind'>;
  readonly alerts: Pick<Alerts, 'open' | 'live'>;
  /** Missing for a daemon that has an alert for a host that cannot be reached. */
  readonly readHost?: () => Promise<HostStatus>;
  /** Open wallets; followed by the caller. */
  readonly wallets: () => readonly WalletState[];
  /** Ids of all wallets of this browser; empty until they are known. */
  readonly walletIds: () => readonly string[];
  /** The chain of the wallets; undefined until it is known. */
  readonly chain: () => BlockId | undefined;
  /** Id of the tab's connection. */
  readonly connection: string;
  readonly nowMs: () => number;
}

/** Turns events of this tab, its node and its wallets into notices. */
export class NotificationWatch {
  /** This tab watches the wallets on behalf of all tabs with wallets on the same chain. */
  leadsWallets = $state(false);
  /** This tab watches the node on behalf of all tabs with the same connection. */
  #leadsNode = $state(false);

  readonly #deps: WatchDeps;
  readonly #node = new NodeWatch();
  readonly #seen = new Persisted<Readonly<Record<string, SeenWallet>>>('notified-wallets', {}, parseSeen);
  readonly #knownAlerts = new Persisted<readonly string[]>('notified-alerts', [], parseTexts);
  readonly #knownDrops = new Persisted<readonly string[]>('notified-drops', [], parseTexts);
  /** The host was found unreachable, and that was reported. */
  readonly #isHostReported: Persisted<boolean>;
  readonly #blocks: BlockWatch;
  /** Wallets are examined one at a time. */
  #looking: Promise<void> = Promise.resolve();

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    this.#blocks = new BlockWatch(deps.miner.found);
    this.#isHostReported = new Persisted(`notified-host:${deps.connection}`, false, (stored) => stored === true);
  }

  /** Watches for the lifetime of the calling component. */
  follow(): void {
    const { chain, connection } = this.#deps;
    $effect(() => this.#lead(`node:${connection}`, (leads) => (this.#leadsNode = leads)));
    $effect(() => this.#lead(`wallets:${chain() ?? ''}`, (leads) => (this.leadsWallets = leads)));
    this.#followRemovals();
    // Blocks are reported by the tab that mines, even if it is not the leader.
    $effect(() => void this.#deps.notifications.notify(this.#blocks.look(this.#deps.miner.found)));
    $effect(() => {
      if (!this.#leadsNode) return;
      const { nodeStatus, alerts } = this.#deps;
      return pollWhileHidden([nodeStatus.consensus, alerts.live], HIDDEN_EVERY_MS);
    });
    $effect(() => {
      if (!this.#leadsNode) return;
      const timer = setInterval(() => this.#checkNode(), LOOK_EVERY_MS);
      return () => clearInterval(timer);
    });
    $effect(() => {
      const { readHost } = this.#deps;
      if (!this.#leadsNode || !readHost) return;
      const look = () => {
        this.#checkHost(readHost).catch((error: unknown) => {
          if (toAppError(error).code === 'api/module-disabled') clearInterval(timer);
        });
      };
      const timer = setInterval(look, HOST_EVERY_MS);
      look();
      return () => clearInterval(timer);
    });
    $effect(() => {
      if (!this.leadsWallets) return;
      for (const wallet of this.#deps.wallets()) {
        void wallet.revision;
        void wallet.unconfirmed;
        void wallet.sends.list;
        if (wallet.index) this.#looking = this.#looking.then(() => this.#checkWallet(wallet)).catch(() => undefined);
      }
    });
  }

  /** Tabs with another node or chain watch other things. @returns ends it */
  #lead(what: string, onchange: (leads: boolean) => void): () => void {
    const abort = new AbortController();
    const run = async (until: AbortSignal) => {
      onchange(true);
      await new Promise<void>((resolve) => until.addEventListener('abort', () => resolve()));
      // Once ended, it may lead elsewhere.
      if (!abort.signal.aborted) onchange(false);
    };
    const { runAsLeader } = this.#deps.notifications;
    void runAsLeader(`quarry:notifications:${what}`, { signal: abort.signal, run }).catch(() => undefined);
    return () => {
      abort.abort();
      onchange(false);
    };
  }

  /** Removed wallets leave nothing behind, whichever tab removed them and whichever tab leads. */
  #followRemovals(): void {
    let known: readonly string[] = [];
    $effect(() => {
      const ids = this.#deps.walletIds();
      const gone = known.filter((id) => !ids.includes(id));
      known = ids;
      // After what was already being examined, which would store it again.
      for (const id of gone) this.#looking = this.#looking.then(() => this.#forgetWallet(id));
    });
  }

  #checkNode(): void {
    const { notifications, nodeStatus, alerts, nowMs } = this.#deps;
    const { good } = nodeStatus.consensus;
    const notices = this.#node.look(
      {
        nowMs: nowMs(),
        isUnreachable: nodeStatus.state === 'unreachable',
        tip: good && { height: good.value.height, atMs: good.atMs },
        isPublic: PUBLIC.includes(nodeStatus.networkKind.value),
        alerts: alerts.open
      },
      new Set(this.#knownAlerts.value)
    );
    const reported = notices.filter(({ kind }) => kind === 'alert').map(({ group }) => group);
    if (reported.length > 0) this.#knownAlerts.change((known) => [...known, ...reported].slice(-MAX_KNOWN_ALERTS));
    void notifications.notify(notices);
  }

  async #checkHost(readHost: () => Promise<HostStatus>): Promise<void> {
    const { notifications, nowMs } = this.#deps;
    const { isReported, notices } = hostNotices(await readHost(), this.#isHostReported.value, nowMs());
    this.#isHostReported.value = isReported;
    await notifications.notify(notices);
  }

  async #forgetWallet(id: string): Promise<void> {
    this.#seen.change(({ [id]: _, ...seen }) => seen);
    this.#knownDrops.change((known) => known.filter((key) => !key.startsWith(dropPrefix(id))));
    await this.#deps.notifications.clear(id);
  }

  async #checkWallet(wallet: WalletState): Promise<void> {
    const { notifications, nowMs } = this.#deps;
    const { id, tipHeight, unconfirmed } = wallet;
    const { name } = wallet.info;
    const sends = wallet.sends.list;
    const isCurrent = wallet.status.step === 'following';
    const dropped = sends.filter(({ follow }) => follow.state === 'dropped').map((sent) => sent.id as string);
    const look = { id, name, tipHeight, unconfirmed, events: wallet.lists.allEvents(), dropped, isCurrent };
    const { notices, seen } = await walletNotices(look, this.#seen.value[id], nowMs());
    this.#seen.change((others) => ({ ...others, [id]: seen }));
    const sending = { id, name, sends };
    const drops = droppedNotices(sending, this.#knownDrops.value, nowMs());
    this.#knownDrops.change((now) => droppedNotices(sending, now, nowMs()).known);
    await notifications.notify([...notices, ...drops.notices]);
  }
}
