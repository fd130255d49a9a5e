import { join } from 'node:path';
import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import { NotConfiguredError, UnauthorizedError } from '$lib/api/http/errors';
import type { HttpRequest, HttpResponse } from '$lib/api/http/message';
import { exchangeOf } from '$lib/api/http/request';
import type { RouteTable } from '$lib/api/http/route';
import { memoize } from '$lib/chain/memoize';
import type { ChainStart, ChoosableNetwork } from '$lib/api/quarry/network';
import { newestBlockRoutes, type BlockSummary } from '$lib/api/quarry/newestBlocks';
import { POOL_PATH } from '$lib/api/quarry/pool';
import type { SessionStatus } from '$lib/api/quarry/session';
import type { tipRoutes } from '$lib/api/quarry/tips';
import { SERVICE_IDS, WORK_SERVICE_IDS, type ServiceId } from '$lib/api/services/ids';
import { HTTP_SERVICE_IDS, isHttp, SERVICES, type HttpServiceId } from '$lib/api/services/services';
import { sleep } from '$lib/async/sleep';
import { PeerError } from '$lib/peers/errors';
import { addressesOf } from './http/addresses';
import type { CallEnd } from './http/callEnd';
import { toResponse } from './http/fetchMessages';
import { readConfig, type Config, type Environment, type NodeSettings } from './config';
import { openEmbeddedNode } from './embeddedNode';
import { openNetworkChoice } from './networkChoice';
import { consensusOf, NewestBlocks } from './connections/newestBlocks';
import { fetchPrice } from './prices/priceAnswer';
import { openPrices, type Prices } from './prices/prices';
import { addressesIn } from './serviceSettings';
import { answerMetrics } from './metrics/metrics';
import { ResponseCounts } from './metrics/responseCounts';
import { createRemoteUpstreams } from './connections/remoteUpstreams';
import { openRevokedSessions } from './auth/revokedSessions';
import { guardedFetch } from './http/guardedFetch';
import {
  credentialOf,
  servicesWithPassword,
  START_ID,
  startConnection,
  type StoredConnection
} from './connections/connection';
import type { PoolTarget } from './pool/bridge';
import { NO_POOL_PASSWORD } from './pool/pageLine';
import { ServerRefusal } from './errors';
import { openConnections, shareConnections, type ConnectionStore } from './connections/store';
import { proxy, refusal } from './http/proxy';
import { makePrivateFolder, secretFromFile } from './secretFile';
import { createOneTimeToken, createSealer, type Sealer, type Session } from './auth/session';
import { createDeviceTokens, type DeviceTokens } from './auth/deviceTokens';
import { createSignIn, type SignIn } from './auth/signIn';
import { clusterFollowers, shareRevokedSessions } from './cluster/cluster';
import { openNatsBroker } from './cluster/natsBroker';
import { createFollowers } from './tips/followers';
import { answerTips } from './tips/tips';
import type { RewardPurse } from './node/mining/nodeRewards';
import type { PeerNetwork } from './node/peers/peerNetwork';
import { openWebhook } from './webhook/webhook';
import type { Upstreams } from './connections/upstreams';
import type { Upstream } from './http/upstream';

