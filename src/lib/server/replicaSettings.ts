import { readFileSync } from 'node:fs';

/** Settings shared by several servers behind one address. */
export interface ReplicaSettings {
  /** Secrets of sessions, of which the first seals new ones; empty to use this server's own. */
  readonly sessionKeys: readonly string[];
  /** The additional connections as JSON, and where it was read from; undefined to use those added on the page. */
  readonly connections?: { readonly text: string; readonly source: string };
  /** The broker between the servers; if undefined, each follows its nodes by itself. */
  readonly nats?: NatsAddress;
}

/** Address of a NATS broker, and our credentials. */
export interface NatsAddress {
  /** Brokers of one cluster, `host:port` each. */
  readonly servers: readonly string[];
  readonly tls: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
}

/** Creates the error for a problem with a variable. */
type Refuse = (variable: string, problem: string) => Error;

/** @throws errors created by `refuse` */
export function readReplicaSettings(
  env: Readonly<Record<string, string | undefined>>,
  refuse: Refuse
): ReplicaSettings {
  const sessionKeys = readSessionKeys(env, refuse);
  const nats = env.NATS_URL ? readNatsUrls(env.NATS_URL, refuse) : undefined;
  if (nats && sessionKeys.length === 0)
    throw refuse('NATS_URL', 'requires QUARRY_SESSION_KEY, the same on every server');
  return { sessionKeys, connections: readConnections(env.QUARRY_CONNECTIONS, refuse), nats };
}

function readSessionKeys(env: Readonly<Record<string, string | undefined>>, refuse: Refuse): string[] {
  const { QUARRY_SESSION_KEY: keys, QUARRY_SESSION_KEY_FILE: file } = env;
  if (keys && file) throw refuse('QUARRY_SESSION_KEY', 'and QUARRY_SESSION_KEY_FILE cannot both be set');
  if (keys) return checkKeys('QUARRY_SESSION_KEY', keys.split(','), refuse);
  if (file)
    return checkKeys('QUARRY_SESSION_KEY_FILE', readText('QUARRY_SESSION_KEY_FILE', file, refuse).split('\n'), refuse);
  return [];
}

/** 32 characters of hex are 16 random bytes; with a guessed key, every password in a cookie can be read. */
const SESSION_KEY = /^[\w.~+/=-]{32,}$/;

function checkKeys(variable: string, written: readonly string[], refuse: Refuse): string[] {
  const keys = written.map((key) => key.trim()).filter((key) => key !== '');
  if (keys.length > 0 && keys.every((key) => SESSION_KEY.test(key))) return keys;
  throw refuse(
    variable,
    'must have keys of at least 32 letters, digits or -._~+/=, such as openssl rand -hex 32 generates'
  );
}

/** A user name without a password is a token, as in the broker's own tools. */
function readNatsUrls(text: string, refuse: Refuse): NatsAddress {
  const urls = text.split(',').map((part) => URL.parse(part.trim()));
  const known = urls.filter((url) => url !== null && ['nats:', 'tls:'].includes(url.protocol) && url.hostname !== '');
  const [first] = known;
  if (!first || known.length < urls.length || known.some((url) => url!.protocol !== first.protocol)) {
    // Omits the given value, which may contain a password.
    throw refuse('NATS_URL', 'must be addresses such as nats://127.0.0.1:4222 or tls://user:password@broker:4222');
  }
  const [user, password] = [first.username, first.password].map((part) => unescaped(part, refuse) || undefined);
  return {
    servers: known.map((url) => `${url!.hostname}:${url!.port || NATS_PORT}`),
    tls: first.protocol === 'tls:',
    ...(password === undefined ? { token: user } : { user, password })
  };
}

function unescaped(part: string, refuse: Refuse): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refuse(
      'NATS_URL',
      'has a % in its user name or password that does not begin an escape sequence; write it as %25'
    );
  }
}

const NATS_PORT = 4222;

/** JSON begins with a bracket or a brace; anything else is a file. */
function readConnections(written: string | undefined, refuse: Refuse): ReplicaSettings['connections'] {
  if (!written) return undefined;
  if (/^\s*[[{]/.test(written)) return { text: written, source: 'QUARRY_CONNECTIONS' };
  return { text: readText('QUARRY_CONNECTIONS', written, refuse), source: written };
}

function readText(variable: string, file: string, refuse: Refuse): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw refuse(
      variable,
      `names a file that cannot be read (${error instanceof Error ? error.message : String(error)})`
    );
  }
}
