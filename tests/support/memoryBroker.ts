import {
  StaleRevisionError,
  type Broker,
  type BrokerSession,
  type Entry,
  type RevokedSessionStore,
  type LeaseStore
} from '$lib/server/cluster/broker';

/** A broker in memory; the test connects and disconnects each member of the cluster. */
export function memoryBroker() {
  let revision = 0;
  const entries = new Map<string, Entry>();
  const watchers = new Map<string, Set<(entry: Entry) => void>>();
  const revokedSessions = new Map<string, number>();
  const endedWatchers = new Set<(id: string, untilMs: number) => void>();
  const subscribers = new Set<{ subject: string; onMessage: (subject: string) => void }>();
  let writes = 0;

  const storeUntil = (over: AbortSignal): LeaseStore => ({
    async get(key) {
      over.throwIfAborted();
      return entries.get(key);
    },
    async replace(key, value, since) {
      over.throwIfAborted();
      if ((entries.get(key)?.revision ?? 0) !== since) throw new StaleRevisionError(key);
      writes++;
      const entry = { value, revision: ++revision };
      entries.set(key, entry);
      for (const watcher of watchers.get(key) ?? []) watcher(entry);
      return entry.revision;
    },
    async watch(key, onEntry) {
      over.throwIfAborted();
      const known = watchers.get(key) ?? new Set();
      const watcher = (entry: Entry) => over.aborted || onEntry(entry);
      watchers.set(key, known.add(watcher));
      const entry = entries.get(key);
      if (entry) onEntry(entry);
      return () => known.delete(watcher);
    }
  });

  const endedUntil = (over: AbortSignal): RevokedSessionStore => ({
    async add(id, untilMs) {
      over.throwIfAborted();
      if (revokedSessions.has(id)) return;
      revokedSessions.set(id, untilMs);
      for (const watcher of endedWatchers) watcher(id, untilMs);
    },
    async watch(onEnded) {
      for (const [id, untilMs] of revokedSessions) onEnded(id, untilMs);
      endedWatchers.add((id, untilMs) => over.aborted || onEnded(id, untilMs));
    }
  });

  return {
    writes: () => writes,
    /** Simulates a restart: nothing is kept. */
    forget: () => entries.clear(),
    /** A member's connection to the broker. */
    member(): Broker & { connect(): void; disconnect(): void } {
      const listeners = new Set<(session: BrokerSession) => void | Promise<void>>();
      let session: BrokerSession | undefined;
      let ending = new AbortController();
      const disconnect = () => {
        session = undefined;
        ending.abort();
      };
      const connect = () => {
        const { signal } = (ending = new AbortController());
        session = {
          leases: storeUntil(signal),
          revokedSessions: endedUntil(signal),
          publish: (subject) => {
            for (const subscriber of subscribers) {
              if (subject.startsWith(subscriber.subject.replace('*', ''))) subscriber.onMessage(subject);
            }
          },
          subscribe: (subject, onMessage) => {
            const subscriber = { subject, onMessage };
            subscribers.add(subscriber);
            signal.addEventListener('abort', () => subscribers.delete(subscriber));
          },
          ended: signal
        };
        for (const listener of listeners) void listener(session);
      };
      connect();
      return {
        get session() {
          return session;
        },
        onSession(listener) {
          listeners.add(listener);
          if (session) void listener(session);
          return () => listeners.delete(listener);
        },
        close: async () => disconnect(),
        connect,
        disconnect
      };
    }
  };
}
