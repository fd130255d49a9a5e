import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
import type { Contract, RenterState, Spending } from './state';

const ZERO = hastings(0n);
export const NO_SPENDING: Spending = {
  fees: ZERO,
  upload: ZERO,
  download: ZERO,
  storage: ZERO,
  fundAccount: ZERO,
  updatePriceTable: ZERO,
  accountBalance: ZERO,
  fundAccountCall: ZERO
};

/** Blocks from a contract's end to its payout: the host's proof window. */
export const PROOF_WINDOW = 144;

/** Adds two breakdowns by category. */
export const addSpending = (a: Spending, b: Spending): Spending => ({
  fees: hastings(a.fees + b.fees),
  upload: hastings(a.upload + b.upload),
  download: hastings(a.download + b.download),
  storage: hastings(a.storage + b.storage),
  fundAccount: hastings(a.fundAccount + b.fundAccount),
  updatePriceTable: hastings(a.updatePriceTable + b.updatePriceTable),
  accountBalance: hastings(a.accountBalance + b.accountBalance),
  fundAccountCall: hastings(a.fundAccountCall + b.fundAccountCall)
});

/** Sum of all categories. */
export const totalSpent = (spending: Spending): Hastings =>
  hastings(
    spending.fees +
      spending.upload +
      spending.download +
      spending.storage +
      spending.fundAccount +
      spending.updatePriceTable +
      spending.accountBalance +
      spending.fundAccountCall
  );

/**
 * Spending in the current period, and funds still withheld from earlier ones. A contract belongs to the current period
 * if it was formed in it, or if it is still running and was not renewed.
 */
export function periodFigures(state: RenterState, height: Height) {
  const current = [
    ...state.contracts.filter(
      ({ startHeight, renewedTo }) => startHeight >= state.currentPeriod || renewedTo === undefined
    ),
    ...state.ended.filter(({ startHeight }) => startHeight >= state.currentPeriod)
  ];
  const counted = new Set(current);
  const earlier = [...state.contracts, ...state.ended].filter((contract) => !counted.has(contract));
  const spending = current.reduce((sum, contract) => addSpending(sum, contract.spending), NO_SPENDING);
  const allocated = current.reduce((sum, { totalCost }) => sum + totalCost, 0n);
  const withheld = earlier.filter(({ endHeight }) => endHeight + PROOF_WINDOW > height);
  const funds = state.allowance?.funds ?? 0n;
  const left = funds - totalSpent(spending);
  return {
    spending,
    /** Put into contracts, spent or not. */
    allocated: hastings(allocated),
    /** Unspent part of the allowance: outside contracts, and left in them. */
    unspent: hastings(left > 0n ? left : 0n),
    /** Part of the allowance outside contracts. */
    unallocated: funds > allocated ? funds - allocated : 0n,
    /** Locked in contracts of earlier periods. */
    withheld: hastings(withheld.reduce((sum, { renterFunds }) => sum + renterFunds, 0n)),
    /** Height at which the last of it is released; 0 when nothing is withheld. */
    releaseBlock: withheld.reduce((last, { endHeight }) => Math.max(last, endHeight + PROOF_WINDOW), 0),
    previousSpending: hastings(
      earlier.reduce((sum, contract) => sum + totalSpent(contract.spending), state.forgottenSpending as bigint)
    )
  };
}

/** Spends a contract's funds. */
export interface Payer {
  /** Remaining funds. */
  left(): bigint;
  /** Pays in a category, up to the remaining funds. */
  pay(kind: keyof Spending, amount: bigint): void;
}

/** The contract after some payments. */
export function withPayments(contract: Contract, payments: (payer: Payer) => void): Contract {
  const spending: Record<keyof Spending, bigint> = { ...contract.spending };
  let left: bigint = contract.renterFunds;
  payments({
    left: () => left,
    pay: (kind, amount) => {
      const paid = amount < left ? amount : left;
      left -= paid;
      spending[kind] += paid;
    }
  });
  return { ...contract, renterFunds: hastings(left), spending: spending as Spending };
}
