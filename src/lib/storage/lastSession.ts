import { sessionStatus, type SessionStatus } from '$lib/api/quarry/session';

const KEY = 'quarry:last-session';

/** The session as the server last described it, without secrets: the app opens with it while the server is down. */
export function readLastSession(): SessionStatus | undefined {
  try {
    const { data } = sessionStatus.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return data;
  } catch {
    return undefined;
  }
}

export function storeLastSession(session: SessionStatus): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(session));
  } catch {
    // Refused or full: offline, the app opens without a connection.
  }
}

/** After signing out. */
export function forgetLastSession(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Refused: then there is none.
  }
}
