import type { WalletServer } from '$lib/api/wallet-server/client';
import { isBeforeFirst } from '$lib/api/wallet-server/unsuitableServer';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { commitsTo } from '$lib/consensus/light/lightChain';
import { FeedError } from '$lib/wallet/errors';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { SendRow } from '../records';

/** Nothing is earned earlier: the first block has no parent, and the second one's forms no contract. */
const FIRST_CLAIM_HEIGHT = 2;

/**
 * The transactions of all blocks that contain a sent fund transaction. A first sync reads no blocks, and the claim
 * addresses in its events are unverified.
 * @param events of a first sync
 * @throws {FeedError} a block whose header does not commit to its transactions
 */
export async function readSentTransactions(
  server: Pick<WalletServer, 'indexAt' | 'updates'>,
  sends: readonly SendRow[],
  events: readonly WalletEvent[],
  signal: AbortSignal
): Promise<V2Transaction[]> {
  const claiming = sends.filter(
    ({ transfer }) => transfer.generation === 'v2' && transfer.transaction.fundInputs.length
  );
  const ids = new Set<string>(claiming.map(({ id }) => id));
  const holding = events.filter(({ id, index }) => ids.has(id) && index.height >= FIRST_CLAIM_HEIGHT);
  const blocks = new Map(holding.map(({ index }) => [index.id, index]));
  const transactions: V2Transaction[] = [];
  for (const index of blocks.values()) {
    try {
      transactions.push(...((await readBlock(server, index, signal)).v2?.transactions ?? []));
    } catch (error) {
      // A pruned block cannot be read, and the rest of the history does not depend on it.
      if (!isBeforeFirst(error)) throw error;
    }
  }
  return transactions;
}

/** The header also commits to the state before the block, which the feed returns with the previous block. */
async function readBlock(
  server: Pick<WalletServer, 'indexAt' | 'updates'>,
  index: ChainIndex,
  signal: AbortSignal
): Promise<Block> {
  const before = await server.indexAt({ params: { height: index.height - 2 } }, { signal });
  const { applied } = await server.updates({ params: { index: before }, query: { limit: 2 } }, { signal });
  const [parent, last] = applied;
  const isCommitted =
    parent !== undefined &&
    last !== undefined &&
    blockId(blockHeaderOf(last.block)) === index.id &&
    last.block.parentId === parent.state.index.id &&
    commitsTo(last.block, parent.state);
  if (!isCommitted) throw new FeedError('wrong-commitment', index);
  return last.block;
}
