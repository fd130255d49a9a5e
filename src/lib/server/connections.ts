import type { Connection, ConnectionDraft, connectionRoutes, Passwords } from '$lib/api/connections';
import type { Handlers } from '$lib/api/route';
import { connectionOf, neededPasswords, START_ID, withCredentials } from './profile';
import { ConnectionError, readDraft, type Profiles } from './profiles';
import type { Credentials, Sealer, Session } from './session';
import { TestEndedError } from './testing/probe';
import { checkAddress, testService } from './testing/testService';

interface Parts {
  readonly profiles: Profiles;
}

/** A session of what the start configured: the only connection whose passwords open Quarry itself. */
export function beginSession(
  { sealer, profiles }: Parts & { readonly sealer: Sealer },
  credentials: Credentials
): Session {
  const passwords = withCredentials({}, profiles.get(START_ID), credentials);
  return sealer.begin({ selected: START_ID, passwords });
}

/**
 * What people who are signed in do with connections.
 * @param keep takes the session as it is from now on; throws when it cannot be kept
 */
export function connectionHandlers(
  { profiles }: Parts,
  session: Session,
  keep: (session: Session) => void
): Handlers<typeof connectionRoutes> {
  function unlock(id: string, given: Passwords = {}): Connection {
    const profile = profiles.get(id);
    const changed = { ...session, passwords: withCredentials(session.passwords, profile, given) };
    if (Object.keys(given).length > 0) keep(changed);
    return connectionOf(profile, changed);
  }

  return {
    list: () => ({
      selected: profiles.find(session.selected)?.id ?? START_ID,
      connections: profiles.all().map((profile) => connectionOf(profile, session))
    }),
    async add({ body: { passwords, ...draft } }) {
      await checkAddresses(draft);
      const { id } = profiles.add(draft);
      try {
        return unlock(id, passwords);
      } catch (error) {
        // What was refused is not there.
        profiles.remove(id);
        throw error;
      }
    },
    async change({ params: { id }, body: { passwords, ...draft } }) {
      await checkAddresses(draft);
      profiles.change(id, draft);
      return unlock(id, passwords);
    },
    unlock: ({ params: { id }, body }) => unlock(id, body),
    remove({ params: { id } }) {
      profiles.remove(id);
      keep({
        ...session,
        selected: session.selected === id ? START_ID : session.selected,
        passwords: neededPasswords(session.passwords, profiles.all())
      });
    },
    select({ params: { id } }) {
      keep({ ...session, selected: profiles.get(id).id });
    },
    test: ({ body }) => testService(body, (url) => session.passwords[url])
  };
}

/** A name that is not known now may be later; one that stands for what nobody may ask through us is refused. */
async function checkAddresses(draft: ConnectionDraft): Promise<void> {
  const { daemon, wallet, signing, mining, pool } = readDraft(draft);
  for (const service of [daemon, wallet, signing, mining, pool]) {
    if (!service) continue;
    try {
      await checkAddress(new URL(service.url));
    } catch (error) {
      if (!(error instanceof TestEndedError)) throw error;
      if (error.outcome !== 'forbidden-address') continue;
      throw new ConnectionError(
        'connection/forbidden-address',
        `No node is at ${new URL(service.url).host}: addresses of that kind belong to the computer’s own machinery.`
      );
    }
  }
}
