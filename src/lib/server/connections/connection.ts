import type { Connection } from '$lib/api/quarry/connections';
import { SERVICE_IDS, type ServiceId } from '$lib/api/services/ids';
import { HTTP_SERVICE_IDS, isHttp, SERVICES, type HttpServiceId } from '$lib/api/services/services';
import type { ServiceSettings } from '$lib/api/services/settings';
import type { Config } from '../config';
import type { Credentials, Session } from '../auth/session';
import { poolLock } from '../pool/poolAccount';

/** A stored connection: the services of one node, under one name. */
export type StoredConnection = ServiceSettings & {
  readonly id: string;
  readonly name: string;
  /** Whether services without an address are those of the embedded node. */
  readonly embedded?: boolean;
  /** Set by configuration: pages cannot change or remove it. */
  readonly fixed?: boolean;
  /** Passwords from the startup configuration; others are in sessions. */
  readonly passwords?: Config['passwords'];
};

/** The connection configured at startup; always present. */
export const START_ID = 'start';
const EMBEDDED = 'embedded';

/** The connection configured at startup, named after the embedded node or the host of its first server. */
export function startConnection({ node, services, passwords }: Config): StoredConnection {
  const start = { id: START_ID, ...services, passwords, fixed: true };
  if (node) return { ...start, name: 'Quarry’s own node', embedded: true };
  const first = HTTP_SERVICE_IDS.find((id) => SERVICES[id].isNode && services[id])!;
  return { ...start, name: new URL(services[first]!.url).host };
}

/** Key of a service's password: it is sent to this address only, however the connection changes. */
function lockOf(connection: StoredConnection, id: ServiceId): string | undefined {
  if (!isHttp(id)) return connection[id] && poolLock(connection[id]);
  return connection[id]?.url ?? (connection.embedded ? EMBEDDED : undefined);
}

/** The HTTP services with their own address; of several at one address, which share a password, only the first. */
export function servicesWithPassword(connection: StoredConnection): HttpServiceId[] {
  const elsewhere = HTTP_SERVICE_IDS.filter((id) => connection[id]);
  const locks = elsewhere.map((id) => lockOf(connection, id));
  return elsewhere.filter((_, i) => locks.indexOf(locks[i]) === i);
}

/** The session's password for a service of a connection. */
export const credentialOf = (
  connection: StoredConnection,
  id: ServiceId,
  { passwords }: Pick<Session, 'passwords'>
): string | undefined => passwords[lockOf(connection, id) ?? ''] ?? connection.passwords?.[id];

/** The session's passwords for a connection. */
export const credentialsOf = (connection: StoredConnection, session: Pick<Session, 'passwords'>): Credentials =>
  Object.fromEntries(
    SERVICE_IDS.flatMap((id) => {
      const password = credentialOf(connection, id, session);
      return password === undefined ? [] : [[id, password]];
    })
  );

/** The session's password for a service's address, or for a pool account by its {@link poolLock}. */
export function passwordFor(
  lock: string,
  { passwords }: Pick<Session, 'passwords'>,
  connections: readonly StoredConnection[]
): string | undefined {
  const given = connections.flatMap((connection) =>
    SERVICE_IDS.flatMap((id) => (lockOf(connection, id) === lock ? (connection.passwords?.[id] ?? []) : []))
  );
  return passwords[lock] ?? given[0];
}

/** Adds a connection's passwords to the session's. */
export function withCredentials(
  passwords: Session['passwords'],
  connection: StoredConnection,
  credentials: Credentials
): Session['passwords'] {
  const added = SERVICE_IDS.flatMap((id) => {
    const lock = lockOf(connection, id);
    const password = credentials[id];
    return lock === undefined || password === undefined ? [] : [[lock, password] as const];
  });
  return { ...passwords, ...Object.fromEntries(added) };
}

/** Drops passwords that no connection needs. */
export function neededPasswords(
  passwords: Session['passwords'],
  connections: readonly StoredConnection[]
): Session['passwords'] {
  const locks = new Set(connections.flatMap((connection) => SERVICE_IDS.map((id) => lockOf(connection, id))));
  return Object.fromEntries(Object.entries(passwords).filter(([lock]) => locks.has(lock)));
}

/** A connection as its page receives it. */
export function connectionOf(stored: StoredConnection, session: Session): Connection {
  const { passwords: _, embedded = false, fixed = false, ...shown } = stored;
  const unlocked = credentialsOf(stored, session);
  return {
    ...shown,
    embedded,
    fixed,
    unlocked: SERVICE_IDS.filter((id) => unlocked[id] !== undefined)
  };
}
