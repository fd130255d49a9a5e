/*
 * What Quarry's server reads from its environment, all of it optional:
 *
 *   QUARRY_HOST           address the listener is bound to; default 127.0.0.1 (this computer only)
 *   QUARRY_PORT           its port; default 4180
 *   QUARRY_ORIGIN         address people use when a proxy with TLS stands in front, for example https://quarry.example
 *   QUARRY_ALLOWED_HOSTS  further host names people may use, comma separated, port included where it is not the usual one
 *   QUARRY_TRUSTED_PROXIES  proxies in front of Quarry, comma separated addresses or networks; their X-Forwarded-For is
 *                         read, so that the limit on wrong passwords counts for each client and not for the proxy
 *   QUARRY_DATA_DIR       where the embedded node and the session key live; default: the system's place for app data
 *   QUARRY_NETWORK        dev (default), dev-v1 or test: the embedded node's network
 *   QUARRY_DIALECT        the embedded node's spelling of names (see api/dialect.ts), to try out what speaks the other one
 *   QUARRY_RESET          1 starts the embedded node's chain anew
 *   QUARRY_REPAIR         1 rebuilds the embedded node's chain from the blocks in its file
 *   DAEMON_URL            a node daemon to use instead of the embedded node
 *   WALLET_URL            a wallet server to use instead of the embedded node (with or without its /api)
 *   SIGNING_URL           a signing server to use instead of the embedded node's; may stand alone
 *   MINING_URL            a mining server (with or without its /api) to use instead of the embedded node's; may stand alone
 *   POOL_URL              a mining pool, stratum+tcp://host:port, or stratum+ssl://host:port with TLS; may stand alone
 *   POOL_USER             the name that the pool counts work for, often a payout address with a worker's name
 *   POOL_PASSWORD         the pool's password, where it wants one; default: x, as most expect
 *   DAEMON_DIALECT        the daemon's spelling of names (see api/dialect.ts), when it should not be found out by asking
 *   WALLET_DIALECT        the same for the wallet server
 *   MINING_DIALECT        the same for the mining server
 *   SIGNING_DIALECT       the same for the signing server, which cannot be asked; default: the wallet server's, else the
 *                         daemon's, else the real network's
 *   DAEMON_AGENT          text the daemon wants to see in User-Agent, when it was started with an agent of its own
 *
 * When DAEMON_URL or WALLET_URL is set, the embedded node stays off and the service without a URL is not there. Further
 * servers are added on the Connections page (see connections.ts).
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { DIALECTS, NETWORK_DIALECT, type Dialect } from '$lib/api/dialect';
import { AppError } from '$lib/errors';
import { readTrustedProxies, type TrustedProxies } from './trustedProxies';

/** A setting that cannot be understood; the start stops with it. */
export class ConfigError extends AppError {
  readonly code = 'server/config';

  constructor(
    readonly variable: string,
    problem: string
  ) {
    super(`${variable} ${problem}`);
  }
}

export const NETWORKS = ['dev', 'dev-v1', 'test'] as const;
/** A preset of the embedded node. */
export type NetworkName = (typeof NETWORKS)[number];

/** A server elsewhere that we speak to. */
export interface RemoteConfig {
  /** Without a slash at the end. */
  readonly url: string;
  /** Found out by asking when not given. */
  readonly dialect?: Dialect;
  readonly agent?: string;
}

/** A mining pool that we speak stratum to. */
export interface PoolConfig {
  /** `stratum+tcp://host:port`, or `stratum+ssl` or `stratum+tls` */
  readonly url: string;
  readonly user: string;
}

