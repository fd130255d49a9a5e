/** An entry of the store that the servers of a cluster share. */
export interface Entry {
  readonly value: string;
  /** Grows with every change of any entry. */
  readonly revision: number;
}

/** Somebody else wrote the entry since the revision that was given. */
export class StaleRevisionError extends Error {
  override readonly name = 'StaleRevisionError';
}

/** Entries that a server may replace only if it has seen the last change. They are forgotten when nobody renews them. */
export interface LeaseStore {
  get(key: string): Promise<Entry | undefined>;
  /**
   * Replaces the entry that had the revision; 0: there is none.
   * @returns the new revision
   * @throws {StaleRevisionError}
   */
  replace(key: string, value: string, revision: number): Promise<number>;
  /** Calls with the entry as it is, and with each change, until the returned function is called. */
  watch(key: string, onEntry: (entry: Entry) => void): Promise<() => void>;
}

/** Sessions that were signed out, shared by the cluster. */
export interface EndedSessionStore {
  /** Nothing happens where it is stored already. */
  add(id: string, untilMs: number): Promise<void>;
  /** Calls with all that are stored, and with each new one. */
  watch(onEnded: (id: string, untilMs: number) => void): Promise<void>;
}

/** The connection to a broker while it stands. */
export interface BrokerSession {
  readonly leases: LeaseStore;
  readonly endedSessions: EndedSessionStore;
  /** Tells the other servers; nobody answers, and nobody need be there. */
  publish(subject: string): void;
  /**
   * Calls with the subject of each message until the connection ends.
   * @param subject one, or all of a kind: `kind.*`
   */
  subscribe(subject: string, onMessage: (subject: string) => void): void;
  /** Aborts when the connection breaks or is closed. */
  readonly ended: AbortSignal;
}

/** A broker that may come and go. */
export interface Broker {
  /** Undefined while it is away. */
  readonly session: BrokerSession | undefined;
  /** Calls with each connection once it stands, also with the present one, until the returned function is called. */
  onSession(listener: (session: BrokerSession) => void | Promise<void>): () => void;
  close(): Promise<void>;
}
