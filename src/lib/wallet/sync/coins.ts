import { FUND_COUNT, hastings, type Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex, CoinOutput, FundOutput } from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { WalletEvent } from './walletEvent';

/** An unspent coin output of the wallet. Its proof is stored separately, in the nodes of the cache. */
export interface OwnedCoin {
  readonly id: CoinOutputId;
  readonly output: CoinOutput;
  /** Tip height from which it can be spent. */
  readonly maturityHeight: bigint;
  /**
   * Leaf index in the accumulator. Missing while the proof is unknown: a maturing payout from before the first sync.
   * Immature until the proof arrives.
   */
  readonly leafIndex?: bigint;
}

/** An unspent fund output of the wallet. */
export interface OwnedFund {
  readonly id: FundOutputId;
  readonly output: FundOutput;
  /** Fund tax revenue at its creation: its claim is its share of the revenue since then. */
  readonly claimStart: Hastings;
  readonly leafIndex: bigint;
}

/** All outputs of a wallet at a block. */
export interface Holdings {
  readonly basis: ChainIndex;
  readonly coins: readonly OwnedCoin[];
  readonly funds: readonly OwnedFund[];
  /** Total contract tax collected, in hastings. */
  readonly fundTaxRevenue: Hastings;
}

/**
 * Whether the coin can be spent in the next block. Consensus would allow it one block earlier; servers count like this,
 * so balances agree.
 */
export const isMature = (coin: OwnedCoin, tipHeight: Height): boolean =>
  coin.leafIndex !== undefined && coin.maturityHeight <= BigInt(tipHeight);

/** Claim paid when spending the fund output at this tax revenue; whole hastings per unit. */
export const claimOf = (
  { output, claimStart }: Pick<OwnedFund, 'output' | 'claimStart'>,
  fundTaxRevenue: Hastings
): Hastings => hastings(((fundTaxRevenue - claimStart) / FUND_COUNT) * output.value);

/** Ids of the wallet's outputs that pending transactions spend. */
export const spentBy = (pending: readonly WalletEvent[]): Set<string> =>
  new Set(pending.flatMap(({ inputs }) => inputs.filter(({ own }) => own).map(({ id }) => id)));
