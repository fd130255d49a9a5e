import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { AppError } from '$lib/errors';

/** The file cannot be read. Starting without it would make sessions valid again that were signed out. */
export class DamagedRevocationsError extends AppError {
  readonly code = 'server/damaged-revocations';
  constructor(path: string) {
    super(
      `${path} is damaged, so the sessions that were signed out are unknown. Delete it together with session.key beside it; everyone then signs in again.`
    );
  }
}

/** Sessions ended by signing out. Copies of their cookies are invalid. */
export interface RevokedSessions {
  has(id: string): boolean;
  /** @param untilMs expiry of the session, after which the entry is dropped */
  add(id: string, untilMs: number): void;
}

/**
 * Stored in a file, so that they stay revoked after a restart.
 * @param clock milliseconds since 1970
 */
export function openRevokedSessions(path: string, clock: () => number): RevokedSessions {
  const untilById = new Map(readEntries(path));
  return {
    has: (id) => untilById.has(id),
    add(id, untilMs) {
      untilById.set(id, untilMs);
      for (const [known, until] of untilById) if (until <= clock()) untilById.delete(known);
      writeFileSync(`${path}.new`, JSON.stringify([...untilById]), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    }
  };
}

type Entry = [id: string, untilMs: number];

function readEntries(path: string): Entry[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (Array.isArray(stored) && stored.every(isEntry)) return stored;
    throw new DamagedRevocationsError(path);
  } catch (error) {
    if (error instanceof SyntaxError) throw new DamagedRevocationsError(path);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

const isEntry = (entry: unknown): entry is Entry =>
  Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && typeof entry[1] === 'number';
