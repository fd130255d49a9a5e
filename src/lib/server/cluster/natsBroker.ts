import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { systemScheduler } from '$lib/async/scheduler';
import type { NatsAddress } from '../replicaSettings';
import { SESSION_SECONDS } from '../auth/session';
import {
  StaleRevisionError,
  type Broker,
  type BrokerSession,
  type RevokedSessionStore,
  type LeaseStore
} from './broker';

export interface NatsOptions {
  readonly address: NatsAddress;
  /** A broker that does not respond for this long counts as disconnected. */
  readonly timeoutMs?: number;
  /** Leases that are not renewed for this long expire. */
  readonly forgetMs?: number;
  /** Writes to the terminal. */
  readonly say: (line: string) => void;
}

/** Buckets of the key-value store. */
const LEASES = 'quarry-leases';
const REVOKED = 'quarry-ended-sessions';

const RECONNECT_MS = 250;
const REOPEN_MS = 2_000;
/** JetStream error codes: the subject's last sequence is a different one. */
const WRONG_LAST_SEQUENCE = 10_071;
const UNKNOWN_LAST_SEQUENCE = 10_164;

/** NATS, with its key-value store (JetStream). The client is loaded on first use. */
export async function openNatsBroker(options: NatsOptions): Promise<Broker> {
  const { address, timeoutMs = 500, forgetMs = 3_000, say } = options;
  const [{ connect }, { jetstream, StorageType }, { Kvm }] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
    import('@nats-io/kv')
  ]);
  const listeners = new Set<(session: BrokerSession) => void | Promise<void>>();
  const closing = new AbortController();
  let session: BrokerSession | undefined;
  let ending = new AbortController();
  let nats: NatsConnection | undefined;

  function end(): void {
    if (session) say('NATS broker disconnected: this server follows its nodes by itself');
    session = undefined;
    ending.abort();
  }

  /** Opens the buckets; a broker without persistent storage loses them in a restart. */
  async function begin(connection: NatsConnection): Promise<void> {
    end();
    const { signal } = (ending = new AbortController());
    const buckets = new Kvm(jetstream(connection, { timeout: timeoutMs }));
    let isTold = false;
    while (!signal.aborted) {
      try {
        const leases = await buckets.create(LEASES, { history: 1, ttl: forgetMs, storage: StorageType.Memory });
        const revoked = await buckets.create(REVOKED, { history: 1, ttl: SESSION_SECONDS * 1_000 });
        if (signal.aborted) return;
        session = sessionOn(connection, { leases, revoked }, signal);
        for (const listener of listeners) announce(listener, session);
        return say('NATS broker connected: one server of the cluster follows each node');
      } catch (error) {
        if (!isTold && !signal.aborted) say(unusable(error));
        isTold = true;
        await systemScheduler.sleep(REOPEN_MS, signal);
      }
    }
  }

  /** A listener that fails runs again with the next session. */
  const announce = (listener: (session: BrokerSession) => void | Promise<void>, to: BrokerSession): void =>
    void Promise.resolve(listener(to)).catch(() => undefined);

  async function run(): Promise<void> {
    nats = await connect({
      servers: [...address.servers],
      name: 'quarry',
      user: address.user,
      pass: address.password,
      token: address.token,
      ...(address.tls && { tls: {} }),
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      pingInterval: 4 * timeoutMs,
      maxPingOut: 2,
      ignoreAuthErrorAbort: true
    });
    if (closing.signal.aborted) return nats.close();
    void begin(nats);
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') end();
      if (type === 'reconnect') void begin(nats);
    }
  }

  const running = run().catch((error: unknown) => {
    if (!closing.signal.aborted) say(unusable(error));
  });

  return {
    get session() {
      return session;
    },
    onSession(listener) {
      listeners.add(listener);
      if (session) announce(listener, session);
      return () => listeners.delete(listener);
    },
    async close() {
      closing.abort();
      listeners.clear();
      // Lets the last messages through, such as released leases.
      await nats?.flush().catch(() => undefined);
      session = undefined;
      ending.abort();
      await nats?.close();
      if (nats) await running;
    }
  };
}

const unusable = (error: unknown): string =>
  `NATS broker cannot be used (${error instanceof Error ? error.message : String(error)})`;

interface Buckets {
  readonly leases: KV;
  readonly revoked: KV;
}

/** @param ended aborts when the connection breaks */
const sessionOn = (connection: NatsConnection, { leases, revoked }: Buckets, ended: AbortSignal): BrokerSession => ({
  leases: leaseStore(leases),
  revokedSessions: revokedSessionStore(revoked),
  publish: (subject) => connection.publish(subject),
  subscribe(subject, onMessage) {
    const subscription = connection.subscribe(subject, { callback: (_, message) => onMessage(message.subject) });
    ended.addEventListener('abort', () => subscription.unsubscribe());
  },
  ended
});

const leaseStore = (bucket: KV): LeaseStore => ({
  async get(key) {
    const entry = await bucket.get(key);
    return entry && entry.operation === 'PUT' ? { value: entry.string(), revision: entry.revision } : undefined;
  },
  async replace(key, value, revision) {
    try {
      return await (revision === 0 ? bucket.create(key, value) : bucket.update(key, value, revision));
    } catch (error) {
      throw isStale(error) ? new StaleRevisionError('another server wrote it', { cause: error }) : error;
    }
  },
  async watch(key, onEntry) {
    const entries = await bucket.watch({ key });
    void (async () => {
      for await (const entry of entries) {
        if (entry.operation === 'PUT') onEntry({ value: entry.string(), revision: entry.revision });
      }
    })();
    return () => entries.stop();
  }
});

const revokedSessionStore = (bucket: KV): RevokedSessionStore => ({
  async add(id, untilMs) {
    try {
      await bucket.create(id, String(untilMs));
    } catch (error) {
      if (!isStale(error)) throw error;
    }
  },
  async watch(onEnded) {
    const entries = await bucket.watch();
    void (async () => {
      for await (const entry of entries) {
        const untilMs = entry.operation === 'PUT' ? expiryIn(entry.string()) : undefined;
        if (untilMs !== undefined) onEnded(entry.key, untilMs);
      }
    })();
  }
});

/** Milliseconds since 1970; undefined for text that none of our servers wrote. */
const expiryIn = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

const isStale = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === WRONG_LAST_SEQUENCE || error.code === UNKNOWN_LAST_SEQUENCE);