/** The environment, read once. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** What people open: scheme, host and port. */
  readonly origin: string;
  /** Lower-case `host` or `host:port` values a Host header may have. */
  readonly allowedHosts: readonly string[];
  readonly trustedProxies: TrustedProxies;
  readonly dataDir: string;
  readonly upstreams:
    | {
        readonly mode: 'embedded';
        readonly network: NetworkName;
        readonly reset: boolean;
        readonly repair: boolean;
        readonly dialect?: Dialect;
      }
    | { readonly mode: 'remote'; readonly daemon?: RemoteConfig; readonly wallet?: RemoteConfig };
  /** A signing server elsewhere. */
  readonly signing?: RemoteConfig;
  /** A mining server elsewhere. */
  readonly mining?: RemoteConfig;
  readonly pool?: PoolConfig;
  /** For the pool of the start; no page sees it. */
  readonly poolPassword?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = '4180';
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
/** As it stands in an address: IPv6 has brackets. */
const HOST_NAME = /^(?:[\w.-]+|\[[0-9a-f:.]+\])$/i;
const LISTEN_EVERYWHERE = ['0.0.0.0', '::'];

/**
 * @throws {ConfigError} naming the variable
 */
export function readConfig(env: Environment, platform: NodeJS.Platform = process.platform): Config {
  const host = readHost(env.QUARRY_HOST || '127.0.0.1');
  const port = readPort(env.QUARRY_PORT || DEFAULT_PORT);
  const origin = readOrigin(env.QUARRY_ORIGIN, host, port);
  return {
    host,
    port,
    origin,
    allowedHosts: allowedHosts(env, host, port, origin),
    trustedProxies: readTrustedProxies(
      env.QUARRY_TRUSTED_PROXIES ?? '',
      (problem) => new ConfigError('QUARRY_TRUSTED_PROXIES', problem)
    ),
    dataDir: resolve(env.QUARRY_DATA_DIR || defaultDataDir(env, platform)),
    upstreams: readUpstreams(env),
    signing: readSigning(env),
    mining: withApi(readRemote(env, 'MINING')),
    pool: readPool(env),
    poolPassword: env.POOL_PASSWORD || undefined
  };
}

/** An address or a name, IPv6 without its brackets. */
function readHost(text: string): string {
  const host = text.replace(/^\[(.*)\]$/, '$1');
  if (!HOST_NAME.test(bracketed(host))) throw new ConfigError('QUARRY_HOST', 'must be an address or a name');
  return host;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535) throw new ConfigError('QUARRY_PORT', 'must be from 1 to 65535');
  return port;
}

function readOrigin(text: string | undefined, host: string, port: number): string {
  if (text) return readUrl('QUARRY_ORIGIN', text).origin;
  const name = LISTEN_EVERYWHERE.includes(host) ? '127.0.0.1' : bracketed(host);
  return new URL(`http://${name}:${port}`).origin;
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Names that could only be ours. A page that rebinds its own name to this address shows that name in Host. */
function allowedHosts(env: Environment, host: string, port: number, origin: string): string[] {
  const names = [...LOOPBACK_NAMES, ...(LISTEN_EVERYWHERE.includes(host) ? [] : [bracketed(host)])];
  const further = (env.QUARRY_ALLOWED_HOSTS ?? '').split(',').flatMap((name) => readAllowedHost(name.trim()));
  // Through URL: browsers leave port 80 out.
  const all = [...names.map((name) => new URL(`http://${name}:${port}`).host), new URL(origin).host, ...further];
  return [...new Set(all)];
}

function readAllowedHost(text: string): string[] {
  if (text === '') return [];
  const name = text.toLowerCase();
  if (HOST_NAME.test(name.replace(/:\d+$/, ''))) return [name];
  throw new ConfigError('QUARRY_ALLOWED_HOSTS', `must list names such as rig.local:4180; "${text}" is none`);
}

function defaultDataDir(env: Environment, platform: NodeJS.Platform): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Quarry');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Quarry');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'quarry');
}

