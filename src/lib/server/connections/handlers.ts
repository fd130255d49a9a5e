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

/** A session of what the start configured: the only connection whose passwords open Quarry itself. */
export function beginSession(
  { sealer, connections }: Parts & { readonly sealer: Sealer },
  credentials: Credentials
): Session {
  const passwords = withCredentials({}, connections.get(START_ID), credentials);
  return sealer.begin({ selected: START_ID, passwords });
}

/**
 * What people who are signed in do with connections.
 * @param keep takes the session as it is from now on; throws when it cannot be kept
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
        // What was refused is not there.
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
 * A name that is not known now may be later. One that stands for what nobody may ask through us is refused, here for the
 * one who writes it, and again whenever it is connected to.
 * @throws {ForbiddenAddressError}
 */
async function checkAddresses(draft: ConnectionDraft): Promise<void> {
  for (const { url } of addressesIn(readDraft(draft))) {
    const host = hostOf(new URL(url));
    const addresses = await addressesOf(host).catch(() => []);
    if (addresses.some(isForbidden)) throw new ForbiddenAddressError(host);
  }
}
