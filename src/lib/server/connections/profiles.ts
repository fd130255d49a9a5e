import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { connectionDraft, type ConnectionDraft } from '$lib/api/quarry/connections';
import type { CONNECTION_CODES } from '$lib/api/http/errors';
import { AppError } from '$lib/errors';
import { readPoolUrl, readServerUrl, withApi, type RemoteConfig } from '../config';
import type { Profile } from './profile';

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
const MOST_PROFILES = 20;
const MOST_LETTERS = 60;
const ID_BYTES = 6;

const stored = z.array(z.extend(connectionDraft, { id: z.string() }));

/** The profiles: what the start configured first, then those added since. */
export interface Profiles {
  all(): readonly Profile[];
  find(id: string): Profile | undefined;
  /** @throws {UnknownConnectionError} */
  get(id: string): Profile;
  /** @throws {ConnectionError} the draft cannot be used, and why */
  add(draft: ConnectionDraft): Profile;
  change(id: string, draft: ConnectionDraft): Profile;
  remove(id: string): void;
}

/** @param path the file that keeps those added; it holds no passwords */
export function profilesIn(path: string, start: Profile): Profiles {
  let added: readonly Profile[] = readProfiles(path);

  function keep(profiles: readonly Profile[]): void {
    writeFileSync(`${path}.new`, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    added = profiles;
  }

  const find = (id: string): Profile | undefined => [start, ...added].find((profile) => profile.id === id);

  function get(id: string): Profile {
    const found = find(id);
    if (found) return found;
    throw new UnknownConnectionError();
  }

  function getAdded(id: string): Profile {
    const profile = get(id);
    if (profile !== start) return profile;
    throw new ConnectionError(
      'connection/fixed',
      'This connection is what Quarry was started with. Start it with other settings to change it.'
    );
  }

  function checked(draft: ConnectionDraft, id: string): Profile {
    const profile = { id, ...readDraft(draft) };
    const isTaken = [start, ...added].some((other) => other.id !== id && other.name === profile.name);
    if (isTaken) throw new ConnectionError('connection/invalid', `Another connection is named “${profile.name}”.`);
    return profile;
  }

  return {
    all: () => [start, ...added],
    find,
    get,
    add(draft) {
      if (added.length >= MOST_PROFILES) {
        throw new ConnectionError(
          'connection/too-many',
          `${MOST_PROFILES} connections are the most. Remove one first.`
        );
      }
      const profile = checked(draft, randomBytes(ID_BYTES).toString('hex'));
      keep([...added, profile]);
      return profile;
    },
    change(id, draft) {
      getAdded(id);
      const profile = checked(draft, id);
      keep(added.map((other) => (other.id === id ? profile : other)));
      return profile;
    },
    remove(id) {
      getAdded(id);
      keep(added.filter((profile) => profile.id !== id));
    }
  };
}

function readProfiles(path: string): readonly Profile[] {
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

const NAMES = {
  daemon: 'daemon',
  wallet: 'wallet server',
  signing: 'signing server',
  mining: 'mining server'
} as const;

/** @throws {ConnectionError} naming what is wrong with it */
export function readDraft(draft: ConnectionDraft): Omit<Profile, 'id'> {
  const name = draft.name.trim();
  if (name === '' || name.length > MOST_LETTERS) {
    throw new ConnectionError('connection/invalid', `Give the connection a name of at most ${MOST_LETTERS} letters.`);
  }
  const services = {
    daemon: readRemote('daemon', draft.daemon),
    wallet: withApi(readRemote('wallet', draft.wallet)),
    signing: readRemote('signing', draft.signing),
    mining: withApi(readRemote('mining', draft.mining)),
    pool: draft.pool && readPool(draft.pool)
  };
  if (Object.values(services).every((service) => service === undefined)) {
    throw new ConnectionError('connection/invalid', 'Give the address of one service at least.');
  }
  return { name, ...services };
}

function readRemote(service: keyof typeof NAMES, remote: RemoteConfig | undefined): RemoteConfig | undefined {
  if (remote === undefined) return undefined;
  const refuse = (problem: string) =>
    new ConnectionError('connection/invalid', `The address of the ${NAMES[service]} ${problem}.`);
  const agent = remote.agent?.trim() || undefined;
  // A header's value; anything else would break the request it stands in.
  if (agent !== undefined && !/^[\x20-\x7e]{1,200}$/.test(agent)) {
    throw new ConnectionError(
      'connection/invalid',
      `The agent of the ${NAMES[service]} must be plain letters and signs.`
    );
  }
  return { url: readServerUrl(remote.url.trim(), refuse), dialect: remote.dialect, agent };
}

function readPool({ url, user }: { readonly url: string; readonly user: string }) {
  const refuse = (problem: string) => new ConnectionError('connection/invalid', `The address of the pool ${problem}.`);
  if (user.trim() === '') {
    throw new ConnectionError('connection/invalid', 'Say whom the pool counts work for: often a payout address.');
  }
  return { url: readPoolUrl(url, refuse), user: user.trim() };
}
