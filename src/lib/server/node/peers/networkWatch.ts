import { hostKey } from '$lib/codec/ipAddress';

const DAY_MS = 24 * 60 * 60_000;
/** Block timestamps are within minutes of their discovery; a clock that differs by more than this is wrong. */
const MAX_SKEW_MS = 30 * 60_000;
const CLOCK_SAMPLES = 11;
const MIN_CLOCK_SAMPLES = 3;
/** A reorganization this deep is not just two miners finding blocks at the same time. */
const DEEP_REORG = 6;
/** On a chain that we reject: with this many, it is not just a single liar. */
const MIN_REFUSED_HOSTS = 2;

/** What is wrong with the network, or with our view of it. */
export interface NetworkTrouble {
  /** Our clock minus the miners', in milliseconds; undefined if they agree or theirs is unknown. */
  readonly clockSkewMs?: number;
  /** Blocks reverted by the deepest reorganization within a day. */
  readonly reorganized?: number;
  /** Hosts that follow a chain with a block that breaks our rules, within a day. */
  readonly refusedHosts?: number;
  /** Hosts that follow a chain with more work that forks from ours below the lowest unpruned block, within a day. */
  readonly deepForkHosts?: number;
}

/** Detects a wrong clock and forks from what peers send. For alerts only; it does not affect validation. */
export class NetworkWatch {
  readonly #now: () => number;
  #skews: number[] = [];
  #reorgs: { readonly atMs: number; readonly depth: number }[] = [];
  /** By {@link hostKey}; milliseconds since 1970. */
  readonly #refused = new Map<string, number>();
  /** The same for forks that are too deep. */
  readonly #deepForks = new Map<string, number>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records a block that was just found. @param timestamp seconds since 1970 */
  onFreshBlock(timestamp: number): void {
    this.#skews = [...this.#skews, this.#now() - timestamp * 1_000].slice(-CLOCK_SAMPLES);
  }

  onReorganized(depth: number): void {
    if (depth >= DEEP_REORG) this.#reorgs = [...this.#recentReorgs(), { atMs: this.#now(), depth }];
  }

  /** Records that the host's chain has a block that breaks a rule. */
  onRefusedChain(host: string): void {
    this.#note(this.#refused, host);
  }

  /** Records that the host's chain has more work, but replaces blocks that were pruned here. */
  onForkTooDeep(host: string): void {
    this.#note(this.#deepForks, host);
  }

  get trouble(): NetworkTrouble {
    const skew = this.#skews.length < MIN_CLOCK_SAMPLES ? 0 : middle(this.#skews);
    const depth = Math.max(0, ...this.#recentReorgs().map((reorg) => reorg.depth));
    const refused = this.#recent(this.#refused);
    const deepForks = this.#recent(this.#deepForks);
    return {
      ...(Math.abs(skew) > MAX_SKEW_MS && { clockSkewMs: skew }),
      ...(depth > 0 && { reorganized: depth }),
      ...(refused >= MIN_REFUSED_HOSTS && { refusedHosts: refused }),
      ...(deepForks > 0 && { deepForkHosts: deepForks })
    };
  }

  #note(hosts: Map<string, number>, host: string): void {
    for (const [key, atMs] of hosts) if (!this.#isRecent(atMs)) hosts.delete(key);
    hosts.set(hostKey(host), this.#now());
  }

  #recent = (hosts: ReadonlyMap<string, number>): number =>
    [...hosts.values()].filter((atMs) => this.#isRecent(atMs)).length;

  #recentReorgs() {
    return this.#reorgs.filter(({ atMs }) => this.#isRecent(atMs));
  }

  /** An entry days ahead was made before the clock was set back. */
  #isRecent = (atMs: number): boolean => Math.abs(this.#now() - atMs) < DAY_MS;
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
