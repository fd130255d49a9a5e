import type { Hastings } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
import type { Notice } from './notices';

/** A block solved in this tab. */
export interface SolvedBlock {
  readonly height: Height;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly outcome: 'accepted' | 'stale' | 'rejected';
  readonly reward?: Hastings;
}

/** Notices about the blocks that this tab finds, once each. Not by their times: a clock can be set back. */
export class BlockWatch {
  #newest: SolvedBlock | undefined;

  /** @param found blocks that are not reported, newest first */
  constructor(found: readonly SolvedBlock[]) {
    this.#newest = found[0];
  }

  /**
   * @param found newest first
   * @returns notices about accepted blocks, oldest first
   */
  look(found: readonly SolvedBlock[]): Notice[] {
    const known = this.#newest === undefined ? -1 : found.indexOf(this.#newest);
    // If the last one is no longer in the list, all in it are newer.
    const fresh = found.slice(0, known === -1 ? undefined : known);
    this.#newest = found[0] ?? this.#newest;
    return fresh
      .filter(({ outcome }) => outcome === 'accepted')
      .reverse()
      .map(({ atMs, height, reward }): Notice => {
        return { kind: 'block-found', group: '', atMs, count: 1, height, coins: reward, href: '/mine' };
      });
  }
}
