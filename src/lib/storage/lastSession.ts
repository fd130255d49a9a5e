import { sessionStatus, type SessionStatus } from '$lib/api/quarry/session';

const KEY = 'quarry:last-session';

/**
 * The session as last reported by the server, without secrets; the app starts with it while the server is unreachable.
 */
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
    // Blocked or full: offline, the app starts without a connection.
  }
}

/** After signing out. */
export function forgetLastSession(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Blocked, so there is none.
  }
}
