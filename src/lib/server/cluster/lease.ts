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
  tell(value: string): void;
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
  const listeners = new Set<() => void>();
  let role: Role = 'alone';
  let value: string | undefined;
  /** Renews or takes the lease now; set while a broker is connected. */
  let renew: (() => Promise<void>) | undefined;

  function become(next: Role, told = value): void {
    if (role === next && value === told) return;
    role = next;
    value = told;
    for (const listener of [...listeners]) listener();
  }

  async function participate({ leases, ended }: BrokerSession): Promise<void> {
    const signal = AbortSignal.any([ended, closing.signal]);
    let revision = 0;
    let seenAtMs = -Infinity;

    function see(entry: Entry): void {
      if (entry.revision <= revision) return;
      revision = entry.revision;
      seenAtMs = performance.now();
      const shown = readHeld(entry.value);
      if (shown.holder === holder) return become('leader');
      // A released lease goes to whichever server is first.
      if (shown.holder === NOBODY) seenAtMs = -Infinity;
      become('listener', shown.value ?? value);
    }

    /** @returns whether no newer entry has been seen */
    async function write(as: string): Promise<boolean> {
      const written: Held = { holder: as, value };
      const ours = await leases.replace(key, JSON.stringify(written), revision);
      if (ours < revision) return false;
      revision = ours;
      seenAtMs = performance.now();
      return true;
    }

    let writing: Promise<void> | undefined;
    async function writeAndLead(): Promise<void> {
      const told = value;
      try {
        if ((await write(holder)) && !signal.aborted) become('leader');
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof StaleRevisionError)) return become('alone');
        const entry = await leases.get(key).catch(() => undefined);
        // The store lost the entry, for example in a restart: the lease is free.
        if (entry === undefined) revision = 0;
        else see(entry);
      } finally {
        writing = undefined;
      }
      // A result was published meanwhile.
      if (role === 'leader' && value !== told) await renew?.();
    }
    renew = () => (writing ??= writeAndLead());

    const entry = await leases.get(key);
    if (entry) see(entry);
    const forget = await leases.watch(key, see);
    try {
      while (!signal.aborted) {
        const isVacant = performance.now() - seenAtMs > termMs;
        if (role === 'leader' || isVacant) await renew();
        const pauseMs = termMs / RENEWALS_A_TERM;
        // Servers that noticed the leader's absence must not all try at the same moment.
        const part = role === 'leader' ? 1 : 0.5 + Math.random() / 2;
        await systemScheduler.sleep(part * pauseMs, signal);
      }
      await writing;
      if (!ended.aborted && role === 'leader') await write(NOBODY);
    } finally {
      forget();
    }
  }

  async function takePart(session: BrokerSession): Promise<void> {
    const over = AbortSignal.any([session.ended, closing.signal]);
    const leave = () => {
      renew = undefined;
      become('alone');
    };
    session.ended.addEventListener('abort', leave);
    while (!over.aborted) {
      // Retries a broker that is connected but does not respond.
      await participate(session).catch(leave);
      await systemScheduler.sleep(termMs, over);
    }
  }

  let takingPart: Promise<void> | undefined;
  const forgetBroker = broker.onSession((session) => (takingPart = takePart(session)));

  return {
    get role() {
      return role;
    },
    get value() {
      return value;
    },
    tell(told) {
      // A listener's own results are older than the leader's.
      if (role === 'listener' || value === told) return;
      value = told;
      if (role === 'leader') void renew?.();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      forgetBroker();
      closing.abort();
      return takingPart ?? Promise.resolve();
    }
  };
}
