import type { WalletServer } from '$lib/api/wallet-server/client';
import { requireFullIndex } from '$lib/api/wallet-server/fullIndex';
import type { Address } from '$lib/chain/address';
import { discover } from '$lib/wallet/keys/discovery';
import { KEYS_AHEAD, rowsOfKeys } from '../addresses';
import type { WalletKeystore } from '../ports';
import type { AddressRow } from '../records';
import { AddressQueries } from './addressQueries';

export interface DiscoverDeps {
  readonly walletId: string;
  readonly server: WalletServer;
  readonly keystore: Pick<WalletKeystore, 'deriveAddresses'>;
  readonly nowMs: () => number;
}

/** Keys scanned so far, and addresses found to be used. */
export interface DiscoveryStep {
  readonly type: 'discovering';
  readonly checked: number;
  readonly found: number;
}

export interface Discovered {
  /** Keys below this were scanned. */
  readonly checkedUpTo: number;
  /** Discovery ended at {@link MAX_KEYS}. */
  readonly isCut: boolean;
  /** All addresses up to the look-ahead after the last used key, none marked as used: their history does that. */
  readonly rows: readonly AddressRow[];
  readonly used: readonly Address[];
}

/** Maximum number of keys per discovery: far more than people use, and a further discovery continues. */
export const MAX_KEYS = 1_000;

/**
 * Queries a server for the used addresses of a wallet's keys. Stores nothing.
 * @param from index of the first key
 * @param gapLimit consecutive unused keys after which it ends
 * @throws {PartialIndexError} a server that does not index all addresses
 * @throws {LockedError} the keys are not in memory
 */
export async function* discoverAddresses(
  { walletId, server, keystore, nowMs }: DiscoverDeps,
  from: number,
  gapLimit: number,
  signal: AbortSignal
): AsyncGenerator<DiscoveryStep, Discovered> {
  await requireFullIndex(server, signal);
  const queries = new AddressQueries(server, signal);
  const used = new Set<Address>();
  let checkedUpTo = from;
  let isCut = false;
  let highest = -1;
  for await (const progress of discover({
    deriveKeys: (first, count) => keystore.deriveAddresses(walletId, first, count),
    findUsed: (list) => queries.findUsed(list),
    gapLimit,
    maxKeys: MAX_KEYS,
    from,
    signal
  })) {
    ({ checkedUpTo, isCut } = progress);
    for (const { address, index } of progress.found) {
      used.add(address);
      highest = Math.max(highest, index);
    }
    yield { type: 'discovering', checked: checkedUpTo, found: used.size };
  }
  signal.throwIfAborted();
  const keys = await keystore.deriveAddresses(walletId, 0, highest + 1 + KEYS_AHEAD);
  return { checkedUpTo, isCut, rows: rowsOfKeys(walletId, keys, nowMs()), used: [...used] };
}
