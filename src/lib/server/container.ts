import { join } from 'node:path';
import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import type { Service } from '$lib/api/quarry/connections';
import { daemonApi } from '$lib/api/daemon/modules';
import { OUR_DIALECT } from '$lib/api/dialect';
import { NodeStoppedError, NotConfiguredError, UnauthorizedError } from '$lib/api/http/errors';
import { miningServerRoutes } from '$lib/api/mining-server/routes';
import { POOL_PATH } from '$lib/api/quarry/pool';
import type { SessionStatus } from '$lib/api/quarry/session';
import type { TipService } from '$lib/api/quarry/tips';
import { signingServerRoutes, SIGNING_SERVER_PREFIX } from '$lib/api/signing-server/routes';
import { walletServerRoutes, WALLET_SERVER_PREFIX } from '$lib/api/wallet-server/routes';
import { addressesOf } from './http/addresses';
import { readConfig, type Config } from './config';
import { announceDialect } from './dialect/announceDialect';
import { MAX_ANSWER_BYTES, createRemoteUpstreams } from './connections/remoteUpstreams';
import { USER_AGENT } from './dialect/userAgent';
import { endedSessionsIn } from './auth/revokedSessions';
import { guardedFetch } from './http/guardedFetch';
import { credentialsOf, START_ID, startProfile, type Profile } from './connections/profile';
import type { PoolTarget } from './pool/bridge';
import { NO_POOL_PASSWORD } from './pool/pageLine';
import { profilesIn, UnknownConnectionError, type Profiles } from './connections/profiles';
import { proxy, refusal, type ProxyTarget } from './http/proxy';
import { secretFromFile } from './secretFile';
import { createOneTimeToken, createSealer, type Sealer, type Session } from './auth/session';
import { createSignIn, type SignIn } from './auth/signIn';
import { answerTips } from './tips/tips';
import { fromEvents } from './tips/tipStream';
import { mountedAt, type Upstream } from './http/upstream';
import type { Upstreams } from './connections/upstreams';

