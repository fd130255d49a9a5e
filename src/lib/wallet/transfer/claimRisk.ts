import { HASTINGS_PER_COIN, hastings, type Hastings } from '$lib/chain/currency/currency';
import { claimOf } from '../sync/coins';
import { ClaimNotConfirmedError } from '../errors';
import type { Transfer } from './transfer';

/** Stealing less is not worth a server's reputation, nor a confirmation by everyone who moves fund units. */
const WORTH_STEALING = HASTINGS_PER_COIN;

/**
 * What the fund units of a V2 transfer would pay to its claim addresses, which no V2 signature covers: a server that
 * broadcasts it can redirect the payout. V1 signatures cover the whole transaction.
 * @param fundTaxRevenue at the wallet's block
 * @returns undefined if the claim is not worth stealing
 */
export function unprotectedClaim(transfer: Transfer, fundTaxRevenue: Hastings): Hastings | undefined {
  if (transfer.generation === 'v1') return undefined;
  const total = transfer.transaction.fundInputs.reduce((sum, { parent: { output, claimStart } }) => {
    // A transfer from a file may name any start; one in the future pays nothing.
    const start = claimStart > fundTaxRevenue ? fundTaxRevenue : claimStart;
    return sum + claimOf({ output, claimStart: start }, fundTaxRevenue);
  }, 0n);
  return total >= WORTH_STEALING ? hastings(total) : undefined;
}

/**
 * @param isAccepted the user was shown what the server could redirect, and accepted the risk
 * @throws {ClaimNotConfirmedError} the broadcasting server could redirect a claim worth stealing
 */
export function requireClaimAccepted(transfer: Transfer, fundTaxRevenue: Hastings, isAccepted: boolean): void {
  const claim = unprotectedClaim(transfer, fundTaxRevenue);
  if (claim !== undefined && !isAccepted) throw new ClaimNotConfirmedError(claim);
}
