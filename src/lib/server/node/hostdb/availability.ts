import type { Height } from '$lib/chain/time';
import type { MarketRandom } from '../simulation/random';
import type { Lifetime } from './lifetimes';

// In each window of blocks a host has at most one outage.
const WINDOW_BLOCKS = 24;
const OUTAGE_CHANCE = { steady: 0.012, flaky: 0.3 };
const NEWCOMER_BLOCKS = 144;
const NEWCOMER_CHANCE = 0.12;
// Before its end a host fails more and more often.
const DYING_BLOCKS = 192;
const DYING_CHANCE = 0.85;

/** Outage from the first height (inclusive) to the second (exclusive); empty when equal. */
type Outage = readonly [Height, Height];

/** Uptime of the simulated hosts; a function of the seed. */
export class Availability {
  readonly #random: MarketRandom;
  /** Downtime before a window, cached for the newest window requested. */
  readonly #sums = new Map<number, { window: number; down: number }>();

  constructor(random: MarketRandom) {
    this.#random = random;
  }

  isOnline(host: Lifetime, height: Height): boolean {
    if (height < host.firstSeen || height >= host.endsAt) return false;
    const [from, to] = this.#outage(host, Math.floor((height - host.firstSeen) / WINDOW_BLOCKS));
    return height < from || height >= to;
  }

  /** Length of the current outage in blocks; 0 while the host is online, and before it was first seen. */
  blocksDown(host: Lifetime, height: Height): number {
    if (height >= host.endsAt) return height - host.endsAt + 1;
    if (height < host.firstSeen) return 0;
    const [from, to] = this.#outage(host, Math.floor((height - host.firstSeen) / WINDOW_BLOCKS));
    return height >= from && height < to ? height - from + 1 : 0;
  }

  /** Total downtime from first seen up to, not including, `height`. */
  downBefore(host: Lifetime, height: Height): number {
    const alive = Math.min(height, host.endsAt) - host.firstSeen;
    const dead = Math.max(height - host.endsAt, 0);
    if (alive <= 0) return dead;
    const window = Math.floor(alive / WINDOW_BLOCKS);
    const known = this.#sums.get(host.index);
    let { window: at, down } = known !== undefined && known.window <= window ? known : { window: 0, down: 0 };
    for (; at < window; at++) {
      const [from, to] = this.#outage(host, at);
      down += to - from;
    }
    this.#sums.set(host.index, { window, down });
    const [from, to] = this.#outage(host, window);
    const end = host.firstSeen + alive;
    return down + Math.max(Math.min(to, end) - from, 0) + dead;
  }

  #outage(host: Lifetime, window: number): Outage {
    const start = host.firstSeen + window * WINDOW_BLOCKS;
    const chance = this.#outageChance(host, start);
    if (window === 0 || !this.#random.chance(chance, 'host/outage', host.index, window)) return [start, start];
    const offset = this.#random.integer(0, WINDOW_BLOCKS - 3, 'host/outage-start', host.index, window);
    const longest = WINDOW_BLOCKS - offset;
    return [
      start + offset,
      start + offset + this.#random.integer(2, longest + 1, 'host/outage-length', host.index, window)
    ];
  }

  #outageChance({ firstSeen, endsAt, character }: Lifetime, height: Height): number {
    const usual = OUTAGE_CHANCE[character];
    const isNewcomer = firstSeen > 3 && height < firstSeen + NEWCOMER_BLOCKS;
    const decline = Math.max(1 - (endsAt - height) / DYING_BLOCKS, 0) * DYING_CHANCE;
    return Math.max(usual, isNewcomer ? NEWCOMER_CHANCE : 0, decline);
  }
}
