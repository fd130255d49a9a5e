import type { Address } from '$lib/chain/address';
import { shownAddresses, type AddressRows } from '$lib/services/wallet/addresses';
import type { AddressRow } from '$lib/services/wallet/records';

/** The addresses of an open wallet, as they were stored last. */
export class WalletAddresses {
  /** All of them, those that wait ahead too. */
  book = $state.raw<AddressRows>(new Map());
  /** Handed out or used, in the order of their keys. */
  readonly shown: readonly AddressRow[] = $derived(shownAddresses(this.book));
  readonly labels: ReadonlyMap<Address, string> = $derived(
    new Map([...this.book.values()].flatMap(({ address, label }) => (label === '' ? [] : [[address, label]])))
  );
}