/** The server's parts, wired. */
export interface Container {
  readonly config: Config;
  readonly sealer: Sealer;
  readonly signIn: SignIn;
  readonly deviceTokens: DeviceTokens;
  readonly connections: ConnectionStore;
  /** The link that signs one browser in; undefined without the embedded node. */
  readonly signInLink?: string;
  /** Forwards a page's request; its path is relative to the service. */
  pass(service: HttpServiceId, request: HttpRequest, session: Session | undefined): Promise<HttpResponse>;
  /** Streams the tips of a service, as lines of `GET /tips/:service` or `GET /tips/:service/work`. */
  followTips(
    request: Request,
    route: keyof typeof tipRoutes,
    service: ServiceId,
    session: Session | undefined
  ): Response;
  /** Status of the session's selected connection, or of the startup connection if not signed in. */
  status(session: Session | undefined): SessionStatus;
  /**
   * The pool of a connection, by default the selected one.
   * @throws {AppError} not signed in, or no pool
   */
  poolOf(session: Session | undefined, id: string | undefined): PoolTarget;
  /** Responds to a scrape of the metrics; undefined if they are off. */
  metrics(request: Request): Promise<Response | undefined>;
  /**
   * The newest blocks of the connection's daemon.
   * @throws {AppError} no daemon, or it cannot be read
   */
  newestBlocks(request: Request, session: Session): Promise<readonly BlockSummary[]>;
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

const DEFAULT_TIMEOUT_MS = 15_000;
const KEY_BYTES = 32;

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
  const { sessionKeys, nats, connections: shared } = config.replica;
  const [sharedSecret, ...olderSecrets] = sessionKeys;
  const broker =
    nats && (await openNatsBroker({ address: nats, say: (line) => process.stderr.write(`Quarry: ${line}\n`) }));
  const cluster = broker && sharedSecret ? clusterFollowers({ broker, secret: sharedSecret }) : undefined;
  const followers = cluster ?? createFollowers();
  const elsewhere = createRemoteUpstreams(start, { fetch, followers });
  const started: Upstreams = {
    services: { ...node?.upstreams.services, ...elsewhere.services },
    tips: { ...node?.upstreams.tips, ...elsewhere.tips }
  };
  const link = createOneTimeToken();
  const ownPasswords = servicesWithPassword(start);
  const signIn = createSignIn({
    elsewhere: elsewhere.services,
    embedded: node && { upstream: node.upstream, password: node.password, link },
    // Monotonic: if the system clock were set back, attempts would count until it catches up.
    clock: () => performance.now()
  });
  makePrivateFolder(config.dataDir);
  const ended = openRevokedSessions(join(config.dataDir, 'ended-sessions.json'), Date.now);
  const secret = sharedSecret ?? secretFromFile(join(config.dataDir, 'session.key'), KEY_BYTES);
  const audience = audienceOf(config, node?.password);
  const deviceTokens = createDeviceTokens({ secrets: [secret, ...olderSecrets], audience, clock: Date.now });
  const sealer = createSealer({
    secret,
    olderSecrets,
    audience,
    ended,
    clock: Date.now
  });
  if (broker) shareRevokedSessions(broker, ended);
  const responses = new ResponseCounts();
  const startedAt = performance.timeOrigin / 1_000;
  const connections = shared
    ? shareConnections(shared.text, shared.source, start)
    : openConnections(join(config.dataDir, 'connections.json'), start);

  const askPrice = guardedFetch();
  const prices = openPrices({
    path: join(config.dataDir, 'prices.json'),
    ask: (source, signal) => fetchPrice(askPrice, source, signal),
    nowMs: Date.now,
    sleep,
    random: Math.random
  });

  const underWay = new Set<CallEnd>();
  // Loaded on the first request to the service.
  const tables = new Map<HttpServiceId, Promise<readonly RouteTable[]>>();
  function tablesOf(service: HttpServiceId): Promise<readonly RouteTable[]> {
    const known = tables.get(service);
    if (known) return known;
    const loading = SERVICES[service].loadTables();
    tables.set(service, loading);
    return loading;
  }

  // Created on a connection's first request, and again after the connection is changed.
  const openedByConnection = new WeakMap<StoredConnection, Upstreams>();
  function upstreamsOf(connection: StoredConnection): Upstreams {
    if (connection === start) return started;
    const known = openedByConnection.get(connection);
    if (known) return known;
    const upstreams = createRemoteUpstreams(connection, { fetch: guardedFetch(), followers });
    openedByConnection.set(connection, upstreams);
    return upstreams;
  }

  const newestBlocksOf = memoize((_daemon: Upstream) => new NewestBlocks());

  /** Falls back to the startup connection if another session removed the selected one. */
  const selectedOf = (session: Session | undefined): StoredConnection =>
    connections.find(session?.selected ?? START_ID) ?? start;

  /** The connection named by the page, otherwise the one selected by the session. */
  const connectionFor = (named: string | undefined, session: Session | undefined): StoredConnection | undefined =>
    named === undefined ? selectedOf(session) : connections.find(named);

