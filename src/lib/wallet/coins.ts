import type { FundUnits, Hastings } from '../chain/currency';
import type { ChainIndex, CoinOutput, FundOutput } from '../chain/elements';
import type { CoinOutputId, FundOutputId } from '../chain/ids';
import type { Height } from '../chain/time';
import type { WalletEvent } from './walletEvent';

/** An unspent coin output of the wallet. Its proof is kept apart, in the nodes of the cache. */
export interface OwnedCoin {
  readonly id: CoinOutputId;
  readonly output: CoinOutput;
  /** Tip height from which it can be spent. */
  readonly maturityHeight: bigint;
  /**
   * Place in the accumulator. Missing while no proof is known: a payout from before the first sync that still matures.
   * It counts in balances, and can be spent once the proof came.
   */
  readonly leafIndex?: bigint;
}

/** An unspent fund output of the wallet. */
export interface OwnedFund {
  readonly id: FundOutputId;
  readonly output: FundOutput;
  /** Tax revenue when it was created: its claim is its share of what came since. */
  readonly claimStart: Hastings;
  readonly leafIndex?: bigint;
}

/** Everything a wallet holds at a block. */
export interface Holdings {
  readonly basis: ChainIndex;
  readonly coins: readonly OwnedCoin[];
  readonly funds: readonly OwnedFund[];
  /** All contract tax so far, in hastings. */
  readonly fundTaxRevenue: Hastings;
}

export interface Balance {
  /** Mature, and not spent by a transaction that waits in the pool. */
  readonly spendable: Hastings;
  readonly immature: Hastings;
  /** What waiting transactions will change, in hastings; negative when more goes out. */
  readonly unconfirmed: bigint;
  readonly funds: FundUnits;
  /** What the fund units would pay if they were spent now. */
  readonly unclaimed: Hastings;
}

/** Coins that mature together. */
export interface Maturity {
  readonly height: Height;
  readonly coins: Hastings;
}

export declare function balanceOf(holdings: Holdings, pending?: readonly WalletEvent[]): Balance;
/** Soonest first. */
export declare function maturities(holdings: Holdings): Maturity[];
/** What spending the fund output at this tax revenue pays to its claim address. */
export declare function claimOf(fund: OwnedFund, fundTaxRevenue: Hastings): Hastings;
/** Ids of the coin and fund outputs that waiting transactions spend. */
export declare function spentBy(pending: readonly WalletEvent[]): ReadonlySet<string>;
