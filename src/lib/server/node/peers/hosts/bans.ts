import type { SettingsTable } from '../../store/settings';
import { hostKey } from './hostKey';

/** A host that may not connect and is not dialed, for a time. */
export interface Ban {
  /** As {@link hostKey} has it. */
  readonly host: string;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly untilMs: number;
}

const KEY = 'peers.bans';
const BAN_MS = 24 * 60 * 60_000;
const MAX_BANS = 1_000;

/** The hosts that broke a rule. They survive a restart and end after a day. */
export class BanList {
  readonly #settings: SettingsTable;
  readonly #now: () => number;
  readonly #bans: Map<string, Ban>;

  constructor(settings: SettingsTable, now: () => number) {
    this.#settings = settings;
    this.#now = now;
    const stored = JSON.parse(settings.get(KEY) ?? '[]') as Ban[];
    this.#bans = new Map(stored.map((ban) => [ban.host, ban]));
  }

  get all(): readonly Ban[] {
    this.#expire();
    return [...this.#bans.values()];
  }

  add(host: string, reason: string): void {
    this.#expire();
    const key = hostKey(host);
    // The newest last.
    this.#bans.delete(key);
    this.#bans.set(key, { host: key, reason, untilMs: this.#now() + BAN_MS });
    for (const oldest of this.#bans.keys()) {
      if (this.#bans.size <= MAX_BANS) break;
      this.#bans.delete(oldest);
    }
    this.#store();
  }

  has(host: string): boolean {
    const ban = this.#bans.get(hostKey(host));
    return ban !== undefined && ban.untilMs > this.#now();
  }

  #expire(): void {
    for (const [host, { untilMs }] of this.#bans) if (untilMs <= this.#now()) this.#bans.delete(host);
  }

  #store(): void {
    this.#settings.set(KEY, JSON.stringify([...this.#bans.values()]));
  }
}
