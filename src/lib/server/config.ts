/*
 * Settings of Quarry's server, from environment variables; .env.example describes each.
 *
 * If DAEMON_URL or WALLET_URL is set, the embedded node is off, and a service without a URL is not available. More
 * servers can be added on the Connections page (see connections/store.ts).
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { DIALECTS, type Dialect } from '$lib/api/dialect';
import type { SettingErrorCode } from '$lib/api/quarry/errors';
import { SERVICE_IDS, type ServiceId } from '$lib/api/services/ids';
import { HTTP_SERVICE_IDS, isStratum, SERVICES } from '$lib/api/services/services';
import type { ServiceSettings } from '$lib/api/services/settings';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { AppError } from '$lib/errors';
import { isDialable } from '$lib/peers/address';
import { MIN_KEPT_BLOCKS } from './node/chain/prune';
import type { PeerOptions } from './node/peers/peerNetwork';
import { readDialect, readSettings } from './serviceSettings';
import { readReplicaSettings, type ReplicaSettings } from './replicaSettings';
import { readWebhook, type WebhookSettings } from './webhookSettings';
import { readTrustedProxies, type TrustedProxies } from './trustedProxies';

/** An invalid setting, which prevents the start. */
export class ConfigError extends AppError {
  readonly code = 'server/config';

  constructor(
    readonly variable: string,
    problem: string
  ) {
    super(`${variable} ${problem}`);
  }
}

/** Public networks, joined through their bootstrap nodes. */
const PUBLIC_NETWORKS = ['main', 'zen'] as const;
export const NETWORKS = [...PUBLIC_NETWORKS, 'dev', 'dev-v1', 'test'] as const;
/** A preset of the embedded node. */
export type NetworkName = (typeof NETWORKS)[number];

/** A private network. */
export interface NetworkFile {
  /** Absolute path. */
  readonly file: string;
}

/** Startup settings of the embedded node. */
export interface NodeSettings {
  readonly network: NetworkName | NetworkFile;
  readonly reset: boolean;
  readonly repair: boolean;
  readonly dialect?: Dialect;
  /** Undefined for no peers. */
  readonly peers?: PeerOptions;
  /** Block at which a new chain begins; genesis if undefined. */
  readonly checkpoint?: ChainIndex | 'published';
  readonly checkAllSignatures: boolean;
  /** Number of blocks kept in full; all if undefined. */
  readonly keepBlocks?: number;
}

/** The environment, read once. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Public address: scheme, host and port. */
  readonly origin: string;
  /** Lower-case `host` or `host:port` values a Host header may have. */
  readonly allowedHosts: readonly string[];
  readonly trustedProxies: TrustedProxies;
  /** Enables /metrics. */
  readonly metricsToken?: string;
  readonly replica: ReplicaSettings;
  /** Undefined to send nothing. */
  readonly webhook?: WebhookSettings;
  readonly dataDir: string;
  /** The embedded node; undefined if a remote node replaces it. */
  readonly node?: NodeSettings;
  /** The remote services. */
  readonly services: ServiceSettings;
  /** Passwords from the environment; never sent to a page. */
  readonly passwords: Readonly<Partial<Record<ServiceId, string>>>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = '4180';
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
/** As in a URL: IPv6 has brackets. */
const HOST_NAME = /^(?:[\w.-]+|\[[0-9a-f:.]+\])$/i;
/** Both have other spellings, such as `0` and `::0`. */
const LISTEN_EVERYWHERE = ['0.0.0.0', '[::]'];

/**
 * @throws {ConfigError} naming the variable
 */
export function readConfig(env: Environment, platform: NodeJS.Platform = process.platform): Config {
  const host = readHost(env.QUARRY_HOST || '127.0.0.1');
  const port = readPort(env.QUARRY_PORT || DEFAULT_PORT);
  const origin = readOrigin(env.QUARRY_ORIGIN, host, port);
  const services = readServices(env);
  const node = readNode(env, services);
  const webhook = readWebhook(env, (variable, problem) => new ConfigError(variable, problem));
  if (webhook && !node) throw new ConfigError('QUARRY_WEBHOOK_URL', 'requires the embedded node, which is disabled');
  return {
    host,
    port,
    origin,
    allowedHosts: allowedHosts(env, host, port, origin),
    trustedProxies: readTrustedProxies(
      env.QUARRY_TRUSTED_PROXIES ?? '',
      (problem) => new ConfigError('QUARRY_TRUSTED_PROXIES', problem)
    ),
    metricsToken: readMetricsToken(env.QUARRY_METRICS_TOKEN),
    replica: readReplicaSettings(env, (variable, problem) => new ConfigError(variable, problem)),
    dataDir: resolve(env.QUARRY_DATA_DIR || defaultDataDir(env, platform)),
    webhook,
    node,
    services,
    passwords: readPasswords(env)
  };
}

