import type { Network } from '$lib/chain/network/network';

/** Without a new block for so many times the expected one; one of twenty blocks takes that long. */
const STALE_BLOCKS = 3;
const NS_PER_MS = 1_000_000n;

/**
 * Notices that no block came for a long time: peers that said nothing are to be asked then, as a message may have been
 * lost, or those that are connected may keep the new blocks to themselves.
 */
export class StaleTip {
  readonly #staleMs: number;
  readonly #now: () => number;
  #atMs: number;
  #asked = 0;

  /** @param now milliseconds, never going back */
  constructor({ blockInterval }: Pick<Network, 'blockInterval'>, now: () => number) {
    this.#staleMs = STALE_BLOCKS * Number(blockInterval / NS_PER_MS);
    this.#now = now;
    this.#atMs = now();
  }

  onTip(): void {
    this.#atMs = this.#now();
    this.#asked = 0;
  }

  /** Whether the peers were asked twice, and had nothing. */
  get isAskedInVain(): boolean {
    return this.#asked > 1;
  }

  /** Whether it is time to ask; once in each such time. */
  isDue(): boolean {
    if (this.#now() - this.#atMs < this.#staleMs) return false;
    this.#atMs = this.#now();
    this.#asked++;
    return true;
  }
}
