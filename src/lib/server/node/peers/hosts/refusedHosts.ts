import type { SettingsTable } from '../../store/settings';
import { BanList } from './bans';
import { PeerBlocklist } from './blocklist';
import { hostKey } from '$lib/codec/ipAddress';

const PAUSE_MS = 10 * 60_000;

/** Hosts that may not connect: banned for breaking a rule, blocked by the user, or paused for wasting work. */
export class RefusedHosts {
  readonly bans: BanList;
  readonly blocklist: PeerBlocklist;
  readonly #now: () => number;
  /** By {@link hostKey}; monotonic milliseconds. */
  readonly #pausedUntil = new Map<string, number>();

  /**
   * @param clock milliseconds since 1970, for bans, which outlast a restart
   * @param now monotonic milliseconds, for pauses: setting the clock must not extend one from minutes to a year
   */
  constructor(settings: SettingsTable, clock: () => number, now: () => number) {
    this.bans = new BanList(settings, clock);
    this.blocklist = new PeerBlocklist(settings);
    this.#now = now;
  }

  has(host: string): boolean {
    return this.reason(host) !== undefined;
  }

  /** Why the host may not connect; undefined if it may. */
  reason(host: string): string | undefined {
    if (this.blocklist.has(host)) return 'blocked';
    const ban = this.bans.of(host);
    if (ban !== undefined) return `banned until ${new Date(ban.untilMs).toISOString()} for ${ban.reason}`;
    const pausedUntil = this.#pausedUntil.get(hostKey(host)) ?? 0;
    return this.#now() < pausedUntil ? 'refused for a few minutes' : undefined;
  }

  /** Refuses the host for ten minutes; sooner, it would probably waste the same work again. */
  pause(host: string): void {
    const now = this.#now();
    for (const [paused, until] of this.#pausedUntil) if (until <= now) this.#pausedUntil.delete(paused);
    this.#pausedUntil.set(hostKey(host), now + PAUSE_MS);
  }
}