/** An address or a name, IPv6 without its brackets. */
function readHost(text: string): string {
  const host = text.replace(/^\[(.*)\]$/, '$1');
  // Plain digits and hex words between colons match the pattern but may be invalid.
  if (!HOST_NAME.test(bracketed(host)) || !URL.canParse(`http://${bracketed(host)}`)) {
    throw new ConfigError('QUARRY_HOST', 'must be an IP address or a host name');
  }
  return host;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535) throw new ConfigError('QUARRY_PORT', 'must be from 1 to 65535');
  return port;
}

function readOrigin(text: string | undefined, host: string, port: number): string {
  if (text) {
    const url = readUrl('QUARRY_ORIGIN', text);
    // The rest would be ignored, and a proxy that forwards a path shows a page without its scripts.
    if (url.href === `${url.origin}/`) return url.origin;
    throw new ConfigError('QUARRY_ORIGIN', 'must be only a scheme, a host name and a port: Quarry has no base path');
  }
  const name = isEverywhere(host) ? '127.0.0.1' : bracketed(host);
  return new URL(`http://${name}:${port}`).origin;
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const isEverywhere = (host: string): boolean =>
  LISTEN_EVERYWHERE.includes(new URL(`http://${bracketed(host)}`).hostname);

/** Host names under which we are reached. A page that rebinds its own name to this address sends that name in Host. */
function allowedHosts(env: Environment, host: string, port: number, origin: string): string[] {
  const names = [...LOOPBACK_NAMES, ...(isEverywhere(host) ? [] : [bracketed(host)])];
  const further = (env.QUARRY_ALLOWED_HOSTS ?? '').split(',').flatMap((name) => readAllowedHost(name.trim()));
  // Normalized by URL, because browsers omit port 80.
  const all = [...names.map((name) => new URL(`http://${name}:${port}`).host), new URL(origin).host, ...further];
  return [...new Set(all)];
}

function readAllowedHost(text: string): string[] {
  if (text === '') return [];
  const name = text.toLowerCase();
  if (HOST_NAME.test(name.replace(/:\d+$/, ''))) return [name];
  throw new ConfigError('QUARRY_ALLOWED_HOSTS', `must list host names such as rig.local:4180, not "${text}"`);
}

/** A token68 of RFC 9110, which is valid in a header. */
function readMetricsToken(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (/^[\w.~+/-]{16,}=*$/.test(text)) return text;
  throw new ConfigError('QUARRY_METRICS_TOKEN', 'must be at least 16 letters, digits or -._~+/');
}

function defaultDataDir(env: Environment, platform: NodeJS.Platform): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Quarry');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Quarry');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'quarry');
}

/** The settings of each service begin with its name: `WALLET_URL`, `WALLET_DIALECT`, `POOL_USER`. */
function readServices(env: Environment): ServiceSettings {
  let services: ServiceSettings = {};
  for (const id of SERVICE_IDS) {
    const read = (field: string) => env[`${id}_${field}`.toUpperCase()] || undefined;
    const url = read('url');
    if (url === undefined) continue;
    const written = { url, dialect: read('dialect'), agent: read('agent'), user: read('user') };
    services = { ...services, ...readSettings(id, written, (field, fault) => variableError(id, field, fault)) };
  }
  return services;
}

/** Only of pools: the password of a pool account does not protect a node. */
const readPasswords = (env: Environment): Config['passwords'] =>
  Object.fromEntries(
    SERVICE_IDS.filter(isStratum).flatMap((id) => {
      const password = env[`${id}_PASSWORD`.toUpperCase()];
      return password ? [[id, password]] : [];
    })
  );

const SETTING_PROBLEMS: Readonly<Record<SettingErrorCode, string>> = {
  'connection/url-not-http': 'must be an http:// or https:// address',
  'connection/url-with-password': 'must not contain a password; you enter it when you sign in',
  'connection/url-not-stratum': 'must be an address such as stratum+tcp://pool.example:3333',
  'connection/user-missing': 'must be the account that the pool credits, often a payout address',
  'connection/agent-characters': 'must be at most 200 printable ASCII characters',
  'connection/dialect-unknown': `must be auto or one of ${DIALECTS.join(', ')}`
};

