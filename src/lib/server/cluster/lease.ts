import * as z from 'zod/mini';
import { systemScheduler } from '$lib/async/scheduler';
import { StaleRevisionError, type Broker, type BrokerSession, type Entry } from './broker';

/**
 * `leader` does the work and publishes its results, `listener` receives them, `alone` works for itself without a
 * broker.
 */
export const ROLES = ['leader', 'listener', 'alone'] as const;
export type Role = (typeof ROLES)[number];

/** Participation in work that one server of a cluster does on behalf of all. */
export interface Lease {
  readonly role: Role;
  /** The newest result of the leader. */
  readonly value: string | undefined;
  /** Publishes a result of ours, now or as soon as we lead. A listener's is ignored. */
  publish(value: string): void;
  /** Calls the listener with each change of role or value, until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** Lets another server take over immediately; resolves when the lease is released. */
  close(): Promise<void>;
}

/** A leader that does not renew its lease for this long loses it. */
const TERM_MS = 1_000;
const RENEWALS_A_TERM = 4;

/** Holder of a released lease. */
const NOBODY = '';

/** Holder of a lease whose entry cannot be read, such as one of a newer version. */
const UNKNOWN = '?';

const held = z.object({ holder: z.string(), value: z.optional(z.string()) });
type Held = z.output<typeof held>;

function readHeld(text: string): Held {
  try {
    return held.parse(JSON.parse(text));
  } catch {
    return { holder: UNKNOWN };
  }
}

/**
 * Takes part in a lease. The lease is the entry at its key: the leader replaces it to renew it and to publish a result,
 * which succeeds only if no other server replaced it, so a leader that was cut off cannot publish late. The others take
 * over if it did not change for a term by their own clock; clocks of different servers are never compared.
 * @param holder a name unique to this server
 */
export function openLease(broker: Pick<Broker, 'onSession'>, key: string, holder: string, termMs = TERM_MS): Lease {
  const closing = new AbortController();
  const standing = new Standing();
  /** Set while a broker is connected. */
  let participation: Participation | undefined;

  async function takePart(session: BrokerSession): Promise<void> {
    const over = AbortSignal.any([session.ended, closing.signal]);
    const leave = () => {
      participation = undefined;
      standing.become('alone');
    };
    session.ended.addEventListener('abort', leave);
    while (!over.aborted) {
      participation = new Participation(session, { key, holder, termMs, standing, closing: closing.signal });
      // Retries a broker that is connected but does not respond.
      await participation.run().catch(leave);
      await systemScheduler.sleep(termMs, over);
    }
  }

  let takingPart: Promise<void> | undefined;
  const forgetBroker = broker.onSession((session) => (takingPart = takePart(session)));

  return {
    get role() {
      return standing.role;
    },
    get value() {
      return standing.value;
    },
    publish(value) {
      // A listener's own results are older than the leader's.
      if (standing.role === 'listener' || standing.value === value) return;
      standing.value = value;
      if (standing.role === 'leader') void participation?.renew();
    },
    onChange: (listener) => standing.onChange(listener),
    close() {
      forgetBroker();
      closing.abort();
      return takingPart ?? Promise.resolve();
    }
  };
}

/** This server's role, and the newest result it knows. */
class Standing {
  role: Role = 'alone';
  value: string | undefined;
  readonly #listeners = new Set<() => void>();

  become(role: Role, value = this.value): void {
    if (this.role === role && this.value === value) return;
    this.role = role;
    this.value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

interface ParticipationParts {
  readonly key: string;
  readonly holder: string;
  readonly termMs: number;
  readonly standing: Standing;
  /** Aborts when this server gives the lease up. */
  readonly closing: AbortSignal;
}

/** Participation over one connection to the broker. */
class Participation {
  readonly #session: BrokerSession;
  readonly #parts: ParticipationParts;
  /** Aborts when the participation ends, for whichever reason. */
  readonly #over: AbortSignal;
  /** The newest entry seen, and when; 0 before the first. */
  #revision = 0;
  #seenAtMs = -Infinity;
  #writing: Promise<void> | undefined;

  constructor(session: BrokerSession, parts: ParticipationParts) {
    this.#session = session;
    this.#parts = parts;
    this.#over = AbortSignal.any([session.ended, parts.closing]);
  }

  /** Takes the lease whenever it is vacant, and renews it, until the participation ends. @throws errors of the broker */
  async run(): Promise<void> {
    const { leases, ended } = this.#session;
    const { key, termMs, standing } = this.#parts;
    const entry = await leases.get(key);
    if (entry) this.#see(entry);
    const forget = await leases.watch(key, (changed) => this.#see(changed));
    try {
      while (!this.#over.aborted) {
        const isVacant = performance.now() - this.#seenAtMs > termMs;
        if (standing.role === 'leader' || isVacant) await this.renew();
        const pauseMs = termMs / RENEWALS_A_TERM;
        // Servers that noticed the leader's absence must not all try at the same moment.
        const part = standing.role === 'leader' ? 1 : 0.5 + Math.random() / 2;
        await systemScheduler.sleep(part * pauseMs, this.#over);
      }
      await this.#writing;
      if (!ended.aborted && standing.role === 'leader') await this.#write(NOBODY);
    } finally {
      forget();
    }
  }

  /** Renews or takes the lease now. */
  renew(): Promise<void> {
    return (this.#writing ??= this.#writeAndLead());
  }

  #see(entry: Entry): void {
    const { holder, standing } = this.#parts;
    if (entry.revision <= this.#revision) return;
    this.#revision = entry.revision;
    this.#seenAtMs = performance.now();
    const shown = readHeld(entry.value);
    if (shown.holder === holder) return standing.become('leader');
    // A released lease goes to whichever server is first.
    if (shown.holder === NOBODY) this.#seenAtMs = -Infinity;
    standing.become('listener', shown.value ?? standing.value);
  }

  async #writeAndLead(): Promise<void> {
    const { key, holder, standing } = this.#parts;
    const published = standing.value;
    try {
      if ((await this.#write(holder)) && !this.#over.aborted) standing.become('leader');
    } catch (error) {
      if (this.#over.aborted) return;
      if (!(error instanceof StaleRevisionError)) return standing.become('alone');
      const entry = await this.#session.leases.get(key).catch(() => undefined);
      // The store lost the entry, for example in a restart: the lease is free.
      if (entry === undefined) this.#revision = 0;
      else this.#see(entry);
    } finally {
      this.#writing = undefined;
    }
    // A result was published meanwhile.
    if (standing.role === 'leader' && standing.value !== published) await this.renew();
  }

  /** @returns whether no newer entry has been seen */
  async #write(holder: string): Promise<boolean> {
    const { key, standing } = this.#parts;
    const written: Held = { holder, value: standing.value };
    const ours = await this.#session.leases.replace(key, JSON.stringify(written), this.#revision);
    if (ours < this.#revision) return false;
    this.#revision = ours;
    this.#seenAtMs = performance.now();
    return true;
  }
}
