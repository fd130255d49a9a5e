import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { connectionDraft, type ConnectionDraft } from '$lib/api/quarry/connections';
import type { CONNECTION_CODES } from '$lib/api/http/errors';
import { AppError } from '$lib/errors';
import { SERVICE_IDS, type ServiceId } from '$lib/api/services/ids';
import { SERVICES } from '$lib/api/services/services';
import type { ServiceSettings } from '$lib/api/services/settings';
import { addressesIn, readSettings } from '../serviceSettings';
import type { StoredConnection } from './connection';

/** Something that cannot be done with a connection, in words for the person who wanted it. */
export class ConnectionError extends AppError {
  constructor(
    readonly code: (typeof CONNECTION_CODES)[number],
    message: string
  ) {
    super(message);
  }
}

/** There is no connection of that id, or no more. */
export class UnknownConnectionError extends ConnectionError {
  constructor() {
    super('connection/unknown', 'This connection was removed. Choose another one.');
  }
}

/** Their passwords share one cookie. */
const MAX_CONNECTIONS = 20;
const MAX_LETTERS = 60;
const ID_BYTES = 6;

const stored = z.array(z.extend(connectionDraft, { id: z.string() }));

/** The connections: what the start configured first, then those added since. */
export interface ConnectionStore {
  all(): readonly StoredConnection[];
  find(id: string): StoredConnection | undefined;
  /** @throws {UnknownConnectionError} */
  get(id: string): StoredConnection;
  /** @throws {ConnectionError} the draft cannot be used, and why */
  add(draft: ConnectionDraft): StoredConnection;
  change(id: string, draft: ConnectionDraft): StoredConnection;
  remove(id: string): void;
}

/** @param path the file that keeps those added; it holds no passwords */
export function openConnections(path: string, start: StoredConnection): ConnectionStore {
  let added: readonly StoredConnection[] = readConnections(path);

  function keep(connections: readonly StoredConnection[]): void {
    writeFileSync(`${path}.new`, `${JSON.stringify(connections, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    added = connections;
  }

  const find = (id: string): StoredConnection | undefined =>
    [start, ...added].find((connection) => connection.id === id);

  function get(id: string): StoredConnection {
    const found = find(id);
    if (found) return found;
    throw new UnknownConnectionError();
  }

  function getAdded(id: string): StoredConnection {
    const connection = get(id);
    if (connection !== start) return connection;
    throw new ConnectionError(
      'connection/fixed',
      'This connection is what Quarry was started with. Start it with other settings to change it.'
    );
  }

  function checked(draft: ConnectionDraft, id: string): StoredConnection {
    const connection = { id, ...readDraft(draft) };
    const isTaken = [start, ...added].some((other) => other.id !== id && other.name === connection.name);
    if (isTaken) throw new ConnectionError('connection/invalid', `Another connection is named “${connection.name}”.`);
    return connection;
  }

  return {
    all: () => [start, ...added],
    find,
    get,
    add(draft) {
      if (added.length >= MAX_CONNECTIONS) {
        throw new ConnectionError(
          'connection/too-many',
          `${MAX_CONNECTIONS} connections are the most. Remove one first.`
        );
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

function readConnections(path: string): readonly StoredConnection[] {
  try {
    return stored
      .parse(JSON.parse(readFileSync(path, 'utf8')))
      .map(({ id, ...draft }) => ({ id, ...readDraft(draft) }));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new ConnectionError(
      'connection/invalid',
      `${path} cannot be read: move it away, and Quarry starts without it.`
    );
  }
}

/** @throws {ConnectionError} naming what is wrong with it */
export function readDraft(draft: ConnectionDraft): Omit<StoredConnection, 'id'> {
  const name = draft.name.trim();
  if (name === '' || name.length > MAX_LETTERS) {
    throw new ConnectionError('connection/invalid', `Give the connection a name of at most ${MAX_LETTERS} letters.`);
  }
  let services: ServiceSettings = {};
  for (const id of SERVICE_IDS) {
    const written = draft[id];
    if (written) services = { ...services, ...readSettings(id, written, (...wrong) => invalidField(id, ...wrong)) };
  }
  if (addressesIn(services).length === 0) {
    throw new ConnectionError('connection/invalid', 'Give the address of one service at least.');
  }
  return { name, ...services };
}

const FIELD_NAMES = { url: 'address', user: 'account', agent: 'agent', dialect: 'dialect' } as const;

const invalidField = (id: ServiceId, field: keyof typeof FIELD_NAMES, problem: string): ConnectionError =>
  new ConnectionError('connection/invalid', `The ${FIELD_NAMES[field]} of the ${SERVICES[id].name} ${problem}.`);
