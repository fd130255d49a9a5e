import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import { undefinedIfNotFound } from '$lib/api/http/undefinedIfNotFound';
import { requireFullIndex } from '$lib/api/wallet-server/fullIndex';

/** Comparison of two servers' chains. */
export type TipComparison =
  /** One may be some blocks ahead; below they agree. */
  | { readonly verdict: 'agree'; readonly ours: ChainIndex; readonly theirs: ChainIndex }
  /** They follow different chains; the one with more work is more likely correct. */
  | {
      readonly verdict: 'differ';
      readonly ours: ChainIndex;
      readonly theirs: ChainIndex;
      readonly moreWork: 'ours' | 'theirs' | 'neither';
    }
  /** Their genesis blocks differ. */
  | { readonly verdict: 'other-network' };

/** Compares the chains reported by two servers, without verifying them. */
export async function compareTips(
  ours: WalletServer,
  theirs: WalletServer,
  signal: AbortSignal
): Promise<TipComparison> {
  const genesis = (server: WalletServer) => server.indexAt({ params: { height: 0 } }, { signal });
  const [first, second] = await Promise.all([genesis(ours), genesis(theirs)]);
  if (first.id !== second.id) return { verdict: 'other-network' };
  const [a, b] = await Promise.all([ours.tipState({}, { signal }), theirs.tipState({}, { signal })]);
  const tips = { ours: a.index, theirs: b.index };
  const [lower, higherServer] = a.index.height <= b.index.height ? [a.index, theirs] : [b.index, ours];
  const there = await undefinedIfNotFound(higherServer.indexAt({ params: { height: lower.height } }, { signal }));
  if (there?.id === lower.id) return { verdict: 'agree', ...tips };
  const moreWork = a.totalWork > b.totalWork ? 'ours' : a.totalWork < b.totalWork ? 'theirs' : 'neither';
  return { verdict: 'differ', ...tips, moreWork };
}

export interface AddressTotals {
  /** Mature or not. */
  readonly coins: Hastings;
  readonly funds: FundUnits;
}

/** Addresses per request. */
const AT_ONCE = 1_000;

/**
 * Total balance of the addresses at a server, which learns that they belong together.
 * @throws {PartialIndexError} a server that does not index all addresses
 */
export async function totalsAt(
  server: WalletServer,
  addresses: readonly Address[],
  signal: AbortSignal
): Promise<AddressTotals> {
  await requireFullIndex(server, signal);
  const totals = { coins: 0n, funds: 0n };
  for (let from = 0; from < addresses.length; from += AT_ONCE) {
    const body = { addresses: addresses.slice(from, from + AT_ONCE) };
    const { coins, immatureCoins, funds } = await server.batchBalance({ body }, { signal });
    totals.coins += coins + immatureCoins;
    totals.funds += funds;
  }
  return { coins: hastings(totals.coins), funds: fundUnits(totals.funds) };
}
