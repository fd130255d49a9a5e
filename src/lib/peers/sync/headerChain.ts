import type { BlockHeader } from '$lib/chain/block/block';
import type { ChainState } from '$lib/chain/block/state';
import type { Network } from '$lib/chain/network/network';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { applyHeader } from '$lib/consensus/apply/applyBlock';
import { ancestorHeight } from '$lib/consensus/difficulty';
import { childHeight } from '$lib/consensus/state';
import { validateHeader } from '$lib/consensus/validate/validateHeader';

/** Timestamp of the block at a height on the chain that the headers extend. */
export type TimestampAt = (height: Height) => UnixSeconds | undefined;

/**
 * Validates consecutive headers: parent, timestamp, nonce and work at the required difficulty. The state has the
 * correct index, timestamps, difficulty and total work, but its elements, revenue and addresses are those of the start,
 * so it can neither validate a block nor yield a commitment.
 */
export class HeaderChain {
  readonly #network: Network;
  readonly #timestampAt: TimestampAt;
  readonly #firstHeight: Height;
  /** Timestamps from the first header on, as far as the difficulty rule needs them. */
  readonly #timestamps: UnixSeconds[] = [];
  #state: ChainState;

  /**
   * @param start the state after the block that the headers extend
   * @param timestampAt for heights up to the start; called only up to the Oak height
   */
  constructor(network: Network, start: ChainState, timestampAt: TimestampAt) {
    this.#network = network;
    this.#state = start;
    this.#timestampAt = timestampAt;
    this.#firstHeight = childHeight(start);
  }

  /** The state after the last valid header. */
  get state(): ChainState {
    return this.#state;
  }

  /**
   * Validates the next header. The timestamp is not checked against the clock until the block is validated.
   * @throws {ConsensusError} `header/…`; the state is unchanged
   */
  append(header: BlockHeader): void {
    validateHeader(this.#network, this.#state, header);
    const isEarly = childHeight(this.#state) <= this.#network.hardforkOak.height;
    const ancestorTimestamp = isEarly ? this.#ancestorTimestamp(header) : undefined;
    if (isEarly) this.#timestamps.push(header.timestamp);
    this.#state = applyHeader(this.#network, this.#state, header, ancestorTimestamp);
  }

  /** Determines the difficulty at every 500th block before Oak. */
  #ancestorTimestamp(header: BlockHeader): UnixSeconds | undefined {
    // The genesis block has no ancestor and needs none.
    if (childHeight(this.#state) === 0) return header.timestamp;
    const height = ancestorHeight(this.#state);
    return height < this.#firstHeight ? this.#timestampAt(height) : this.#timestamps[height - this.#firstHeight];
  }
}
