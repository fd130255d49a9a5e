import type { SettingsTable } from '../../store/settings';
import { hostKey } from '$lib/codec/ipAddress';

/** A host that may not connect and is not dialed, for a time. */
export interface Ban {
  /** As returned by {@link hostKey}. */
  readonly host: string;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly untilMs: number;
}

const KEY = 'peers.bans';
const BAN_MS = 24 * 60 * 60_000;
const MAX_BANS = 1_000;

/** Removes all bans. */
export const forgetBans = (settings: SettingsTable): void => settings.set(KEY, '[]');

/** Hosts that broke a rule. Bans survive a restart and end after a day. */
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
    return this.of(host) !== undefined;
  }

  /** The host's current ban. */
  of(host: string): Ban | undefined {
    const ban = this.#bans.get(hostKey(host));
    return ban && this.#holds(ban) ? ban : undefined;
  }

  /** A ban that ends days from now was made while the clock was ahead. */
  #holds({ untilMs }: Ban): boolean {
    const leftMs = untilMs - this.#now();
    return leftMs > 0 && leftMs <= 2 * BAN_MS;
  }

  #expire(): void {
    for (const [host, ban] of this.#bans) if (!this.#holds(ban)) this.#bans.delete(host);
  }

  #store(): void {
    this.#settings.remember(KEY, JSON.stringify([...this.#bans.values()]));
  }
}
