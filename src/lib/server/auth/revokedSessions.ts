import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Sessions that people ended before their time. A copied cookie is worth nothing once its owner signed out. */
export interface RevokedSessions {
  has(id: string): boolean;
  /** @param untilMs when the session would have ended by itself; after that it need not be remembered */
  add(id: string, untilMs: number): void;
}

/**
 * Kept in a file, so that a restart does not revive them.
 * @param clock milliseconds since 1970
 */
export function endedSessionsIn(path: string, clock: () => number): RevokedSessions {
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
