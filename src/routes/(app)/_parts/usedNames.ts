import { getOwnNames } from '$lib/components/chain/ownNames';
import { getWallets } from '$lib/state/context';
import { UsedNames, type Contact } from '$lib/wallet/formats/contacts';

/** For a component while it is created: looks up the names of some contacts and of the user's own wallets. */
export function getUsedNames(): (contacts: readonly Contact[]) => UsedNames {
  const wallets = getWallets();
  const walletOf = getOwnNames();
  return (contacts) =>
    new UsedNames(
      contacts,
      wallets.list.map(({ name }) => name),
      walletOf
    );
}
