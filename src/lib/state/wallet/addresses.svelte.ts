import type { Address } from '$lib/chain/address';
import { shownAddresses, type AddressRows } from '$lib/services/wallet/addresses';
import type { AddressRow } from '$lib/services/wallet/records';

/** The stored addresses of a wallet. */
export class WalletAddresses {
  /** All addresses, including the look-ahead. */
  book = $state.raw<AddressRows>(new Map());
  /** Issued or used addresses, by key index. */
  readonly shown: readonly AddressRow[] = $derived(shownAddresses(this.book));
  readonly labels: ReadonlyMap<Address, string> = $derived(
    new Map([...this.book.values()].flatMap(({ address, label }) => (label === '' ? [] : [[address, label]])))
  );
}
