import { join } from 'node:path';
import type { ChainStart, ChoosableNetwork } from '$lib/api/quarry/network';
import type { SessionStatus } from '$lib/api/quarry/session';
import { sleep } from '$lib/async/sleep';
import { memoize } from '$lib/chain/memoize';
import { PeerError } from '$lib/peers/errors';
import type { DeviceTokens } from './auth/deviceTokens';
import { openSessions } from './auth/openSessions';
import { createOneTimeToken, type Sealer, type Session } from './auth/session';
import { createSignIn, type SignIn } from './auth/signIn';
import { clusterFollowers, shareRevokedSessions } from './cluster/cluster';
import { openNatsBroker } from './cluster/natsBroker';
import { readConfig, type Config, type Environment, type NodeSettings } from './config';
import { servicesWithPassword, startConnection, type StoredConnection } from './connections/connection';
import { createRemoteUpstreams } from './connections/remoteUpstreams';
import { createServiceRequests, selectedConnection, type ServiceRequests } from './connections/serviceRequests';
import { openConnections, shareConnections, type ConnectionStore } from './connections/store';
import type { Upstreams } from './connections/upstreams';
import { openEmbeddedNode } from './embeddedNode';
import { ServerRefusal } from './errors';
import { addressCheckedFetch } from './http/addressCheckedFetch';
import type { CallEnd } from './http/callEnd';
import { answerMetrics } from './metrics/metrics';
import { ResponseCounts } from './metrics/responseCounts';
import { openNetworkChoice } from './networkChoice';
import type { RewardPurse } from './node/mining/nodeRewards';
import type { PeerNetwork } from './node/peers/peerNetwork';
import { fetchPrice } from './prices/priceAnswer';
import { openPrices, type Prices } from './prices/prices';
import { makePrivateFolder } from './secretFile';
import { sessionStatus } from './sessionStatus';
import { createFollowers } from './tips/followers';
import { openWebhook } from './webhook/webhook';

/** The server's parts, wired. */
export interface Container extends ServiceRequests {
  readonly config: Config;
  readonly sealer: Sealer;
  readonly signIn: SignIn;
  readonly deviceTokens: DeviceTokens;
  readonly connections: ConnectionStore;
  /** The link that signs one browser in; undefined without the embedded node. */
  readonly signInLink?: string;
  /** Status of the session's selected connection, or of the startup connection if not signed in. */
  status(session: Session | undefined): SessionStatus;
  /** Responds to a scrape of the metrics; undefined if they are off. */
  metrics(request: Request): Promise<Response | undefined>;
  /** Counts a response for the metrics. */
  countResponse(status: number): void;
  /** Coin prices, from the source that the user chose. */
  readonly prices: Prices;
  /** The rewards that the embedded node mined to its own key. */
  readonly rewards?: RewardPurse;
  /** Synchronization of the embedded node, if it has peers. */
  readonly sync?: Pick<PeerNetwork, 'setMode'>;
  /**
   * Switches the embedded node to another network, also for later starts.
   * @param start where a new chain begins; as configured if undefined
   * @throws {ServerRefusal} `network/fixed`: set by configuration; `network/no-checkpoint`: no peer sent it
   * @throws errors of opening the node
   */
  chooseNetwork(network: ChoosableNetwork, start?: ChainStart): Promise<void>;
  close(): Promise<void>;
}

let opened: Promise<Container> | undefined;

/** The server's only container, created on first use. */
export function container(env: NodeJS.ProcessEnv = process.env): Promise<Container> {
  opened ??= createContainer(readConfig(env), env);
  return opened;
}

/**
 * Wires the server. This is the only place that knows which upstreams exist.
 * @param env the environment of the configuration, from which the settings of another network are derived
 */
