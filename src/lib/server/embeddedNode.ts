import { join } from 'node:path';
import { MAX_ANSWER } from '$lib/api/answerLimits';
import type { Alert } from '$lib/api/daemon/daemon';
import { OUR_DIALECT } from '$lib/api/dialect';
import { NodeStoppedError, UnreachableError } from '$lib/api/http/errors';
import type { ChainIndex } from '$lib/chain/element/elements';
import { HTTP_SERVICE_IDS, SERVICES } from '$lib/api/services/services';
import type { Config, NodeSettings } from './config';
import type { Upstreams } from './connections/upstreams';
import { announceDialect } from './dialect/announceDialect';
import { basicAuthorization, mountedAt, UPSTREAM_ORIGIN, type Upstream } from './http/upstream';
import type { NodeFigures } from './node/figures';
import type { RewardPurse } from './node/mining/nodeRewards';
import type { EmbeddedNode as Node } from './node/node';
import type { PeerNetwork } from './node/peers/peerNetwork';
import type { NodeEvent } from './node/wallet/nodeEvents';
import { secretFromFile } from './secretFile';
import { fromEvents } from './tips/nextTip';
import { broadcastTips, type TipBroadcast } from './tips/tipBroadcast';

const PASSWORD_BYTES = 16;

/** The node inside this process, as services. Which node that is can change; its services and password stay. */
export interface EmbeddedNode {
  /** Name of its network. */
  readonly network: string;
  readonly market: 'simulated' | 'none';
  readonly password: string;
  readonly upstream: Upstream;
  readonly upstreams: Upstreams;
  /** What it mined to its own key. */
  readonly rewards: RewardPurse;
  /** Its synchronisation; undefined where it has no peers. */
  readonly sync: Pick<PeerNetwork, 'setMode'> | undefined;
  readonly tip: ChainIndex;
  /** Those it has; none while it is stopped or replaced. */
  alerts(): Promise<Alert[]>;
  /** How it is doing; undefined while it is stopped or replaced. */
  figures(): Promise<NodeFigures | undefined>;
  /**
   * Closes the node and opens another, of another network. Files of both stay.
   * @throws what opening the other throws; then the one before is open again
   */
  switchTo(settings: NodeSettings): Promise<void>;
  close(): Promise<void>;
}

interface Running {
  readonly settings: NodeSettings;
  readonly name: string;
  readonly node: Node;
  readonly tips: TipBroadcast;
  readonly isStopped: boolean;
  /** Ends the streams of its tips too: their readers ask the next node. */
  close(): Promise<void>;
}

/** @param onEvent called with the events of the node, whichever it is at the time */
export async function openEmbeddedNode(
  { dataDir }: Config,
  settings: NodeSettings,
  onEvent?: (event: NodeEvent) => void
): Promise<EmbeddedNode> {
  const password = secretFromFile(join(dataDir, 'apipassword'), PASSWORD_BYTES);
  let running = await openNode(dataDir, password, settings, onEvent);
  let switching: Promise<void> | undefined;
  const dialect = settings.dialect ?? OUR_DIALECT;

  const asked: Upstream = async (request) => {
    if (!switching && !running.isStopped) return running.node.answer(request);
    const about = { method: request.method, path: request.path };
    // Stopped through its own API: like a daemon elsewhere, it is not there any more, and we know why.
    throw switching ? new UnreachableError(about) : new NodeStoppedError(about);
  };
  const upstream = announceDialect(asked, { dialect, probePath: '/consensus', maxBytes: MAX_ANSWER });
  const mounted = HTTP_SERVICE_IDS.map((id) => [id, mountedAt(SERVICES[id].embeddedPath, upstream)] as const);
  const openTips = (): TipBroadcast => running.tips;
  const tips = HTTP_SERVICE_IDS.filter((id) => SERVICES[id].openTip).map((id) => [id, openTips] as const);

  /** What was asked of the start was done at the start. */
  const openLater = (later: NodeSettings): Promise<Running> =>
    openNode(dataDir, password, { ...later, reset: false, repair: false }, onEvent);

  async function replace(next: NodeSettings): Promise<void> {
    const before = running.settings;
    await running.close();
    try {
      running = await openLater(next);
    } catch (error) {
      running = await openLater(before);
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
      return running.node.rewards;
    },
    get sync() {
      return running.node.peers;
    },
    get tip() {
      return running.node.tip;
    },
    alerts: async () => (switching || running.isStopped ? [] : running.node.alerts()),
    figures: async () => (switching || running.isStopped ? undefined : running.node.figures()),
    password,
    upstream,
    upstreams: { services: Object.fromEntries(mounted), tips: Object.fromEntries(tips) },
    switchTo(next) {
      const turn = (switching ?? Promise.resolve()).catch(() => undefined).then(() => replace(next));
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
  // Loaded here so that a server with upstreams elsewhere never loads the node.
  const { createNode } = await import('./node/node');
  const { readNetworkFile } = await import('./node/network/networkFile');
  const network = typeof settings.network === 'string' ? settings.network : readNetworkFile(settings.network.file);
  let isStopped = false;
  const onStop = () => (isStopped = true);
  // Nobody reaches this node but through our own checks, so it asks for no agent.
  const node = await createNode({ ...settings, network, dataDir, password, agent: '', onEvent, onStop });
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
      })
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
