import { FUND_COUNT, hastings, type Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex, CoinOutput, FundOutput } from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
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
