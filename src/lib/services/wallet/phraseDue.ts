import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Network } from '$lib/chain/network/network';
import { blockReward } from '$lib/chain/network/rewards';
import type { Height } from '$lib/chain/time';
import type { WalletSummary } from './views';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a wallet created without its words may be mined to. */
const PHRASE_GRACE_MS = 7 * DAY_MS;
/** How much it may hold meanwhile, in rewards of the current block: a number of coins would suit one network only. */
const PHRASE_GRACE_REWARDS = 100n;

type Pending = Pick<WalletSummary, 'createdAtMs' | 'phrasePending' | 'phraseCap' | 'held'>;

/** The balance from which mining to a wallet waits for its words. */
export const phraseCapAt = (network: Network, height: Height): Hastings =>
  hastings(PHRASE_GRACE_REWARDS * blockReward(network, height + 1));

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
