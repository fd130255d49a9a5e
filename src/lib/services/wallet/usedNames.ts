import { visibleForm } from '$lib/codec/lookalikes';
import { UsedNames, type Contact } from '$lib/wallet/formats/contacts';
import type { WalletStorage } from './ports';
import { isWalletRow } from './records';

/** The names of an address book and of this browser's wallets, to look up those of some contacts. */
export async function usedNames(
  store: Pick<WalletStorage, 'wallets' | 'addresses'>,
  some: readonly Contact[],
  contacts: readonly Contact[]
): Promise<UsedNames> {
  const forms = new Set(some.map(({ name }) => visibleForm(name)));
  const wallets = (await store.wallets()).filter(isWalletRow).filter(({ name }) => forms.has(visibleForm(name)));
  const owners = new Map<string, string>();
  for (const { id, name } of wallets) {
    // A damaged record of a wallet must not prevent paying.
    for (const { address } of await store.addresses(id).catch(() => [])) owners.set(address, name);
  }
  const names = wallets.map(({ name }) => name);
  return new UsedNames(contacts, names, (address) => owners.get(address));
}
