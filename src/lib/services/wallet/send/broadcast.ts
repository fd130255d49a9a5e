import { BadRequestError, ServerError, TimeoutError, type HttpError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { TimeSlices } from '$lib/async/timeSlices';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import type { TransactionId } from '$lib/chain/ids';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { WalletCache } from '$lib/wallet/sync/cache';
import { requireClaimAccepted } from '$lib/wallet/transfer/claimRisk';
import { requireTransferFee } from '$lib/wallet/transfer/feeCheck';
import { broadcastSet } from '$lib/wallet/transfer/finalize';
import {
  paidAddresses,
  transferId,
  withHeldInputs,
  type BroadcastSet,
  type Transfer
} from '$lib/wallet/transfer/transfer';
import { RefusedError } from '../errors';
import { requireSameChain } from '../otherChain';
import type { SpendContext } from './spendableWallet';

interface BroadcastContext extends Pick<SpendContext, 'network' | 'moment' | 'isOwnNode' | 'isOtherChain'> {
  readonly cache: WalletCache;
  /** The fee typed by the user, if it is extreme. */
  readonly confirmedFee?: Hastings;
  /** The user accepts that the server could redirect the claim. */
  readonly acceptsClaimRisk?: boolean;
}

/**
 * Prepares a complete transfer for broadcast, with the inputs and proofs of the wallet's block.
 * @throws {OtherChainError | FeeNotConfirmedError | ClaimNotConfirmedError | IncompleteTransferError |
 *   InputGoneError | UpgradePassedError} as {@link broadcastSet}
 */
export function prepareBroadcast(
  transfer: Transfer,
  { network, moment, cache, isOwnNode, isOtherChain, confirmedFee, acceptsClaimRisk = false }: BroadcastContext
): BroadcastSet {
  requireSameChain({ isOtherChain });
  const current = withHeldInputs(transfer, cache);
  requireTransferFee(current, confirmedFee);
  requireClaimAccepted(current, cache.fundTaxRevenue, isOwnNode || acceptsClaimRisk);
  return broadcastSet(current, network, cache, moment);
}

/**
 * Broadcasts a complete transfer.
 * @returns whether the server accepted it without being able to relay it
 * @throws {RefusedError} the server rejected it; after any other error it may or may not have it
 */
export async function broadcastTransfer(
  server: Pick<WalletServer, 'broadcast' | 'poolTransactions'>,
  transfer: Transfer,
  set: BroadcastSet
): Promise<{ readonly withoutPeers: boolean }> {
  // The review has warned that these coins are lost.
  const allowVoid = paidAddresses(transfer).includes(VOID_ADDRESS) || undefined;
  try {
    await server.broadcast({ body: set, query: { allowVoid } });
    return { withoutPeers: false };
  } catch (error) {
    if (error instanceof BadRequestError && !error.isInconclusive) throw refused(error);
    if (!(error instanceof BadRequestError || error instanceof ServerError || error instanceof TimeoutError))
      throw error;
    const isOwnFailure = error instanceof ServerError && !error.isInconclusive;
    const isPooled = await isInPool(server, transferId(transfer));
    if (isPooled === true) return { withoutPeers: isOwnFailure };
    if (isOwnFailure && isPooled === false) throw refused(error);
    throw error;
  }
}

const refused = (error: HttpError): RefusedError => new RefusedError(error.serverMessage, { cause: error });

/**
 * A server without peers reports an error for an accepted transaction: only its pool shows that it was not a rejection.
 * @returns undefined if the pool cannot be read
 */
async function isInPool(
  server: Pick<WalletServer, 'poolTransactions'>,
  id: TransactionId
): Promise<boolean | undefined> {
  try {
    const { transactions, v2Transactions } = await server.poolTransactions();
    // A server can list hundreds of thousands.
    const slices = new TimeSlices();
    for (const txn of transactions) {
      await slices.turn();
      if (transactionId(txn) === id) return true;
    }
    for (const txn of v2Transactions) {
      await slices.turn();
      if (v2TransactionId(txn) === id) return true;
    }
    return false;
  } catch {
    return undefined;
  }
}
