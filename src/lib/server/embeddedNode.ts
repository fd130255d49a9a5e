import { join } from 'node:path';
import { MAX_ANSWER } from '$lib/api/answerLimits';
import type { Alert } from '$lib/api/daemon/daemon';
import { OUR_DIALECT } from '$lib/api/dialect';
import { NodeStoppedError, UnreachableError, type Exchange } from '$lib/api/http/errors';
import { exchangeOf } from '$lib/api/http/request';
import { nodeRewardRoutes } from '$lib/api/quarry/nodeRewards';
import { nodeSyncRoutes } from '$lib/api/quarry/nodeSync';
import type { ChainIndex } from '$lib/chain/element/elements';
import { HTTP_SERVICE_IDS, SERVICES } from '$lib/api/services/services';
import type { Config, NodeSettings } from './config';
import type { Upstreams } from './connections/upstreams';
import { announceDialect } from './dialect/announceDialect';
import { basicAuthorization, mountedAt, UPSTREAM_ORIGIN, type Upstream } from './http/upstream';
import type { RepairOutcome } from './node/chain/repair';
import type { NodeFigures } from './node/figures';
import type { RewardPurse } from './node/mining/nodeRewards';
import type { EmbeddedNode as Node } from './node/node';
import type { PeerNetwork } from './node/peers/peerNetwork';
import type { NodeEvent } from './node/wallet/nodeEvents';
import { secretFromFile } from './secretFile';
import { fromEvents } from './tips/nextTip';
import { broadcastTips, type TipBroadcast } from './tips/tipBroadcast';

const PASSWORD_BYTES = 16;

/** The node inside this process, as services. The node can be replaced; its services and password stay the same. */
export interface EmbeddedNode {
  /** Name of its network. */
  readonly network: string;
  readonly market: 'simulated' | 'none';
  readonly password: string;
  readonly upstream: Upstream;
  readonly upstreams: Upstreams;
  /** The rewards mined to its own key. @throws {UnreachableError | NodeStoppedError} */
  readonly rewards: RewardPurse;
  /** Its synchronization; undefined without peers. @throws {UnreachableError | NodeStoppedError} */
  readonly sync: Pick<PeerNetwork, 'setMode'> | undefined;
  readonly tip: ChainIndex;
  /** None while it is stopped or being replaced. */
  alerts(): Promise<Alert[]>;
  /** Metrics; undefined while it is stopped or being replaced. */
  figures(): Promise<NodeFigures | undefined>;
  /**
   * Closes the node and opens one of another network. The files of both are kept.
   * @param record stores the choice of the network; returns the function that restores the one before it
   * @throws errors of recording and opening it; the previous node is then open again
   */
  switchTo(settings: NodeSettings, record: () => () => void): Promise<void>;
  close(): Promise<void>;
}

interface Running {
  readonly settings: NodeSettings;
  readonly name: string;
  readonly node: Node;
  readonly tips: TipBroadcast;
  readonly isStopped: boolean;
  /** Also ends its tip streams; their readers reconnect to the next node. */
  close(): Promise<void>;
}

/** @param onEvent called with the events of whichever node is open */
export async function openEmbeddedNode(
  { dataDir }: Config,
  settings: NodeSettings,
  onEvent?: (event: NodeEvent) => void
): Promise<EmbeddedNode> {
  const password = secretFromFile(join(dataDir, 'apipassword'), PASSWORD_BYTES);
  let running = await openNode(dataDir, password, settings, onEvent);
  let switching: Promise<void> | undefined;
  const dialect = settings.dialect ?? OUR_DIALECT;

  /** @throws {UnreachableError | NodeStoppedError} it is being replaced, or was stopped through its own API */
  const open = (about: Exchange): Node => {
    if (switching) throw new UnreachableError(about);
    // Unreachable like a stopped daemon, but for a known reason.
    if (running.isStopped) throw new NodeStoppedError(about);
    return running.node;
  };
  const asked: Upstream = async (request) => {
    const { method, path } = request;
    return open({ method, path }).answer(request);
  };
  const upstream = announceDialect(asked, { dialect, probePath: '/consensus', maxBytes: MAX_ANSWER });
  const mounted = HTTP_SERVICE_IDS.map((id) => [id, mountedAt(SERVICES[id].embeddedPath, upstream)] as const);
  const openTips = (): TipBroadcast => running.tips;
  const tips = HTTP_SERVICE_IDS.filter((id) => SERVICES[id].openTip).map((id) => [id, openTips] as const);

  /** A reset or repair was already done at startup. */
  const openLater = (later: NodeSettings): Promise<Running> =>
    openNode(dataDir, password, { ...later, reset: false, repair: false }, onEvent);

  async function replace(next: NodeSettings, record: () => () => void): Promise<void> {
    const before = running.settings;
    // First: on a full or read-only disk, a node that was closed might not open again.
    const undo = record();
    if (next.network === before.network) return;
    await running.close();
    try {
      running = await openLater(next);
    } catch (error) {
      try {
        undo();
      } finally {
        running = await openLater(before);
      }
      throw error;
    }
  }

  return {
    get network() {
      return running.name;
    },
    get market() {
      return running.node.simulatesMarket ? 'simulated' : 'none';
    },
    get rewards() {
      return open(exchangeOf(nodeRewardRoutes.balance)).rewards;
    },
    get sync() {
      return open(exchangeOf(nodeSyncRoutes.setMode)).peers;
    },
    get tip() {
      return running.node.tip;
    },
    alerts: async () => (switching || running.isStopped ? [] : running.node.alerts()),
    figures: async () => (switching || running.isStopped ? undefined : running.node.figures()),
    password,
    upstream,
    upstreams: { services: Object.fromEntries(mounted), tips: Object.fromEntries(tips) },
    switchTo(next, record) {
      const turn = (switching ?? Promise.resolve()).catch(() => undefined).then(() => replace(next, record));
      const switched = turn.finally(() => {
        if (switching === switched) switching = undefined;
      });
      return (switching = switched);
    },
    async close() {
      await switching?.catch(() => undefined);
      await running.close();
    }
  };
}

async function openNode(
  dataDir: string,
  password: string,
  settings: NodeSettings,
  onEvent?: (event: NodeEvent) => void
): Promise<Running> {
  // Imported here, so that a server with remote upstreams never loads the node.
  const { createNode } = await import('./node/node');
  const { repairReport } = await import('./node/chain/repair');
  const { readNetworkFile } = await import('./node/network/networkFile');
  const network = typeof settings.network === 'string' ? settings.network : readNetworkFile(settings.network.file);
  let isStopped = false;
  const onStop = () => (isStopped = true);
  // This node is reachable only through our own checks, so it need not check the agent.
  const onRepaired = (outcome: RepairOutcome) => void process.stderr.write(`Quarry: ${repairReport(outcome)}\n`);
  const node = await createNode({ ...settings, network, dataDir, password, agent: '', onEvent, onStop, onRepaired });
  const nextTip = fromEvents(() => node.tip, node.onTip);
  const closing = new AbortController();
  return {
    settings,
    name: typeof network === 'string' ? network : network.network.name,
    node,
    tips: broadcastTips((known, signal) => nextTip(known, AbortSignal.any([signal, closing.signal])), {
      getWork: await SERVICES.daemon.openWork!({
        fetch: node.fetch,
        baseUrl: UPSTREAM_ORIGIN,
        headers: { authorization: basicAuthorization(password) }
      }),
      onBetterWork: node.onBetterWork
    }),
    close() {
      closing.abort();
      return node.close();
    },
    get isStopped() {
      return isStopped;
    }
  };
}
