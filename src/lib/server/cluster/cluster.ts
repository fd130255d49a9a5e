import { createHmac, randomBytes } from 'node:crypto';
import type { RevokedSessions } from '../auth/revokedSessions';
import { createFollowers, type Followers } from '../tips/followers';
import type { Broker } from './broker';
import { clusterTips } from './clusterTips';
import { openLease, ROLES, type Lease, type Role } from './lease';

const WORK = 'quarry.work';

export interface ClusterOptions {
  readonly broker: Broker;
  /** Shared by the members. The broker sees names hashed with it, which reveal neither addresses nor passwords. */
  readonly secret: string;
  /** How long a lease is valid without renewal. */
  readonly termMs?: number;
}

export interface ClusterFollowers extends Followers {
  /** Number of servers that this member follows, by its role. */
  roles(): Readonly<Record<Role, number>>;
  /** Lets other members take over immediately. */
  close(): Promise<void>;
}

/** Followers of a cluster member: each server is followed by one member on behalf of all. */
export function clusterFollowers({ broker, secret, termMs }: ClusterOptions): ClusterFollowers {
  const holder = randomBytes(8).toString('hex');
  const keyed = (...parts: string[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
  const followed = new Map<string, string>();
  const leases = new Set<Lease>();
  const subjectOf = (server: string): string => `${WORK}.${keyed(server)}`;

  const followers = createFollowers((server, password, alone) => {
    followed.set(subjectOf(server), server);
    // A wrong password gets a separate lease; the server itself rejects it.
    const lease = openLease(broker, keyed(server, password), holder, termMs);
    leases.add(lease);
    const close = () => {
      leases.delete(lease);
      void lease.close();
    };
    return { nextTip: clusterTips(lease, alone), close };
  });

  broker.onSession((session) =>
    session.subscribe(`${WORK}.*`, (subject) => {
      const server = followed.get(subject);
      if (server !== undefined) followers.hasNewBlock(server);
    })
  );

  return {
    follow: followers.follow,
    roles() {
      const counts = ROLES.map((role) => [role, [...leases].filter((lease) => lease.role === role).length]);
      return Object.fromEntries(counts) as Record<Role, number>;
    },
    async close() {
      await Promise.all([...leases].map((lease) => lease.close()));
    },
    hasNewBlock(server) {
      followers.hasNewBlock(server);
      broker.session?.publish(subjectOf(server));
    }
  };
}

/** Ends sessions at all members, including those that were disconnected: each publishes the ones it knows. */
export function shareRevokedSessions(broker: Broker, revoked: RevokedSessions): void {
  const revokeHere = (id: string, untilMs: number) => {
    if (revoked.has(id)) return;
    try {
      revoked.add(id, untilMs);
    } catch {
      // It is revoked, but was not stored, for example because the disk is full. The broker reports it after a restart.
    }
  };
  broker.onSession(async ({ revokedSessions }) => {
    await revokedSessions.watch(revokeHere);
    for (const [id, untilMs] of revoked.all()) await revokedSessions.add(id, untilMs);
  });
  // If it cannot be added now, it is added after the next connect.
  revoked.onAdded((id, untilMs) => void broker.session?.revokedSessions.add(id, untilMs).catch(() => undefined));
}
