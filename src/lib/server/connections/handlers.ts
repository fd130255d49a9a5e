import type { Connection, ConnectionDraft, connectionRoutes, Passwords } from '$lib/api/quarry/connections';
import type { Handlers } from '$lib/api/http/route';
import { addressesIn } from '../serviceSettings';
import { addressesOf, ForbiddenAddressError, hostOf } from '../http/addresses';
import { isForbidden } from '../http/specialAddresses';
import { connectionOf, neededPasswords, passwordFor, START_ID, withCredentials } from './connection';
import { readDraft, type ConnectionStore } from './store';
import type { Credentials, Sealer, Session } from '../auth/session';
import { testService } from './check/checkService';

interface Parts {
  readonly connections: ConnectionStore;
}

/** Starts a session for the startup connection, the only one whose passwords sign in to Quarry. */
export function beginSession(
  { sealer, connections }: Parts & { readonly sealer: Sealer },
  credentials: Credentials
): Session {
  const passwords = withCredentials({}, connections.get(START_ID), credentials);
  return sealer.begin({ selected: START_ID, passwords });
}

/**
 * Handlers of the connection routes, for signed-in users.
 * @param keep replaces the session; throws if the cookie is full
 */
export function connectionHandlers(
  { connections }: Parts,
  session: Session,
  keep: (session: Session) => void
): Handlers<typeof connectionRoutes> {
  function unlock(id: string, given: Passwords = {}): Connection {
    const stored = connections.get(id);
    const changed = { ...session, passwords: withCredentials(session.passwords, stored, given) };
    if (Object.keys(given).length > 0) keep(changed);
    return connectionOf(stored, changed);
  }

  return {
    list: () => ({
      selected: connections.find(session.selected)?.id ?? START_ID,
      connections: connections.all().map((stored) => connectionOf(stored, session))
    }),
    async add({ body: { passwords, ...draft } }) {
      await checkAddresses(draft);
      const { id } = connections.add(draft);
      try {
        return unlock(id, passwords);
      } catch (error) {
        // A refused connection is not stored.
        connections.remove(id);
        throw error;
      }
    },
    async change({ params: { id }, body: { passwords, ...draft } }) {
      await checkAddresses(draft);
      connections.change(id, draft);
      return unlock(id, passwords);
    },
    unlock: ({ params: { id }, body }) => unlock(id, body),
    remove({ params: { id } }) {
      connections.remove(id);
      keep({
        ...session,
        selected: session.selected === id ? START_ID : session.selected,
        passwords: neededPasswords(session.passwords, connections.all())
      });
    },
    select({ params: { id } }) {
      keep({ ...session, selected: connections.get(id).id });
    },
    test: ({ body }) => testService(body, (lock) => passwordFor(lock, session, connections.all()))
  };
}

/**
 * Refuses names that resolve to a forbidden address; names that do not resolve pass. This gives early feedback; the
 * check is repeated on every connect.
 * @throws {ForbiddenAddressError}
 */
async function checkAddresses(draft: ConnectionDraft): Promise<void> {
  for (const { url } of addressesIn(readDraft(draft))) {
    const host = hostOf(new URL(url));
    const addresses = await addressesOf(host).catch(() => []);
    if (addresses.some(isForbidden)) throw new ForbiddenAddressError(host);
  }
}