const variableError = (prefix: string, field: string, fault: SettingErrorCode): ConfigError =>
  new ConfigError(`${prefix}_${field}`.toUpperCase(), SETTING_PROBLEMS[fault]);

/** The embedded node runs unless a remote node replaces it. */
function readNode(env: Environment, services: ServiceSettings): NodeSettings | undefined {
  if (HTTP_SERVICE_IDS.some((id) => SERVICES[id].isNode && services[id])) return undefined;
  const network = readNetwork(env.QUARRY_NETWORK || 'dev');
  const dialect = readDialect(env.QUARRY_DIALECT, (field, fault) => variableError('QUARRY', field, fault));
  const reset = readSwitch(env, 'QUARRY_RESET');
  const repair = readSwitch(env, 'QUARRY_REPAIR');
  if (reset && repair) throw new ConfigError('QUARRY_RESET', 'deletes the chain that QUARRY_REPAIR would rebuild');
  return {
    network,
    reset,
    repair,
    dialect,
    peers: readPeers(env, network),
    checkpoint: readCheckpoint(env.QUARRY_CHECKPOINT),
    checkAllSignatures: readSwitch(env, 'QUARRY_CHECK_SIGNATURES'),
    keepBlocks: readKeptBlocks(env.QUARRY_KEEP_BLOCKS, network)
  };
}

/** Anything other than 1 or 0 is refused: a node must not connect to others because its switch was set to "true". */
function readSwitch(env: Environment, variable: string): boolean {
  const text = env[variable];
  if (!text || text === '0') return false;
  if (text === '1') return true;
  throw new ConfigError(variable, 'must be 1, or 0 for off');
}

function readNetwork(text: string): NetworkName | NetworkFile {
  if (isNetworkName(text)) return text;
  if (text.endsWith('.json')) return { file: resolve(text) };
  throw new ConfigError('QUARRY_NETWORK', `must be one of ${NETWORKS.join(', ')}, or a *.json file`);
}

const CHECKPOINT = /^(\d{1,15})::([0-9a-f]{64})$/i;

function readCheckpoint(text: string | undefined): NodeSettings['checkpoint'] {
  if (!text) return undefined;
  if (text === 'published') return text;
  const [, height, id] = CHECKPOINT.exec(text) ?? [];
  if (id === undefined) {
    throw new ConfigError('QUARRY_CHECKPOINT', 'must be the height and the ID of a block as HEIGHT::ID, or published');
  }
  return { height: Number(height), id: id.toLowerCase() as BlockId };
}

const DEFAULT_KEPT_BLOCKS = 2_000;

function readKeptBlocks(text: string | undefined, network: NodeSettings['network']): number | undefined {
  if (!text) return isPublicNetwork(network) ? DEFAULT_KEPT_BLOCKS : undefined;
  if (text === 'all') return undefined;
  if (!/^\d{1,15}$/.test(text) || Number(text) < MIN_KEPT_BLOCKS) {
    throw new ConfigError('QUARRY_KEEP_BLOCKS', `must be all, or a number of at least ${MIN_KEPT_BLOCKS}`);
  }
  return Number(text);
}

function readPeers(env: Environment, network: NodeSettings['network']): PeerOptions | undefined {
  const { QUARRY_LISTEN: listen, QUARRY_PEERS: list = '' } = env;
  if (readSwitch(env, 'QUARRY_NO_PEERS')) return undefined;
  const peers = list.split(',').flatMap((entry) => entry.trim() || []);
  if (!listen && peers.length === 0 && !isPublicNetwork(network)) return undefined;
  for (const peer of peers) {
    if (!isDialable(peer)) throw new ConfigError('QUARRY_PEERS', `must be a list of host:port, not ${peer}`);
  }
  if (listen && !isDialable(listen.replace(/:0$/, ':1'))) {
    throw new ConfigError('QUARRY_LISTEN', `must be host:port, not ${listen}`);
  }
  return { listen: listen || undefined, peers, discover: !readSwitch(env, 'QUARRY_NO_BOOTSTRAP') };
}

const isPublicNetwork = (network: NodeSettings['network']): boolean =>
  (PUBLIC_NETWORKS as readonly unknown[]).includes(network);

const isNetworkName = (text: string): text is NetworkName => (NETWORKS as readonly string[]).includes(text);

function readUrl(variable: string, text: string): URL {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError(variable, 'must be an http:// or https:// address');
  }
  return url;
}
