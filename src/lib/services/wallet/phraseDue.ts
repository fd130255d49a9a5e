import { HASTINGS_PER_COIN, hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Network } from '$lib/chain/network/network';
import { blockReward } from '$lib/chain/network/rewards';
import type { WalletSummary } from './views';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a wallet may be mined to before its phrase is confirmed. */
const PHRASE_GRACE_MS = 7 * DAY_MS;
/** How much it may hold until then, in block rewards: a number of coins would suit only one network. */
const PHRASE_GRACE_REWARDS = 100n;

type Pending = Pick<WalletSummary, 'createdAtMs' | 'phrasePending' | 'phraseCap' | 'held'>;

/**
 * The balance from which mining to a wallet requires its phrase to be confirmed; fixed for each network. Rewards
 * decrease from block to block, so the one at V2's `requireHeight` is used, and rounded up to whole millions of coins,
 * which are easy to remember.
 */
export function phraseCap(network: Network): Hastings {
  const rewards = PHRASE_GRACE_REWARDS * blockReward(network, network.hardforkV2.requireHeight);
  const million = 1_000_000n * HASTINGS_PER_COIN;
  return hastings(((rewards + million - 1n) / million) * million);
}

/** Deadline for confirming a wallet's phrase, milliseconds since 1970; undefined if it is confirmed. */
export const phraseDueMs = ({ createdAtMs, phrasePending }: Pending): number | undefined =>
  phrasePending ? createdAtMs + PHRASE_GRACE_MS : undefined;

/**
 * Why mining to the wallet must wait for its phrase to be confirmed: the deadline has passed, or it holds too much;
 * undefined if it need not wait.
 */
export function phraseOverdue(wallet: Pending, nowMs: number): 'time' | 'amount' | undefined {
  const { phrasePending, phraseCap, held } = wallet;
  if (!phrasePending) return undefined;
  if (phraseCap !== undefined && held !== undefined && held.coins >= phraseCap) return 'amount';
  return nowMs >= (phraseDueMs(wallet) ?? Infinity) ? 'time' : undefined;
}
