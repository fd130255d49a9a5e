import * as z from 'zod/mini';
import { readDataFile, writeDataFile, type DataFileFormat } from '../dataFile';

/** Sessions ended by signing out, so that copies of their cookies are invalid. */
export interface RevokedSessions {
  has(id: string): boolean;
  /** @param untilMs expiry of the session, after which the entry may be dropped */
  add(id: string, untilMs: number): void;
  /** Those that have not expired. */
  all(): Iterable<readonly [id: string, untilMs: number]>;
  /** Calls the listener with each session added from now on. */
  onAdded(listener: (id: string, untilMs: number) => void): void;
}

interface Revocations {
  /** Id and expiry, milliseconds since 1970. */
  sessions: [id: string, untilMs: number][];
}

/**
 * Number of expired entries that are kept. The clock may be ahead: once it is set back, the sessions would be valid
 * again.
 */
const MAX_EXPIRED = 1_000;

// Starting without the file would make signed-out sessions valid again.
const WITH_THE_KEY = 'together with session.key beside it; everyone must then sign in again.';

const FORMAT: DataFileFormat<Revocations> = {
  version: 1,
  content: z.object({ sessions: z.array(z.tuple([z.string(), z.number()])) }),
  migrations: { 0: (sessions) => ({ sessions }) },
  ifDamaged: `It lists the sessions that were signed out. Delete it ${WITH_THE_KEY}`,
  ifNewer: `Start the version that wrote it, or delete it ${WITH_THE_KEY}`
};

/**
 * Stored in a file, so that sessions stay revoked after a restart.
 * @param clock milliseconds since 1970
 * @throws {DamagedDataFileError | DataFileVersionError}
 */
export function openRevokedSessions(path: string, clock: () => number): RevokedSessions {
  const untilById = new Map(readDataFile(path, FORMAT)?.sessions);
  const listeners: ((id: string, untilMs: number) => void)[] = [];
  const isExpired = ([, untilMs]: readonly [string, number]): boolean => untilMs <= clock();
  return {
    has: (id) => untilById.has(id),
    all: () => [...untilById].filter((entry) => !isExpired(entry)),
    onAdded: (listener) => void listeners.push(listener),
    add(id, untilMs) {
      untilById.set(id, untilMs);
      for (const [known] of [...untilById].filter(isExpired).slice(0, -MAX_EXPIRED)) untilById.delete(known);
      // Before writing, which fails if the disk is full: the session's open streams must end in any case.
      for (const listener of listeners) listener(id, untilMs);
      writeDataFile(path, FORMAT, { sessions: [...untilById] });
    }
  };
}
