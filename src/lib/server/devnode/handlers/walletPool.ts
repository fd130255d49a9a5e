import type { Handlers } from '$lib/api/route';
import type { walletServerRoutes } from '$lib/api/wallet-server/routes';
import type { TransactionSet } from '$lib/api/wallet-server/schemas';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency';
import { ConsensusError } from '$lib/consensus/errors';
import type { ChainManager } from '../chainManager';
import { BlockRefusedError, FileContractsRefusedError, InvalidTransactionError } from '../errors';
import { FEE_WINDOW_BLOCKS, recommendedFee } from '../fees';
import { badRequest, failed } from '../http/answerError';
import type { ChainStore } from '../store/store';
import type { TransactionPool } from '../txpool';

type PoolRoutes = Pick<typeof walletServerRoutes, 'fee' | 'poolTransactions' | 'broadcast' | 'broadcastBlock'>;

export interface WalletPoolParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
}

/** The pool and what is handed in to it. There is nobody to pass it on to, which counts as done. */
export function walletPoolHandlers({ store, chain, pool }: WalletPoolParts): Handlers<PoolRoutes> {
  return {
    fee: () => currentFee(store, chain, pool),
    poolTransactions: () => ({
      basis: chain.tip,
      transactions: pool.transactions,
      v2Transactions: pool.v2Transactions
    }),
    broadcast: async ({ body, query: { allowVoid = false } }) => {
      if (!allowVoid && paysVoid(body)) {
        throw badRequest('transaction pays the void address, where coins are lost; allowVoid=true sends it anyway');
      }
      try {
        const added = await pool.add(body);
        return { basis: chain.tip, ...added };
      } catch (error) {
        throw describe(error);
      }
    },
    broadcastBlock: async ({ body }) => {
      try {
        await chain.addBlock(body);
      } catch (error) {
        const isRefusal = error instanceof ConsensusError || error instanceof BlockRefusedError;
        throw isRefusal ? failed(`block is invalid: ${error.message}`, error) : error;
      }
      // As the network's servers: it is taken, and then there is no way to pass it on.
      if (body.v2 === undefined) throw badRequest('v1 blocks are unsupported');
    }
  };
}

function describe(error: unknown): unknown {
  if (error instanceof FileContractsRefusedError) return badRequest(`invalid transaction set: ${error.message}`, error);
  if (!(error instanceof InvalidTransactionError)) return error;
  const { code, transactionId, version, message } = error;
  if (code === 'v2/unknown-parent') {
    // A parent that is spent or that nobody knows has no proof at the tip.
    const set = "couldn't get transaction set: failed to update transaction set basis";
    return failed(`${set}: transaction ${transactionId} is invalid: input parent has invalid Merkle proof`, error);
  }
  return badRequest(`invalid ${version === 2 ? 'v2 ' : ''}transaction set: ${message}`, error);
}

const paysVoid = ({ transactions, v2Transactions }: TransactionSet): boolean =>
  [...transactions, ...v2Transactions].some(({ coinOutputs, fundOutputs }) =>
    [...coinOutputs, ...fundOutputs].some(({ address }) => address === VOID_ADDRESS)
  );

function currentFee(store: ChainStore, chain: ChainManager, pool: TransactionPool): Hastings {
  const heights = Array.from({ length: FEE_WINDOW_BLOCKS }, (_, i) => chain.tip.height - i).filter(
    (height) => height >= 0
  );
  const recent = heights.map((height) => store.block(store.blocks.bestAt(height)!)!.block);
  return recommendedFee(recent, pool.weight);
}
