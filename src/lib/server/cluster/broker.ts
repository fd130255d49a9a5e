/** An entry of the store that the servers of a cluster share. */
export interface Entry {
  readonly value: string;
  /** Increases with every change of any entry. */
  readonly revision: number;
}

/** Another server wrote the entry after the given revision. */
export class StaleRevisionError extends Error {
  override readonly name = 'StaleRevisionError';
}

/** Entries that a server may replace only if it has seen the last change. They expire if they are not renewed. */
export interface LeaseStore {
  get(key: string): Promise<Entry | undefined>;
  /**
   * Replaces the entry at the given revision; 0 creates a new one.
   * @returns the new revision
   * @throws {StaleRevisionError}
   */
  replace(key: string, value: string, revision: number): Promise<number>;
  /** Calls `onEntry` with the current entry and with each change, until the returned function is called. */
  watch(key: string, onEntry: (entry: Entry) => void): Promise<() => void>;
}

/** Signed-out sessions, shared by the cluster. */
export interface RevokedSessionStore {
  /** Does nothing if the session is already stored. */
  add(id: string, untilMs: number): Promise<void>;
  /** Calls `onEnded` with all stored sessions, and with each new one. */
  watch(onEnded: (id: string, untilMs: number) => void): Promise<void>;
}

/** An established connection to a broker. */
export interface BrokerSession {
  readonly leases: LeaseStore;
  readonly revokedSessions: RevokedSessionStore;
  /** Sends a message to the other servers, without confirmation. */
  publish(subject: string): void;
  /**
   * Calls `onMessage` with the subject of each message until the connection ends.
   * @param subject a single one, or all of a kind: `kind.*`
   */
  subscribe(subject: string, onMessage: (subject: string) => void): void;
  /** Aborts when the connection breaks or is closed. */
  readonly ended: AbortSignal;
}

/** A broker that may be temporarily unreachable. */
export interface Broker {
  /** Undefined while disconnected. */
  readonly session: BrokerSession | undefined;
  /** Calls the listener with each new connection, and the current one, until the returned function is called. */
  onSession(listener: (session: BrokerSession) => void | Promise<void>): () => void;
  close(): Promise<void>;
}
