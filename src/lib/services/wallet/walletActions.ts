import type { Address } from '$lib/chain/address';
import { changeAddresses, extendLookAhead, type AddressDeps, type AddressRows } from './addresses';
import { TooManyAddressesError } from './errors';
import type { WalletStorage } from './ports';
import { MAX_WALLET_ADDRESSES, type WalletRow } from './records';
import { watchedRow } from './summary';
import type { WatchEntry } from './views';

interface ActionDeps {
  readonly walletId: string;
  readonly store: Pick<WalletStorage, 'addAddresses' | 'changeWallet' | 'loadCache'>;
  readonly nowMs: () => number;
}

/** Labels of the wallet's addresses; others are ignored. */
export async function labelAddresses(
  deps: AddressDeps,
  rows: AddressRows,
  entries: Iterable<{ readonly address: Address; readonly label: string }>
): Promise<{ readonly rows: AddressRows; readonly count: number }> {
  const own = [...entries].filter(({ address }) => rows.has(address));
  const changes = own.map(({ address, label }) => ({ address, change: { label } }));
  return { rows: await changeAddresses(deps, changes), count: own.length };
}

/** Marks addresses as used for change and as issued. */
export async function issueForChange(
  deps: AddressDeps,
  rows: AddressRows,
  addresses: readonly Address[]
): Promise<AddressRows> {
  const fresh = addresses.filter((address) => rows.get(address)?.shown === false);
  if (fresh.length === 0) return rows;
  const change = { shown: true, isChange: true };
  const changes = fresh.map((address) => ({ address, change }));
  return extendLookAhead(deps, await changeAddresses(deps, changes));
}

/**
 * Adds addresses to watch; their history is read next.
 * @param known number of addresses that the wallet has
 * @throws {TooManyAddressesError}
 */
export const watchMore = async (
  { walletId, store, nowMs }: ActionDeps,
  entries: readonly WatchEntry[],
  known: number
): Promise<WalletRow> => {
  if (known + entries.length > MAX_WALLET_ADDRESSES) throw new TooManyAddressesError(MAX_WALLET_ADDRESSES);
  const rows = entries.map((entry) => watchedRow(walletId, entry, nowMs()));
  return store.addAddresses(walletId, rows, { firstSync: true });
};

/**
 * Discards all chain data, which is read again from the server; labels and frozen marks are kept. A wallet of a private
 * network follows the server to another chain; one of a public network never does.
 */
export const rescan = ({ walletId, store }: ActionDeps): Promise<WalletRow> =>
  store.changeWallet(walletId, { firstSync: true, readAnew: true, adoptChain: true, missingPayouts: [] });

/** Discards all chain data, including that of addresses which are not the wallet's; its network is kept. */
export const recount = ({ walletId, store }: ActionDeps): Promise<WalletRow> =>
  store.changeWallet(walletId, { firstSync: true, readAnew: true, missingPayouts: [] });
