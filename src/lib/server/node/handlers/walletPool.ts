import { StepQueue, type Steps } from '$lib/async/stepQueue';
import type { Handlers } from '$lib/api/http/route';
import type { walletServerRoutes } from '$lib/api/wallet-server/routes';
import { NO_BASIS, type TransactionSet } from '$lib/api/wallet-server/schemas';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { v1CommitmentLeaf } from '$lib/chain/block/commitment';
import { transactionWeight } from '$lib/chain/block/weight';
import { ConsensusError } from '$lib/consensus/errors';
import { validateWeight } from '$lib/consensus/validate/validateBlock';
import type { BlockOutcome, ChainManager } from '../chain/chainManager';
import { checkCommitment, needsCommitmentCheck } from '../chain/commitmentCheck';
import { BlockRefusedError, InvalidTransactionError, PoolFullError, refusal, SetTooLongError } from '../errors';
import type { StepHandlers } from '../http/tables';
import { currentFee } from '../pool/fees';
import type { ChainStore } from '../store/store';
import type { TransactionPool } from '../pool/transactionPool';

type Routes = typeof walletServerRoutes;
type PoolHandlers = Handlers<Pick<Routes, 'fee' | 'broadcast' | 'broadcastBlock'>> &
  StepHandlers<Pick<Routes, 'poolTransactions'>>;

export interface WalletPoolParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  /** Responds 500 to broadcasts that are accepted but cannot be relayed, as a server without peers does. */
  readonly failWithoutPeers?: boolean;
}

/** The pool and broadcasts. Without `failWithoutPeers`, acceptance counts as success even without peers. */
export function walletPoolHandlers({ store, chain, pool, failWithoutPeers }: WalletPoolParts): PoolHandlers {
  const hashing = new StepQueue();
  return {
    fee: () => currentFee(store, chain.tip, pool.weight),
    poolTransactions: function* () {
      // A request that waits for its turn does not hold the lists.
      yield;
      yield* pool.untilSettled();
      return { basis: chain.tip, transactions: pool.transactions, v2Transactions: pool.v2Transactions };
    },
    broadcast: async ({ body, query: { allowVoid = false } }, client) => {
      if (body.transactions.length + body.v2Transactions.length === 0) return { ...body, basis: NO_BASIS };
      if (!allowVoid && paysVoid(body)) {
        throw refusal('wallet-server/pays-void');
      }
      try {
        const { transactions, v2Transactions } = await pool.add(body, client);
        if (failWithoutPeers) throw refusal('wallet-server/no-peers', { what: setName(body) });
        return { basis: chain.tip, transactions, v2Transactions };
      } catch (error) {
        throw describe(error, store, body);
      }
    },
    broadcastBlock: async ({ body }, client) => {
      let outcome: BlockOutcome;
      try {
        await hashing.run(hashV1InSteps(body), client);
        if (needsCommitmentCheck(body)) await hashing.run(checkCommitment(store, chain.network, body), client);
        outcome = await chain.addBlock(body);
      } catch (error) {
        const isRefusal = error instanceof ConsensusError || error instanceof BlockRefusedError;
        throw isRefusal ? refusal('wallet-server/block-invalid', { rule: error.message }, error) : error;
      }
      // As in the network's servers: the block is accepted, but there is no V1 message to relay it with.
      if (body.v2 === undefined) throw refusal('wallet-server/v1-block');
      if (failWithoutPeers && outcome !== 'known') throw refusal('wallet-server/no-peers', { what: 'block outline' });
    }
  };
}

/** Transactions hashed in one step. */
const STEP = 200;

/**
 * Hashes the V1 transactions of a block: its work covers their hashes. Yields between its steps.
 * @throws {ConsensusError} they weigh more than a block may
 */
function* hashV1InSteps({ transactions }: Block): Steps<void> {
  let weight = 0;
  for (const [index, txn] of transactions.entries()) {
    if (index > 0 && index % STEP === 0) yield;
    v1CommitmentLeaf(txn);
    weight += transactionWeight(txn);
  }
  validateWeight(weight);
}

const setName = ({ v2Transactions }: TransactionSet): string =>
  v2Transactions.length > 0 ? 'v2 transaction set' : 'transaction set';

function describe(error: unknown, store: ChainStore, set: TransactionSet): unknown {
  if (error instanceof PoolFullError) {
    return refusal('wallet-server/pool-full', { size: error.size, maxSize: error.maxSize }, error);
  }
  if (error instanceof SetTooLongError) return refusal('wallet-server/set-too-long', { most: error.most }, error);
  if (!(error instanceof InvalidTransactionError)) return error;
  const { code, transactionId: id, version, rule } = error;
  // A spent or unknown parent has no proof at the tip.
  if (code === 'v2/unknown-parent' || (code === 'v2/double-spend' && spendsTheSpent(store, set))) {
    return refusal('wallet-server/proof-invalid', { id }, error);
  }
  if (code === 'txn/v1-not-allowed') return refusal('wallet-server/v1-not-allowed', { id }, error);
  const invalid = version === 2 ? 'wallet-server/v2-transaction-invalid' : 'wallet-server/transaction-invalid';
  return refusal(invalid, { id, rule: rule.message }, error);
}

/** Whether a parent was spent in a block, not only by the pool. */
const spendsTheSpent = (store: ChainStore, { v2Transactions }: TransactionSet): boolean =>
  v2Transactions.some(
    ({ coinInputs, fundInputs }) =>
      coinInputs.some(({ parent }) => store.coins.get(parent.id)?.spent !== undefined) ||
      fundInputs.some(({ parent }) => store.funds.get(parent.id)?.spent !== undefined)
  );

const paysVoid = ({ transactions, v2Transactions }: TransactionSet): boolean =>
  [...transactions, ...v2Transactions].some(({ coinOutputs, fundOutputs }) =>
    [...coinOutputs, ...fundOutputs].some(({ address }) => address === VOID_ADDRESS)
  );
