import { readFileSync, renameSync, writeFileSync } from 'node:fs';

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

function readEntries(path: string): [id: string, untilMs: number][] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as [string, number][];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
