import { hash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { connectionDraft, MAX_CONNECTION_NAME, type ConnectionDraft } from '$lib/api/quarry/connections';
import { SERVICE_IDS } from '$lib/api/services/ids';
import type { ServiceSettings } from '$lib/api/services/settings';
import { DamagedDataFileError, readDataFile, writeDataFile, type DataFileFormat } from '../dataFile';
import { ConfigError } from '../config';
import { ServerRefusal } from '../errors';
import { addressesIn, readSettings } from '../serviceSettings';
import type { StoredConnection } from './connection';

/** All their passwords have to fit into one cookie. */
const MAX_CONNECTIONS = 20;
const ID_BYTES = 6;

const IF_DAMAGED = 'Move it elsewhere: Quarry then starts without its connections, and you can add them again.';

const FORMAT: DataFileFormat<{ connections: (ConnectionDraft & { id: string })[] }> = {
  version: 1,
  content: z.object({ connections: z.array(z.extend(connectionDraft, { id: z.string() })) }),
  migrations: { 0: (connections) => ({ connections }) },
  ifDamaged: IF_DAMAGED,
  ifNewer: 'Start the version that wrote it, or move it elsewhere: Quarry then starts without its connections.'
};

/** A list written by hand, or a file copied from a data folder. */
const sharedList = z.array(z.extend(connectionDraft, { id: z.optional(z.string().check(z.regex(/^[\w-]{1,60}$/))) }));
const shared = z.union([sharedList, z.object({ connections: sharedList })]);

/** The connections: the one configured at startup first, then those added later. */
export interface ConnectionStore {
  all(): readonly StoredConnection[];
  find(id: string): StoredConnection | undefined;
  /** @throws {ServerRefusal} `connection/unknown` */
  get(id: string): StoredConnection;
  /** @throws {ServerRefusal} the draft is invalid */
  add(draft: ConnectionDraft): StoredConnection;
  change(id: string, draft: ConnectionDraft): StoredConnection;
  remove(id: string): void;
}

/**
 * @param path file of the added connections; it contains no passwords
 * @throws {DamagedDataFileError | DataFileVersionError}
 */
export function openConnections(path: string, start: StoredConnection): ConnectionStore {
  let added: readonly StoredConnection[] = readConnections(path);

  function keep(connections: readonly StoredConnection[]): void {
    writeDataFile(path, FORMAT, { connections: [...connections] });
    added = connections;
  }

  const find = (id: string): StoredConnection | undefined => findIn([start, ...added], id);
  const get = (id: string): StoredConnection => getIn([start, ...added], id);

  function getAdded(id: string): StoredConnection {
    const connection = get(id);
    if (!connection.fixed) return connection;
    throw new ServerRefusal('connection/fixed', {});
  }

  function checked(draft: ConnectionDraft, id: string): StoredConnection {
    const connection = { id, ...readDraft(draft) };
    const isTaken = [start, ...added].some((other) => other.id !== id && other.name === connection.name);
    if (isTaken) throw new ServerRefusal('connection/name-taken', { name: connection.name });
    return connection;
  }

  return {
    all: () => [start, ...added],
    find,
    get,
    add(draft) {
      if (added.length >= MAX_CONNECTIONS) {
        throw new ServerRefusal('connection/too-many', { most: MAX_CONNECTIONS });
      }
      const connection = checked(draft, randomBytes(ID_BYTES).toString('hex'));
      keep([...added, connection]);
      return connection;
    },
    change(id, draft) {
      getAdded(id);
      const connection = checked(draft, id);
      keep(added.map((other) => (other.id === id ? connection : other)));
      return connection;
    },
    remove(id) {
      getAdded(id);
      keep(added.filter((connection) => connection.id !== id));
    }
  };
}

/**
 * Connections shared by all servers behind one address: the one configured at startup and the given ones. Pages cannot
 * change them, because only one of the servers would apply the change.
 * @param source what the text was read from, for errors
 * @throws {ConfigError} the text is invalid
 */
export function shareConnections(text: string, source: string, start: StoredConnection): ConnectionStore {
  const all = [start, ...readShared(text, source)];
  const repeated = (field: 'id' | 'name') => new Set(all.map((connection) => connection[field])).size < all.length;
  if (repeated('id') || repeated('name')) throw new ConfigError(source, 'has two connections with the same name or ID');
  const refuse = (): never => {
    throw new ServerRefusal('connection/shared', {});
  };
  return {
    all: () => all,
    find: (id) => findIn(all, id),
    get: (id) => getIn(all, id),
    add: refuse,
    change: refuse,
    remove: refuse
  };
}

const findIn = (connections: readonly StoredConnection[], id: string): StoredConnection | undefined =>
  connections.find((connection) => connection.id === id);

function getIn(connections: readonly StoredConnection[], id: string): StoredConnection {
  const found = findIn(connections, id);
  if (found) return found;
  throw new ServerRefusal('connection/unknown', {});
}

/** A connection without an id gets one derived from its name, the same on every server. */
function readShared(text: string, source: string): readonly StoredConnection[] {
  try {
    const read = shared.parse(JSON.parse(text));
    return (Array.isArray(read) ? read : read.connections).map(({ id, ...draft }) => {
      const settings = readDraft(draft);
      return { id: id ?? hash('sha256', settings.name).slice(0, 2 * ID_BYTES), ...settings, fixed: true };
    });
  } catch (error) {
    const reason =
      error instanceof ServerRefusal
        ? error.message
        : 'it is not a list of connections in the format of connections.json';
    throw new ConfigError(source, `cannot be used: ${reason}`);
  }
}

function readConnections(path: string): readonly StoredConnection[] {
  const drafts = readDataFile(path, FORMAT)?.connections ?? [];
  try {
    return drafts.map(({ id, ...draft }) => ({ id, ...readDraft(draft) }));
  } catch (error) {
    throw new DamagedDataFileError(path, IF_DAMAGED, { cause: error });
  }
}

/** @throws {ServerRefusal} what is wrong with it */
export function readDraft(draft: ConnectionDraft): Omit<StoredConnection, 'id'> {
  const name = draft.name.trim();
  if (name === '' || name.length > MAX_CONNECTION_NAME) {
    throw new ServerRefusal('connection/name-length', { most: MAX_CONNECTION_NAME });
  }
  let services: ServiceSettings = {};
  for (const id of SERVICE_IDS) {
    const written = draft[id];
    if (written)
      services = { ...services, ...readSettings(id, written, (_, fault) => new ServerRefusal(fault, { service: id })) };
  }
  if (addressesIn(services).length === 0) {
    throw new ServerRefusal('connection/no-address', {});
  }
  return { name, ...services };
}
