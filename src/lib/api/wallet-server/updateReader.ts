import { NotFoundError, ServerError, TimeoutError, TooLargeError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { ChainUpdates } from '$lib/api/wallet-server/schemas';
import { sleep } from '$lib/async/sleep';
import type { ChainIndex } from '$lib/chain/element/elements';
import { UnknownBlockError } from './unsuitableServer';

const MAX_BLOCKS = 100;
const FIRST_BLOCKS = 20;

/** Responses with reverted blocks before one leads above the highest block so far: thousands of blocks deep. */
const MAX_REVERTS = 50;
/** Pause before each further request: a server can revert and apply the same blocks forever. */
const PAUSE_MS = 5_000;

/** Reads the update feed in batches of adaptive size. */
export class UpdateReader {
  readonly #server: Pick<WalletServer, 'updates' | 'block'>;
  #blocks: number;
  #highest = -1;
  /** Responses with reverted blocks since then. */
  #reverts = 0;

  /** @param firstBlocks size of the first batch */
  constructor(server: Pick<WalletServer, 'updates' | 'block'>, firstBlocks = FIRST_BLOCKS) {
    this.#server = server;
    this.#blocks = firstBlocks;
  }

  /**
   * Updates since the block, and whether they are complete. The batch size shrinks when a response is too large or too
   * slow, and grows again after successes.
   * @throws {UnknownBlockError} the server does not have the block
   */
  async read(index: ChainIndex, signal: AbortSignal): Promise<{ feed: ChainUpdates; isAll: boolean }> {
    const limit = this.#blocks;
    if (index.height > this.#highest) this.#reverts = 0;
    this.#highest = Math.max(this.#highest, index.height);
    if (this.#reverts >= MAX_REVERTS) {
      await sleep(PAUSE_MS, signal);
      signal.throwIfAborted();
    }
    try {
      const feed = await this.#server.updates({ params: { index }, query: { limit } }, { signal });
      if (feed.reverted.length > 0) this.#reverts++;
      const isAll = feed.applied.length + feed.reverted.length < limit;
      if (!isAll) this.#blocks = Math.min(MAX_BLOCKS, 2 * this.#blocks);
      return { feed, isAll };
    } catch (error) {
      const isTooMuch = error instanceof TimeoutError || error instanceof TooLargeError;
      if (isTooMuch) this.#blocks = Math.max(1, this.#blocks >> 1);
      if (error instanceof ServerError && (await this.#isUnknown(index.id, signal))) {
        throw new UnknownBlockError(index, { cause: error });
      }
      throw error;
    }
  }

  /** Whether the server reports that it does not have the block. A server that fails temporarily may still have it. */
  async #isUnknown(id: string, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#server.block({ params: { idOrHeight: id } }, { signal });
      return false;
    } catch (error) {
      return error instanceof NotFoundError;
    }
  }
}