/** The server's parts, wired. */
export interface Container {
  readonly config: Config;
  readonly sealer: Sealer;
  readonly signIn: SignIn;
  readonly profiles: Profiles;
  /** The link that signs one browser in, on the embedded node. */
  readonly signInLink?: string;
  /** Passes a page's request on; `path` is what follows the service's own path. */
  pass(service: Service, request: Request, path: string, session: Session | undefined): Promise<Response>;
  /** The tips of a service as they come, as lines of `GET /tips/:service`. */
  followTips(request: Request, service: TipService, session: Session | undefined): Response;
  /** About the connection that the session selected; about the one of the start for people who are not signed in. */
  status(session: Session | undefined): SessionStatus;
  /**
   * The pool of a connection, the selected one where none is named.
   * @throws {AppError} nobody is signed in, or there is none
   */
  poolOf(session: Session | undefined, connection: string | undefined): PoolTarget;
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const PASSWORD_BYTES = 16;
const KEY_BYTES = 32;

/** The endpoints of each service that pages may use. */
const TABLES: Readonly<Record<Service, ProxyTarget['tables']>> = {
  daemon: Object.values(daemonApi),
  wallet: [walletServerRoutes],
  signing: [signingServerRoutes],
  mining: [miningServerRoutes]
};

let opened: Promise<Container> | undefined;

/** The server's one container, made on first use. */
export function container(env: NodeJS.ProcessEnv = process.env): Promise<Container> {
  opened ??= createContainer(readConfig(env));
  return opened;
}

/** Wires the server. This is the only place that knows which upstreams there are. */
export async function createContainer(config: Config): Promise<Container> {
  const start = startProfile(config);
  const node = config.upstreams.mode === 'embedded' ? await openNode(config, config.upstreams) : undefined;
  const password = node?.password;
  const elsewhere = createRemoteUpstreams(start, fetch);
  const { signing = node?.upstreams.signing, mining = node?.upstreams.mining } = elsewhere;
  const started: Upstreams = { ...(node?.upstreams ?? elsewhere), signing, mining };
  const link = createOneTimeToken();
  const signIn = createSignIn({
    daemon: started.daemon,
    wallet: started.wallet,
    signing: elsewhere.signing,
    embedded: password ? { password, link } : undefined,
    clock: Date.now
  });
  const profiles = profilesIn(join(config.dataDir, 'connections.json'), start);

  // Made with the first request to it; anew once it was changed.
  const openedByProfile = new WeakMap<Profile, Upstreams>();
  function upstreamsOf(profile: Profile): Upstreams {
    if (profile === start) return started;
    const known = openedByProfile.get(profile);
    if (known) return known;
    const upstreams = createRemoteUpstreams(profile, guardedFetch());
    openedByProfile.set(profile, upstreams);
    return upstreams;
  }

  /** A selected connection that another session removed is that of the start. */
  const selectedOf = (session: Session | undefined): Profile => profiles.find(session?.selected ?? START_ID) ?? start;

  /** The one that the page was opened with, else the one the session selected. */
  function profileFor({ headers }: Request, session: Session | undefined): Profile | undefined {
    const named = headers.get(CONNECTION_HEADER);
    return named === null ? selectedOf(session) : profiles.find(named);
  }

  return {
    config,
    signIn,
    profiles,
    sealer: createSealer({
      secret: secretFromFile(join(config.dataDir, 'session.key'), KEY_BYTES),
      audience: audienceOf(config),
      ended: endedSessionsIn(join(config.dataDir, 'ended-sessions.json'), Date.now),
      clock: Date.now
    }),
    signInLink: password && `${config.origin}/login#token=${link.text}`,
    async pass(service, request, path, session) {
      const profile = profileFor(request, session);
      if (!profile) return removed();
      const upstream = upstreamsOf(profile)[service];
      if (!upstream) return refusal(new NotConfiguredError({ method: request.method, path }, 503, ''));
      return proxy(proxyTarget(service, upstream), request, path, passwordFor(profile, service, session));
    },
    followTips(request, service, session) {
      const profile = profileFor(request, session);
      if (!profile) return removed();
      const nextTip = upstreamsOf(profile).nextTip[service];
      return answerTips(request, service, nextTip, passwordFor(profile, service, session));
    },
    status(session) {
      const profile = selectedOf(session);
      const upstreams = upstreamsOf(profile);
      return {
        signedIn: session !== undefined,
        mode: profile.embedded ? 'embedded' : 'remote',
        network: profile.embedded && config.upstreams.mode === 'embedded' ? config.upstreams.network : undefined,
        daemonConfigured: upstreams.daemon !== undefined,
        walletConfigured: upstreams.wallet !== undefined,
        signingConfigured: upstreams.signing !== undefined,
        signingElsewhere: profile.signing !== undefined,
        miningConfigured: upstreams.mining !== undefined,
        ...(session && { connection: { id: profile.id, name: profile.name }, pool: profile.pool })
      };
    },
    poolOf(session, connection) {
      const about = { method: 'GET', path: POOL_PATH };
      if (!session) throw new UnauthorizedError(about, 401, 'Sign in to Quarry first');
      const profile = connection === undefined ? selectedOf(session) : profiles.get(connection);
      if (!profile.pool) throw new NotConfiguredError(about, 503, '');
      const password = credentialsOf(profile, session).pool ?? NO_POOL_PASSWORD;
      return { ...profile.pool, password, ...(profile !== start && { resolve: addressesOf }) };
    },
    close: async () => node?.close()
  };
}

/** A start with other servers must not send them the passwords of the ones before. */
const audienceOf = ({ upstreams, signing }: Config): string =>
  JSON.stringify([
    ...(upstreams.mode === 'remote' ? [upstreams.daemon?.url, upstreams.wallet?.url] : []),
    signing?.url
  ]);

const passwordFor = (profile: Profile, service: Service, session: Session | undefined): string | undefined =>
  session && credentialsOf(profile, session)[service];

const removed = (): Response => refusal(new UnknownConnectionError());

const proxyTarget = (service: Service, upstream: Upstream): ProxyTarget => ({
  tables: TABLES[service],
  upstream,
  timeoutMs: DEFAULT_TIMEOUT_MS,
  maxBytes: MAX_ANSWER_BYTES
});

/** The node inside this process, as services. */
async function openNode({ dataDir }: Config, settings: Extract<Config['upstreams'], { mode: 'embedded' }>) {
  const { network, reset, repair, dialect = OUR_DIALECT } = settings;
  const password = secretFromFile(join(dataDir, 'apipassword'), PASSWORD_BYTES);
  // Loaded here so that a server with upstreams elsewhere never loads the node.
  const { createNode } = await import('./node/node');
  let isStopped = false;
  const node = await createNode({
    network,
    dataDir,
    password,
    reset,
    repair,
    dialect,
    onStop: () => (isStopped = true)
  });
  const asked: Upstream = async (request) => {
    // Stopped through its own API: like a daemon elsewhere, it is not there any more, and we know why.
    if (isStopped) throw new NodeStoppedError({ method: request.method, path: new URL(request.url).pathname });
    return node.fetch(withUserAgent(request));
  };
  const daemon = announceDialect(asked, { dialect, probePath: '/consensus', maxBytes: MAX_ANSWER_BYTES });
  const nextTip = () => fromEvents(() => node.tip, node.onTip);
  const server = mountedAt(WALLET_SERVER_PREFIX, daemon);
  const upstreams: Upstreams = {
    daemon,
    wallet: server,
    mining: server,
    signing: mountedAt(SIGNING_SERVER_PREFIX, daemon),
    nextTip: { daemon: nextTip, wallet: nextTip }
  };
  return { password, upstreams, close: () => node.close() };
}

function withUserAgent(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('user-agent', USER_AGENT);
  return new Request(request, { headers });
}
