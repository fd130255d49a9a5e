import type { ChainUpdates } from '$lib/api/wallet-server/schemas';
import type { Work } from '$lib/chain/target';
import { FeedError } from '$lib/wallet/errors';
import type { TipState } from '../records';

/**
 * The least total work of a chain that replaces the one that ends in this state; 0 if its work is unknown. Nodes only
 * follow a heavier chain, but do not leave theirs for one that is heavier by a fifth of a block or less, so another
 * server's may be slightly lighter.
 */
const leastWork = ({ totalWork = 0n, difficulty = 0n }: TipState): Work => (totalWork - difficulty) as Work;

/**
 * Requires that a chain has about as much work as the one that the wallet has read. Otherwise, a server could revert
 * blocks without replacing them: outputs that are spent would be shown as spendable, and payments as not made.
 * @throws {FeedError}
 */
export function requireAsMuchWork(before: TipState, after: TipState): void {
  requireWork(leastWork(before), after);
}

function requireWork(least: Work | undefined, { totalWork, index }: TipState): void {
  if (least !== undefined && totalWork !== undefined && totalWork < least) throw new FeedError('less-work', index);
}

/**
 * The work that a feed must lead to before it counts as complete.
 * @param known that of earlier parts of the feed
 * @returns undefined once the chain has it
 * @throws {FeedError} the feed is complete and has less
 */
export function workDue(
  known: Work | undefined,
  before: TipState,
  { reverted, after, isAll }: Pick<ChainUpdates, 'reverted'> & { readonly after: TipState; readonly isAll: boolean }
): Work | undefined {
  const least = known ?? (reverted.length > 0 ? leastWork(before) : undefined);
  if (least === undefined || after.totalWork === undefined || after.totalWork >= least) return undefined;
  if (isAll) requireWork(least, after);
  return least;
}
