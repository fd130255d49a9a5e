import { readFileSync } from 'node:fs';

/** What several servers behind one address have in common. */
export interface ReplicaSettings {
  /** Secrets that seal sessions, the first one new ones; empty: one of this server's own. */
  readonly sessionKeys: readonly string[];
  /** The further connections, as JSON, and what it was read from; undefined: those added on the page. */
  readonly connections?: { readonly text: string; readonly source: string };
}

/** Makes the error to throw of what is wrong with a variable. */
type Refuse = (variable: string, problem: string) => Error;

/** @throws what `refuse` makes */
export function readReplicaSettings(
  env: Readonly<Record<string, string | undefined>>,
  refuse: Refuse
): ReplicaSettings {
  return { sessionKeys: readSessionKeys(env, refuse), connections: readConnections(env.QUARRY_CONNECTIONS, refuse) };
}

function readSessionKeys(env: Readonly<Record<string, string | undefined>>, refuse: Refuse): string[] {
  const { QUARRY_SESSION_KEY: keys, QUARRY_SESSION_KEY_FILE: file } = env;
  if (keys && file) throw refuse('QUARRY_SESSION_KEY', 'and QUARRY_SESSION_KEY_FILE cannot be given both');
  if (keys) return checkKeys('QUARRY_SESSION_KEY', keys.split(','), refuse);
  if (file)
    return checkKeys('QUARRY_SESSION_KEY_FILE', readText('QUARRY_SESSION_KEY_FILE', file, refuse).split('\n'), refuse);
  return [];
}

/** 32 characters of hex are 16 random bytes; whoever guesses a key reads every password in a cookie. */
const SESSION_KEY = /^[\w.~+/=-]{32,}$/;

function checkKeys(variable: string, written: readonly string[], refuse: Refuse): string[] {
  const keys = written.map((key) => key.trim()).filter((key) => key !== '');
  if (keys.length > 0 && keys.every((key) => SESSION_KEY.test(key))) return keys;
  throw refuse(
    variable,
    'must have keys of at least 32 letters, digits or -._~+/=, such as openssl rand -hex 32 makes'
  );
}

/** JSON begins with a bracket or a brace; anything else is a file. */
function readConnections(written: string | undefined, refuse: Refuse): ReplicaSettings['connections'] {
  if (!written) return undefined;
  if (/^\s*[[{]/.test(written)) return { text: written, source: 'QUARRY_CONNECTIONS' };
  return { text: readText('QUARRY_CONNECTIONS', written, refuse), source: written };
}

function readText(variable: string, file: string, refuse: Refuse): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw refuse(
      variable,
      `names a file that cannot be read (${error instanceof Error ? error.message : String(error)})`
    );
  }
}