function readUpstreams(env: Environment): Config['upstreams'] {
  const daemon = readRemote(env, 'DAEMON');
  const wallet = readRemote(env, 'WALLET');
  if (daemon || wallet) return { mode: 'remote', daemon, wallet: withApi(wallet) };
  const network = env.QUARRY_NETWORK || 'dev';
  if (!isNetworkName(network)) throw new ConfigError('QUARRY_NETWORK', `must be one of ${NETWORKS.join(', ')}`);
  return {
    mode: 'embedded',
    network,
    reset: env.QUARRY_RESET === '1',
    repair: env.QUARRY_REPAIR === '1',
    dialect: readDialect('QUARRY_DIALECT', env.QUARRY_DIALECT)
  };
}

const readSigning = (env: Environment): RemoteConfig | undefined =>
  withCompanionDialect(readRemote(env, 'SIGNING'), readRemote(env, 'WALLET'), readRemote(env, 'DAEMON'));

/** A signing server shows its dialect in none of its answers to a GET; those it works with speak the same one. */
export function withCompanionDialect(
  signing: RemoteConfig | undefined,
  ...companions: readonly (RemoteConfig | undefined)[]
): RemoteConfig | undefined {
  const dialect = [signing, ...companions].find((server) => server?.dialect !== undefined)?.dialect;
  return signing && { ...signing, dialect: dialect ?? NETWORK_DIALECT };
}

const isNetworkName = (text: string): text is NetworkName => (NETWORKS as readonly string[]).includes(text);

function readRemote(env: Environment, service: 'DAEMON' | 'WALLET' | 'SIGNING' | 'MINING'): RemoteConfig | undefined {
  const variable = `${service}_URL`;
  const text = env[variable];
  if (!text) return undefined;
  return {
    url: readServerUrl(text, (problem) => new ConfigError(variable, problem)),
    dialect: readDialect(`${service}_DIALECT`, env[`${service}_DIALECT`]),
    agent: env[`${service}_AGENT`] || undefined
  };
}

/**
 * The address of a server elsewhere, as we keep it: without a slash at the end.
 * @param refuse makes the error to throw of what is wrong with the text
 */
export function readServerUrl(text: string, refuse: (problem: string) => AppError): string {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw refuse('must be an http:// or https:// address');
  if (url.username !== '' || url.password !== '') {
    throw refuse('must not hold a password; it is asked for when you sign in');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function readPool(env: Environment): PoolConfig | undefined {
  if (!env.POOL_URL) return undefined;
  const url = readPoolUrl(env.POOL_URL, (problem) => new ConfigError('POOL_URL', problem));
  if (!env.POOL_USER) throw new ConfigError('POOL_USER', 'must name whom the pool counts work for');
  return { url, user: env.POOL_USER };
}

const POOL_SCHEMES = ['stratum+tcp:', 'stratum+ssl:', 'stratum+tls:'];

/** A pool's address: scheme, host and port, nothing else. */
export function readPoolUrl(text: string, refuse: (problem: string) => AppError): string {
  const url = URL.parse(text.trim());
  const isWhole = url && POOL_SCHEMES.includes(url.protocol) && url.hostname !== '' && url.port !== '';
  if (!isWhole || url.username !== '' || url.password !== '' || !['', '/'].includes(url.pathname)) {
    throw refuse('must be an address such as stratum+tcp://pool.example:3333');
  }
  return `${url.protocol}//${url.host}`;
}

function readUrl(variable: string, text: string): URL {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError(variable, 'must be an http:// or https:// address');
  }
  return url;
}

function readDialect(variable: string, text: string | undefined): Dialect | undefined {
  if (!text || text === 'auto') return undefined;
  const dialect = DIALECTS.find((known) => known === text);
  if (!dialect) throw new ConfigError(variable, `must be auto or one of ${DIALECTS.join(', ')}`);
  return dialect;
}

/** Wallet and mining servers keep everything below /api. */
export const withApi = <R extends RemoteConfig | undefined>(remote: R): R =>
  remote && { ...remote, url: remote.url.endsWith('/api') ? remote.url : `${remote.url}/api` };
