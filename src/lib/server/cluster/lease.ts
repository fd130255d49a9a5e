import { systemScheduler } from '$lib/async/scheduler';
import { StaleRevisionError, type Broker, type BrokerSession, type Entry } from './broker';

/**
 * `leader` does the work and tells its results, `listener` is told, `alone` works for itself: no broker is reached.
 */
export const ROLES = ['leader', 'listener', 'alone'] as const;
export type Role = (typeof ROLES)[number];

/** A share in work that one server of a cluster does for all. */
export interface Lease {
  readonly role: Role;
  /** The newest result, of whoever leads. */
  readonly value: string | undefined;
  /** Tells a result of ours, at the latest once we lead; a listener's counts for nothing. */
  tell(value: string): void;
  /** Calls with each change of role or value, until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** Lets another server take over at once; resolves when it is said. */
  close(): Promise<void>;
}

/** A leader that renews nothing for this long has lost the lease. */
const TERM_MS = 1_000;
const RENEWALS_A_TERM = 4;

/** Nobody holds the lease. */
const NOBODY = '';

interface Held {
  readonly holder: string;
  readonly value?: string;
}

/**
 * Takes part in a lease. The lease is the entry of its key: the leader replaces it to renew it and to tell a result, which
 * works only while nobody else did, so a leader that was cut off cannot tell anything late. The others take it when it did
 * not change for a term on their own clock; no two clocks are compared.
 * @param holder a name that no other server has
 */
export function openLease(broker: Pick<Broker, 'onSession'>, key: string, holder: string, termMs = TERM_MS): Lease {
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  let role: Role = 'alone';
  let value: string | undefined;
  /** Renews or takes the lease now; set while a broker is there. */
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
      const held = JSON.parse(entry.value) as Held;
      if (held.holder === holder) return become('leader');
      // One that resigned leaves the lease to whoever is first.
      if (held.holder === NOBODY) seenAtMs = -Infinity;
      become('listener', held.value ?? value);
    }

    /** @returns whether nobody wrote since */
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
        // Forgotten by the store, as after its restart: free again.
        if (entry === undefined) revision = 0;
        else see(entry);
      } finally {
        writing = undefined;
      }
      // What was told meanwhile.
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
        // Several that saw the leader go must not all try in the same moment.
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
      // A broker that stands but does not answer is tried again.
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
      // Of a listener, whatever it still read by itself is older than what the leader told.
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