export async function createContainer(config: Config, env: Environment = {}): Promise<Container> {
  const start = startConnection(config);
  const choice = env.QUARRY_NETWORK ? undefined : openNetworkChoice(join(config.dataDir, 'network.json'));
  const settingsOf = (network: ChoosableNetwork): NodeSettings =>
    readConfig({ ...env, QUARRY_NETWORK: network }).node ?? config.node!;
  const first = config.node && choice?.network ? settingsOf(choice.network) : config.node;
  const webhook = config.webhook && openWebhook(config.webhook);
  const node = first && (await openEmbeddedNode(config, first, webhook?.take));
  if (node) webhook?.watch(node);

  const { sessionKeys, nats } = config.replica;
  const [sharedSecret] = sessionKeys;
  const say = (line: string) => void process.stderr.write(`Quarry: ${line}\n`);
  const broker = nats && (await openNatsBroker({ address: nats, say }));
  const cluster = broker && sharedSecret ? clusterFollowers({ broker, secret: sharedSecret }) : undefined;
  const followers = cluster ?? createFollowers();

  const elsewhere = createRemoteUpstreams(start, { fetch, followers });
  const started: Upstreams = {
    services: { ...node?.upstreams.services, ...elsewhere.services },
    tips: { ...node?.upstreams.tips, ...elsewhere.tips }
  };
  // Created on a connection's first request, and again after the connection is changed.
  const upstreamsOf = memoize((connection: StoredConnection): Upstreams =>
    connection === start ? started : createRemoteUpstreams(connection, { fetch: addressCheckedFetch(), followers })
  );

  const link = createOneTimeToken();
  const signIn = createSignIn({
    elsewhere: elsewhere.services,
    embedded: node && { upstream: node.upstream, password: node.password, link },
    // Monotonic: if the system clock were set back, attempts would count until it catches up.
    clock: () => performance.now()
  });
  makePrivateFolder(config.dataDir);
  const { sealer, deviceTokens, revoked } = openSessions(config, node?.password);
  if (broker) shareRevokedSessions(broker, revoked);
  const connections = openStore(config, start);
  const prices = followPrices(config);
  const responses = new ResponseCounts();
  const startedAt = performance.timeOrigin / 1_000;
  const underWay = new Set<CallEnd>();
  const statusParts = { config, node, choice, prices, ownPasswords: servicesWithPassword(start) };

  return {
    ...createServiceRequests({ connections, start, upstreamsOf, sealer, underWay }),
    config,
    signIn,
    deviceTokens,
    connections,
    sealer,
    signInLink: node && `${config.origin}/login#token=${link.text}`,
    status(session) {
      const connection = selectedConnection(connections, start, session);
      return sessionStatus(statusParts, connection, upstreamsOf(connection), session);
    },
    metrics: (request) =>
      answerMetrics(request, config.metricsToken, { node, responses, startedAt, followed: cluster?.roles(), process }),
    countResponse: (status) => responses.count(status),
    prices,
    get rewards() {
      return node?.rewards;
    },
    get sync() {
      return node?.sync;
    },
    async chooseNetwork(network, chainStart) {
      if (!node || !choice) throw new ServerRefusal('network/fixed', {});
      const record = () => choice.choose(network);
      await node.switchTo(beginningAt(settingsOf(network), chainStart), record).catch((error: unknown) => {
        if (!(error instanceof PeerError)) throw error;
        throw new ServerRefusal('network/no-checkpoint', { reason: error.message }, { cause: error });
      });
    },
    async close() {
      // A pending call, such as one for new work, would keep the process running.
      for (const call of underWay) call.abort();
      prices.close();
      await cluster?.close();
      await broker?.close();
      await node?.close();
      await webhook?.close();
    }
  };
}

/** The connections of all servers of a cluster, or those of this server. */
const openStore = ({ dataDir, replica }: Config, start: StoredConnection): ConnectionStore =>
  replica.connections
    ? shareConnections(replica.connections.text, replica.connections.source, start)
    : openConnections(join(dataDir, 'connections.json'), start);

function followPrices({ dataDir }: Config): Prices {
  const askPrice = addressCheckedFetch();
  return openPrices({
    path: join(dataDir, 'prices.json'),
    ask: (source, signal) => fetchPrice(askPrice, source, signal),
    nowMs: Date.now,
    sleep,
    random: Math.random
  });
}

const beginningAt = (settings: NodeSettings, start: ChainStart | undefined): NodeSettings => {
  if (start === undefined) return settings;
  return { ...settings, checkpoint: start === 'genesis' ? undefined : (settings.checkpoint ?? 'published') };
};
