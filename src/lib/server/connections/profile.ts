import type { Connection } from '$lib/api/quarry/connections';
import { testedService, type TestedService } from '$lib/api/quarry/connectionCheck';
import type { Config, PoolConfig, RemoteConfig } from '../config';
import type { Credentials, Session } from '../auth/session';
import { poolLock } from '../pool/poolAccount';

/** The servers that belong together, under one name. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  /** Services without an address are those of the embedded node. */
  readonly embedded?: boolean;
  readonly daemon?: RemoteConfig;
  readonly wallet?: RemoteConfig;
  readonly signing?: RemoteConfig;
  readonly mining?: RemoteConfig;
  readonly pool?: PoolConfig;
  /** Given by the start; others are in sessions. */
  readonly poolPassword?: string;
}

/** The profile of what the start configured; it is always there. */
export const START_ID = 'start';
const EMBEDDED = 'embedded';

export function startProfile({ upstreams, signing, mining, pool, poolPassword }: Config): Profile {
  const further = { signing, mining, pool, poolPassword };
  if (upstreams.mode === 'embedded') return { id: START_ID, name: 'Quarry’s own node', embedded: true, ...further };
  const { daemon, wallet } = upstreams;
  return { id: START_ID, name: new URL((daemon ?? wallet)!.url).host, daemon, wallet, ...further };
}

const PROTECTED = testedService.options;

/** What the password of a service belongs to: it is sent to that address and to no other, whatever a profile becomes. */
function lockOf(profile: Profile, service: TestedService): string | undefined {
  if (service === 'pool') return profile.pool && poolLock(profile.pool);
  return profile[service]?.url ?? (profile.embedded ? EMBEDDED : undefined);
}

/** The passwords of a profile that a session has. */
export const credentialsOf = (profile: Profile, { passwords }: Pick<Session, 'passwords'>): Credentials =>
  Object.fromEntries(
    PROTECTED.flatMap((service) => {
      const password = passwords[lockOf(profile, service) ?? ''] ?? startPassword(profile, service);
      return password === undefined ? [] : [[service, password]];
    })
  );

const startPassword = (profile: Profile, service: TestedService): string | undefined =>
  service === 'pool' ? profile.poolPassword : undefined;

/** The password of a service by its address, or of an account at a pool by its {@link poolLock}. */
export const passwordFor = (
  lock: string,
  { passwords }: Pick<Session, 'passwords'>,
  profiles: readonly Profile[]
): string | undefined => passwords[lock] ?? profiles.find((profile) => lockOf(profile, 'pool') === lock)?.poolPassword;

/** The session's passwords with those of a profile among them. */
export function withCredentials(
  passwords: Session['passwords'],
  profile: Profile,
  credentials: Credentials
): Session['passwords'] {
  const added = PROTECTED.flatMap((service) => {
    const lock = lockOf(profile, service);
    const password = credentials[service];
    return lock === undefined || password === undefined ? [] : [[lock, password] as const];
  });
  return { ...passwords, ...Object.fromEntries(added) };
}

/** Without those of services that no profile has any more. */
export function neededPasswords(passwords: Session['passwords'], profiles: readonly Profile[]): Session['passwords'] {
  const locks = new Set(profiles.flatMap((profile) => PROTECTED.map((service) => lockOf(profile, service))));
  return Object.fromEntries(Object.entries(passwords).filter(([lock]) => locks.has(lock)));
}

/** A profile as its page sees it. */
export function connectionOf(profile: Profile, session: Session): Connection {
  const { id, name, daemon, wallet, signing, mining, pool, embedded = false } = profile;
  const unlocked = credentialsOf(profile, session);
  return {
    ...{ id, name, daemon, wallet, signing, mining, pool, embedded },
    fixed: id === START_ID,
    unlocked: PROTECTED.filter((service) => unlocked[service] !== undefined)
  };
}
