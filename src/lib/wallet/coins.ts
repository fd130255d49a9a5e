import { FUND_COUNT, fundUnits, hastings, type FundUnits, type Hastings } from '../chain/currency';
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
   * It counts as immature until its proof came.
   */
  readonly leafIndex?: bigint;
}

/** An unspent fund output of the wallet. */
export interface OwnedFund {
  readonly id: FundOutputId;
  readonly output: FundOutput;
  /** Tax revenue when it was created: its claim is its share of what came since. */
  readonly claimStart: Hastings;
  readonly leafIndex: bigint;
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
  /** Fund units not spent by a waiting transaction. */
  readonly funds: FundUnits;
  /** What the fund units would pay if they were spent now. */
  readonly unclaimed: Hastings;
}

/** Coins that mature together. */
export interface Maturity {
  readonly height: Height;
  readonly coins: Hastings;
}

/**
 * Whether the coin can be spent by the next block. Consensus would allow it one block earlier; servers count like this,
 * so balances agree.
 */
export const isMature = (coin: OwnedCoin, tipHeight: Height): boolean =>
  coin.leafIndex !== undefined && coin.maturityHeight <= BigInt(tipHeight);

/** What spending the fund output at this tax revenue pays to its claim address: whole hastings a unit. */
export const claimOf = ({ output, claimStart }: OwnedFund, fundTaxRevenue: Hastings): Hastings =>
  hastings(((fundTaxRevenue - claimStart) / FUND_COUNT) * output.value);

/** Ids of the outputs of the wallet that waiting transactions spend. */
export const spentBy = (pending: readonly WalletEvent[]): Set<string> =>
  new Set(pending.flatMap(({ inputs }) => inputs.filter(({ own }) => own).map(({ id }) => id)));

/** @param pending the wallet's transactions that wait in the pool */
export function balanceOf(holdings: Holdings, pending: readonly WalletEvent[] = []): Balance {
  const spent = spentBy(pending);
  let spendable = 0n;
  let immature = 0n;
  for (const coin of holdings.coins) {
    if (spent.has(coin.id)) continue;
    if (isMature(coin, holdings.basis.height)) spendable += coin.output.value;
    else immature += coin.output.value;
  }
  let funds = 0n;
  let unclaimed = 0n;
  for (const fund of holdings.funds) {
    if (spent.has(fund.id)) continue;
    funds += fund.output.value;
    unclaimed += claimOf(fund, holdings.fundTaxRevenue);
  }
  return {
    spendable: hastings(spendable),
    immature: hastings(immature),
    unconfirmed: pending.reduce((sum, { coins }) => sum + coins, 0n),
    funds: fundUnits(funds),
    unclaimed: hastings(unclaimed)
  };
}

/** When immature coins can be spent, soonest first. */
export function maturities({ coins, basis }: Holdings): Maturity[] {
  const byHeight = new Map<Height, bigint>();
  for (const coin of coins) {
    if (isMature(coin, basis.height)) continue;
    const height = Number(coin.maturityHeight);
    byHeight.set(height, (byHeight.get(height) ?? 0n) + coin.output.value);
  }
  return [...byHeight].sort(([a], [b]) => a - b).map(([height, value]) => ({ height, coins: hastings(value) }));
}
