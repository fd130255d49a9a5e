import { EventQueue } from '$lib/async/eventQueue';

interface StoredEntry {
  readonly key: string;
  readonly operation: 'PUT' | 'DEL';
  readonly revision: number;
  string(): string;
}

/** An error response of JetStream, with its code. */
export class JetStreamError extends Error {
  constructor(readonly code: number) {
    super(`code ${code}`);
  }
}

/** An in-memory bucket of the key-value store. */
export class ScriptedBucket {
  /** Thrown by the next write. */
  fault: Error | undefined;
  readonly #entries = new Map<string, StoredEntry>();
  readonly #watchers = new Set<{ key: string | undefined; entries: EventQueue<StoredEntry> }>();
  #revision = 0;

  constructor(
    /** The options it was created with. */
    readonly options: unknown
  ) {}

  /** The number of watches that were not stopped. */
  get watchers(): number {
    return this.#watchers.size;
  }

  async get(key: string): Promise<StoredEntry | null> {
    return this.#entries.get(key) ?? null;
  }

  async create(key: string, value: string): Promise<number> {
    if (this.#entries.get(key)?.operation === 'PUT') throw new JetStreamError(10_071);
    return this.#write(key, 'PUT', value);
  }

  async update(key: string, value: string, revision: number): Promise<number> {
    if (this.#entries.get(key)?.revision !== revision) throw new JetStreamError(10_071);
    return this.#write(key, 'PUT', value);
  }

  /** Simulates an expired entry. */
  delete(key: string): void {
    this.#write(key, 'DEL', '');
  }

  async watch({ key }: { key?: string } = {}) {
    const watcher = { key, entries: new EventQueue<StoredEntry>() };
    for (const entry of this.#entries.values()) if (key === undefined || entry.key === key) watcher.entries.push(entry);
    this.#watchers.add(watcher);
    const stop = () => {
      this.#watchers.delete(watcher);
      watcher.entries.end();
    };
    return Object.assign(watcher.entries, { stop });
  }

  #write(key: string, operation: StoredEntry['operation'], value: string): number {
    if (this.fault) throw this.fault;
    const entry = { key, operation, revision: ++this.#revision, string: () => value };
    this.#entries.set(key, entry);
    for (const watcher of this.#watchers) {
      if (watcher.key === undefined || watcher.key === key) watcher.entries.push(entry);
    }
    return entry.revision;
  }
}

interface Subscription {
  readonly subject: string;
  readonly callback: (error: null, message: { subject: string }) => void;
}

/** An in-memory NATS broker behind its client's interface: the test scripts the events of the connection. */
export class ScriptedNats {
  /** The options of the last connection. */
  options: unknown;
  /** Resolves when the connection is established. */
  standing = Promise.resolve();
  /** If set, connecting rejects with this. */
  refusal: Error | undefined;
  /** Thrown by the next attempts to open a bucket. */
  readonly bucketFaults: Error[] = [];
  readonly buckets = new Map<string, ScriptedBucket>();
  readonly published: string[] = [];
  readonly subscriptions = new Set<Subscription>();
  /** The calls made on shutdown, in order. */
  readonly ending: string[] = [];
  /** The options passed to JetStream. */
  jetStreamOptions: unknown;
  readonly #status = new EventQueue<{ type: string }>();

  /** Emits an event of the connection. */
  tell(type: 'disconnect' | 'reconnect' | 'ping'): void {
    this.#status.push({ type });
  }

  /** The exports of the client's packages. */
  get transport() {
    return {
      connect: async (options: unknown) => {
        this.options = options;
        await this.standing;
        if (this.refusal) throw this.refusal;
        return this.#connection;
      }
    };
  }

  get jetStream() {
    return {
      StorageType: { Memory: 'memory' },
      jetstream: (_connection: unknown, options: unknown) => ((this.jetStreamOptions = options), {})
    };
  }

  get keyValue() {
    const openBucket = async (name: string, options: unknown) => {
      const fault = this.bucketFaults.shift();
      if (fault) throw fault;
      const bucket = this.buckets.get(name) ?? new ScriptedBucket(options);
      this.buckets.set(name, bucket);
      return bucket;
    };
    return {
      Kvm: class {
        readonly create = openBucket;
      }
    };
  }

  readonly #connection = {
    status: () => this.#status,
    publish: (subject: string) => this.published.push(subject),
    subscribe: (subject: string, { callback }: Pick<Subscription, 'callback'>) => {
      const subscription = { subject, callback };
      this.subscriptions.add(subscription);
      return { unsubscribe: () => this.subscriptions.delete(subscription) };
    },
    flush: async () => {
      this.ending.push('flush');
      if (this.refusal) throw this.refusal;
    },
    close: async () => {
      this.ending.push('close');
      this.#status.end();
    }
  };
}
