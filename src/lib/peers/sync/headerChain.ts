import type { BlockHeader } from '$lib/chain/block/block';
import type { ChainState } from '$lib/chain/block/state';
import type { Network } from '$lib/chain/network/network';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { applyHeader } from '$lib/consensus/apply/applyBlock';
import { ancestorHeight } from '$lib/consensus/difficulty';
import { childHeight } from '$lib/consensus/state';
import { validateHeader } from '$lib/consensus/validate/validateHeader';

/** Timestamp of the block at a height of the chain that the headers continue. */
export type TimestampAt = (height: Height) => UnixSeconds | undefined;

/**
 * Validates headers one after another: parent, timestamp, nonce and work at the required difficulty. The state between
 * them has the right index, timestamps, difficulty and total work; its elements, revenue and addresses are those of the
 * start, so it neither validates a block nor has a commitment.
 */
export class HeaderChain {
  readonly #network: Network;
  readonly #timestampAt: TimestampAt;
  readonly #firstHeight: Height;
  /** From the first header on, as far as the difficulty rule needs them. */
  readonly #timestamps: UnixSeconds[] = [];
  #state: ChainState;

  /**
   * @param start the state after the block that the headers continue
   * @param timestampAt for heights up to the start; asked only up to the oak height
   */
  constructor(network: Network, start: ChainState, timestampAt: TimestampAt) {
    this.#network = network;
    this.#state = start;
    this.#timestampAt = timestampAt;
    this.#firstHeight = childHeight(start);
  }

  /** After the last valid header. */
  get state(): ChainState {
    return this.#state;
  }

  /**
   * Validates the next header. There is no check against the clock: that comes with the block.
   * @throws {ConsensusError} `header/…`; the state is unchanged
   */
  append(header: BlockHeader): void {
    validateHeader(this.#network, this.#state, header);
    const isEarly = childHeight(this.#state) <= this.#network.hardforkOak.height;
    const ancestorTimestamp = isEarly ? this.#ancestorTimestamp(header) : undefined;
    if (isEarly) this.#timestamps.push(header.timestamp);
    this.#state = applyHeader(this.#network, this.#state, header, ancestorTimestamp);
  }

  /** Without it the difficulty would be wrong at every 500th block before oak. */
  #ancestorTimestamp(header: BlockHeader): UnixSeconds | undefined {
    // The genesis block has no ancestor and needs none.
    if (childHeight(this.#state) === 0) return header.timestamp;
    const height = ancestorHeight(this.#state);
    return height < this.#firstHeight ? this.#timestampAt(height) : this.#timestamps[height - this.#firstHeight];
  }
}
