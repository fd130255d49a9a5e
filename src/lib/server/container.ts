import { join } from 'node:path';
import { daemonApi } from '$lib/api/daemon/modules';
import { agentName, DIALECTS } from '$lib/api/dialect';
import { NodeStoppedError, NotConfiguredError } from '$lib/api/errors';
import type { SessionStatus } from '$lib/api/session';
import type { TipService } from '$lib/api/tips';
import { signingServerRoutes, SIGNING_SERVER_PREFIX } from '$lib/api/signing-server/routes';
import { walletServerRoutes, WALLET_SERVER_PREFIX } from '$lib/api/wallet-server/routes';
import { readConfig, type Config, type RemoteConfig } from './config';
import { endedSessionsIn } from './endedSessions';
import { inOurDialect } from './dialectUpstream';
import { proxy, refusal, type ProxyTarget } from './proxy';
import { secretFromFile } from './secretFile';
import { createOneTimeToken, createSealer, type Credentials, type Sealer } from './session';
import { sparingDaemon } from './sparingDaemon';
import { createSignIn, type SignIn } from './signIn';
import { answerTips, tipsOfDaemon, tipsOfWalletServer } from './tips';
import { told, type NextTip } from './tipStream';
import { http, mountedAt, type Upstream } from './upstream';

/** The services a page may reach through us. */
export type Service = 'daemon' | 'wallet' | 'signing';

/** The server's parts, wired. */
export interface Container {
  readonly config: Config;
  readonly sealer: Sealer;
  readonly signIn: SignIn;
  /** The link that signs one browser in, on the embedded node. */
  readonly signInLink?: string;
  /** Passes a page's request on; `path` is what follows the service's own path. */
  pass(service: Service, request: Request, path: string, credentials: Credentials | undefined): Promise<Response>;
  /** The tips of a service as they come, as lines of `GET /tips/:service`. */
  followTips(request: Request, service: TipService, credentials: Credentials | undefined): Response;
  status(signedIn: boolean): SessionStatus;
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const PASSWORD_BYTES = 16;
const KEY_BYTES = 32;
// Daemons look for their own word anywhere in it, so it may hold the words of all of them.
const USER_AGENT = `Quarry (${DIALECTS.map(agentName).join('; ')})`;

let opened: Promise<Container> | undefined;

/** The server's one container, made on first use. */
export function container(env: NodeJS.ProcessEnv = process.env): Promise<Container> {
  opened ??= createContainer(readConfig(env));
  return opened;
}

/** Wires the server. This is the only place that knows which upstreams there are. */
export async function createContainer(config: Config): Promise<Container> {
  const upstreams = await openUpstreams(config);
  const { daemon, wallet, password } = upstreams;
  const signing = config.signing ? remote(config.signing) : upstreams.signing;
  const link = createOneTimeToken();
  const signIn = createSignIn({
    daemon,
    wallet,
    signing: config.signing && signing,
    embedded: password ? { password, link } : undefined,
    clock: Date.now
  });
  const targets: Record<Service, ProxyTarget | undefined> = {
    daemon: daemon && proxyTarget(Object.values(daemonApi), daemon),
    wallet: wallet && proxyTarget([walletServerRoutes], wallet),
    signing: signing && proxyTarget([signingServerRoutes], signing)
  };
  return {
    config,
    signIn,
    sealer: createSealer({
      secret: secretFromFile(join(config.dataDir, 'session.key'), KEY_BYTES),
      audience: audienceOf(config),
      ended: endedSessionsIn(join(config.dataDir, 'ended-sessions.json'), Date.now),
      clock: Date.now
    }),
    signInLink: password && `${config.origin}/login#token=${link.text}`,
    async pass(service, request, path, credentials) {
      const target = targets[service];
      if (target) return proxy(target, request, path, credentials?.[service]);
      return refusal(new NotConfiguredError({ method: request.method, path }, 503, ''));
    },
    followTips: (request, service, credentials) =>
      answerTips(request, service, upstreams.nextTip[service], credentials?.[service]),
    status: (signedIn) => ({
      signedIn,
      mode: config.upstreams.mode,
      network: config.upstreams.mode === 'embedded' ? config.upstreams.network : undefined,
      daemonConfigured: daemon !== undefined,
      walletConfigured: wallet !== undefined,
      signingConfigured: signing !== undefined,
      signingElsewhere: config.signing !== undefined
    }),
    close: upstreams.close
  };
}

/** A start with other servers must not send them the passwords of the ones before. */
const audienceOf = ({ upstreams, signing }: Config): string =>
  JSON.stringify([
    ...(upstreams.mode === 'remote' ? [upstreams.daemon?.url, upstreams.wallet?.url] : []),
    signing?.url
  ]);

const proxyTarget = (tables: ProxyTarget['tables'], upstream: Upstream): ProxyTarget => ({
  tables,
  upstream,
  timeoutMs: DEFAULT_TIMEOUT_MS,
  maxBytes: MAX_ANSWER_BYTES
});

interface Upstreams {
  readonly daemon?: Upstream;
  readonly wallet?: Upstream;
  readonly signing?: Upstream;
  readonly nextTip: Readonly<Partial<Record<TipService, (password: string) => NextTip>>>;
  /** The embedded node's password. */
  readonly password?: string;
  close(): Promise<void>;
}

async function openUpstreams({ upstreams, dataDir }: Config): Promise<Upstreams> {
  if (upstreams.mode === 'remote') {
    const daemon = upstreams.daemon && sparingDaemon(remote(upstreams.daemon, '/consensus'));
    const wallet = upstreams.wallet && remote(upstreams.wallet, '/consensus/tipstate');
    return {
      daemon,
      wallet,
      nextTip: { daemon: daemon && tipsOfDaemon(daemon), wallet: wallet && tipsOfWalletServer(wallet) },
      close: async () => {}
    };
  }
  const password = secretFromFile(join(dataDir, 'apipassword'), PASSWORD_BYTES);
  const { network, reset } = upstreams;
  // Loaded here so that a server with upstreams elsewhere never loads the node.
  const { createDevNode } = await import('./devnode/node');
  let isStopped = false;
  const node = await createDevNode({ network, dataDir, password, reset, onStop: () => (isStopped = true) });
  const daemon: Upstream = async (request) => {
    // Stopped through its own API: like a daemon elsewhere, it is not there any more, and we know why.
    if (isStopped) throw new NodeStoppedError({ method: request.method, path: new URL(request.url).pathname });
    return node.fetch(withUserAgent(request));
  };
  const nextTip = () => told(() => node.tip, node.onTip);
  return {
    daemon,
    nextTip: { daemon: nextTip, wallet: nextTip },
    wallet: mountedAt(WALLET_SERVER_PREFIX, daemon),
    signing: mountedAt(SIGNING_SERVER_PREFIX, daemon),
    password,
    close: () => node.close()
  };
}

/** @param probePath what shows the dialect; not needed where the configuration names it */
function remote({ url, dialect, agent }: RemoteConfig, probePath = '/'): Upstream {
  const userAgent = agent === undefined ? USER_AGENT : `${USER_AGENT} ${agent}`;
  return inOurDialect(http(url, userAgent), { dialect, probePath, maxBytes: MAX_ANSWER_BYTES });
}

function withUserAgent(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('user-agent', USER_AGENT);
  return new Request(request, { headers });
}
