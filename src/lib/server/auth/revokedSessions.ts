import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { AppError } from '$lib/errors';

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

/** The file of revoked sessions cannot be read. Going on without it would revive them. */
export class DamagedSessionsFileError extends AppError {
  readonly code = 'server/damaged-sessions-file';
  constructor(readonly path: string) {
    super(
      `the list of sessions that were signed out is damaged: ${path}. Delete it together with the file session.key beside it: then everybody signs in anew.`
    );
  }
}

const isEntry = (value: unknown): value is [id: string, untilMs: number] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && Number.isFinite(value[1]);

function readEntries(path: string): [id: string, untilMs: number][] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  try {
    const entries: unknown = JSON.parse(text);
    if (Array.isArray(entries) && entries.every(isEntry)) return entries;
  } catch {
    // Not JSON: as damaged as JSON of another form.
  }
  throw new DamagedSessionsFileError(path);
}
