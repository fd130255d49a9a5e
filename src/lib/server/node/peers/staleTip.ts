import type { Network } from '$lib/chain/network/network';

/** Block intervals without a new block; one block in twenty takes that long. */
const STALE_BLOCKS = 3;
const NS_PER_MS = 1_000_000n;

/**
 * Detects that no block has arrived for a long time. Peers are then queried although they announced nothing: a message
 * may have been lost, or the connected peers may be withholding new blocks.
 */
export class StaleTip {
  readonly #staleMs: number;
  readonly #now: () => number;
  #atMs: number;
  #asked = 0;

  /** @param now monotonic milliseconds */
  constructor({ blockInterval }: Pick<Network, 'blockInterval'>, now: () => number) {
    this.#staleMs = STALE_BLOCKS * Number(blockInterval / NS_PER_MS);
    this.#now = now;
    this.#atMs = now();
  }

  onTip(): void {
    this.#atMs = this.#now();
    this.#asked = 0;
  }

  /** Whether querying the peers twice brought no block. */
  get isAskedInVain(): boolean {
    return this.#asked > 1;
  }

  /** Whether it is time to query the peers; true once per such period. */
  isDue(): boolean {
    if (this.#now() - this.#atMs < this.#staleMs) return false;
    this.#atMs = this.#now();
    this.#asked++;
    return true;
  }
}
