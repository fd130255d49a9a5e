import { HASTINGS_PER_COIN, hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Network } from '$lib/chain/network/network';
import { blockReward } from '$lib/chain/network/rewards';
import type { WalletSummary } from './views';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a wallet created without its words may be mined to. */
const PHRASE_GRACE_MS = 7 * DAY_MS;
/** How much it may hold meanwhile, in block rewards: a number of coins would suit one network only. */
const PHRASE_GRACE_REWARDS = 100n;

type Pending = Pick<WalletSummary, 'createdAtMs' | 'phrasePending' | 'phraseCap' | 'held'>;

/**
 * The balance from which mining to a wallet waits for its words, one for each network: rewards fall from block to block, so
 * the one at which the last fork was complete counts, and whole millions of coins are easy to remember.
 */
export function phraseCap(network: Network): Hastings {
  const rewards = PHRASE_GRACE_REWARDS * blockReward(network, network.hardforkV2.requireHeight);
  const million = 1_000_000n * HASTINGS_PER_COIN;
  return hastings(((rewards + million - 1n) / million) * million);
}

/** Until when the words of a wallet must be confirmed, milliseconds since 1970; undefined if they are. */
export const phraseDueMs = ({ createdAtMs, phrasePending }: Pending): number | undefined =>
  phrasePending ? createdAtMs + PHRASE_GRACE_MS : undefined;

/** Why mining to the wallet waits for its words: their time is over, or it holds too much; undefined if it does not. */
export function phraseOverdue(wallet: Pending, nowMs: number): 'time' | 'amount' | undefined {
  const { phrasePending, phraseCap, held } = wallet;
  if (!phrasePending) return undefined;
  if (phraseCap !== undefined && held !== undefined && held.coins >= phraseCap) return 'amount';
  return nowMs >= (phraseDueMs(wallet) ?? Infinity) ? 'time' : undefined;
}