  return {
    config,
    signIn,
    deviceTokens,
    connections,
    sealer,
    signInLink: node && `${config.origin}/login#token=${link.text}`,
    async pass(service, request, session) {
      const connection = connectionFor(request.headers[CONNECTION_HEADER], session);
      if (!connection) return removed();
      const upstream = upstreamsOf(connection).services[service];
      if (!upstream) return refusal(new NotConfiguredError({ method: request.method, path: request.path }, 503, ''));
      const target = { tables: await tablesOf(service), upstream, timeoutMs: DEFAULT_TIMEOUT_MS, underWay };
      return proxy(target, request, passwordFor(connection, service, session));
    },
    followTips(request, route, service, session) {
      const connection = connectionFor(namedBy(request), session);
      if (!connection) return toResponse(removed());
      const tips = upstreamsOf(connection).tips[service];
      const password = passwordFor(connection, service, session);
      return answerTips(request, route, service, tips, password, session && sealer.untilEnd(session));
    },
    status(session) {
      const connection = selectedOf(session);
      const upstreams = upstreamsOf(connection);
      const services = SERVICE_IDS.filter((id) => (isHttp(id) ? upstreams.services[id] : session && connection[id]));
      return {
        signedIn: session !== undefined,
        mode: connection.embedded ? 'embedded' : 'remote',
        ...(connection.embedded && { network: node?.network, market: node?.market }),
        ...(connection.embedded && choice && { networkChoice: choice.network === undefined ? 'open' : 'made' }),
        services,
        elsewhere: HTTP_SERVICE_IDS.filter((id) => connection[id]),
        work: WORK_SERVICE_IDS.filter((id) => services.includes(id)).map((id) => ({
          service: id,
          payout: SERVICES[id].work
        })),
        // The main password is that of the embedded node, otherwise that of the first service.
        ownPasswords: node ? ownPasswords : ownPasswords.slice(1),
        ...(session && prices.status.source && { prices: true }),
        ...(session && config.webhook && { webhook: [...config.webhook.events] }),
        ...(session && { connection: { id: connection.id, name: connection.name }, pool: connection.pool })
      };
    },
    poolOf(session, id) {
      const about = { method: 'GET', path: POOL_PATH };
      if (!session) throw new UnauthorizedError(about, 401, 'Sign in to Quarry first');
      const connection = id === undefined ? selectedOf(session) : connections.get(id);
      if (!connection.pool) throw new NotConfiguredError(about, 503, '');
      const password = credentialOf(connection, 'pool', session) ?? NO_POOL_PASSWORD;
      const ended = sealer.untilEnd(session);
      return { ...connection.pool, password, ended, ...(connection !== start && { resolve: addressesOf }) };
    },
    async newestBlocks(request, session) {
      const connection = connectionFor(namedBy(request), session);
      if (!connection) throw new ServerRefusal('connection/unknown', {});
      const { daemon } = upstreamsOf(connection).services;
      const password = passwordFor(connection, 'daemon', session);
      const about = exchangeOf(newestBlockRoutes.list);
      if (!daemon) throw new NotConfiguredError(about, 503, '');
      if (password === undefined) throw new UnauthorizedError(about, 401, 'Sign in to Quarry first');
      return newestBlocksOf(daemon).read(consensusOf(daemon, password), request.signal);
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

const beginningAt = (settings: NodeSettings, start: ChainStart | undefined): NodeSettings => {
  if (start === undefined) return settings;
  return { ...settings, checkpoint: start === 'genesis' ? undefined : (settings.checkpoint ?? 'published') };
};

/**
 * Binds sessions to the configured servers, so that a start with other servers does not send them the previous ones'
 * passwords, and to the embedded node's password, so that changing it signs everyone out: coins and connections do not
 * ask for the password again.
 */
const audienceOf = ({ services }: Config, ownPassword?: string): string =>
  JSON.stringify([...addressesIn(services), ...(ownPassword === undefined ? [] : [ownPassword])]);

const passwordFor = (
  connection: StoredConnection,
  service: ServiceId,
  session: Session | undefined
): string | undefined => session && credentialOf(connection, service, session);

const namedBy = ({ headers }: Request): string | undefined => headers.get(CONNECTION_HEADER) ?? undefined;

const removed = (): HttpResponse => refusal(new ServerRefusal('connection/unknown', {}));
