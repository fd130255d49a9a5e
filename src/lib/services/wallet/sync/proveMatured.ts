import type { WalletServer } from '$lib/api/wallet-server/client';
import { firstBlock } from '$lib/api/wallet-server/firstBlock';
import { hasFullIndex } from '$lib/api/wallet-server/fullIndex';
import type { CoinElement } from '$lib/chain/element/elements';
import type { Network } from '$lib/chain/network/network';
import { OutputCollector, type WalletCache } from '$lib/wallet/sync/cache';
import type { TipState } from '../records';
import { AddressQueries } from './addressQueries';

export interface ProveMaturedDeps {
  readonly server: WalletServer;
  readonly network: Network;
  readonly signal: AbortSignal;
}

/**
 * Adds proofs of payouts that were immature, and therefore unproven, at the first sync, and removes those that the chain
 * does not have: an earlier server may have invented them.
 * @param state after the block of `before`
 * @returns undefined if nothing changes
 */
export async function proveMatured(
  { server, network, signal }: ProveMaturedDeps,
  before: WalletCache,
  state: TipState
): Promise<ReturnType<OutputCollector['finish']> | undefined> {
  const due = [...before.coins.values()].filter(
    ({ leafIndex, maturityHeight }) => leafIndex === undefined && maturityHeight <= BigInt(before.index.height)
  );
  if (due.length === 0) return undefined;
  const owners = [...new Set(due.map(({ output }) => output.address))];
  const missing = new Set(due.map(({ id }) => id));
  const coins: CoinElement[] = [];
  for await (const { basis, outputs } of new AddressQueries(server, signal).coins(owners)) {
    // Its next blocks are read first.
    if (basis.id !== before.index.id) return undefined;
    coins.push(...outputs.filter(({ id }) => missing.delete(id)));
  }
  const collector = new OutputCollector(before, state);
  collector.add({ basis: before.index, coins });
  if (missing.size > 0 && (await hasFullIndex(server, signal))) {
    // A server whose chain began with a checkpoint does not list what was created before it.
    const start = await firstBlock(server, signal);
    const firstListed = start === 0 ? 0n : BigInt(start + 1 + network.maturityDelay);
    for (const { id, maturityHeight } of due) {
      if (missing.has(id) && maturityHeight >= firstListed) collector.remove(id);
    }
  }
  const proven = collector.finish();
  return proven.cache.coins === before.coins ? undefined : proven;
}
