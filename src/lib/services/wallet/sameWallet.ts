import type { Address } from '$lib/chain/address';
import { visibleForm } from '$lib/codec/lookalikes';
import { UsedNames, type Contact } from '$lib/wallet/formats/contacts';
import { addressOfKey } from '$lib/wallet/keys/account';
import type { WalletKeystore, WalletStorage } from './ports';
import { isWalletRow, type AddressRow, type WalletRow } from './records';

/** A wallet of this browser with the same keys or addresses. */
export type SameWallet = Pick<WalletRow, 'id' | 'name'>;

/** Address of a seed's first key, which every wallet of that seed has. */
export const firstAddress = (rows: readonly Pick<AddressRow, 'address' | 'key'>[]): Address | undefined =>
  rows.find(({ key }) => key?.index === 0 && key.form === 'uc')?.address;

type Stored = Pick<WalletStorage, 'wallets' | 'addresses'>;
/** Whether a wallet can be on the same chain. */
type IsHere = (wallet: Pick<WalletRow, 'genesis'>) => boolean;

/** The oldest wallet with keys whose first address this is. */
export async function walletWithFirst(
  store: Stored,
  address: Address | undefined,
  isHere: IsHere
): Promise<SameWallet | undefined> {
  if (address === undefined) return undefined;
  return oldestWallet(store, isHere, ({ kind }, rows) => kind === 'seed' && firstAddress(rows) === address);
}

/** The oldest wallet that lists all of these addresses. */
export const walletWithAll = (
  store: Stored,
  addresses: readonly Address[],
  isHere: IsHere
): Promise<SameWallet | undefined> =>
  oldestWallet(store, isHere, (_, rows) => {
    const listed = new Set(rows.map(({ address }) => address));
    return addresses.every((address) => listed.has(address));
  });

async function oldestWallet(
  store: Stored,
  isHere: IsHere,
  isSame: (wallet: WalletRow, addresses: readonly AddressRow[]) => boolean
): Promise<SameWallet | undefined> {
  const wallets = (await store.wallets()).filter((row) => isWalletRow(row) && isHere(row));
  for (const wallet of wallets.toSorted((a, b) => a.createdAtMs - b.createdAtMs)) {
    if (isSame(wallet, await store.addresses(wallet.id))) return { id: wallet.id, name: wallet.name };
  }
  return undefined;
}

/** The names of an address book and of this browser's wallets, to look up those of some contacts. */
export async function usedNames(
  store: Stored,
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

/**
 * First address of a recovery phrase; its keys are wiped again.
 * @param id identifies them in the keystore until then
 * @throws wallet/word-count, wallet/unknown-word, wallet/phrase-checksum
 */
export async function firstAddressOfPhrase(
  keystore: Pick<WalletKeystore, 'openForeign' | 'lock'>,
  id: string,
  phrase: string
): Promise<Address | undefined> {
  try {
    const keys = await keystore.openForeign(id, { secret: phrase, passphrase: '', isText: false });
    const first = keys.find(({ origin, path }) => (origin === 'native' || origin === 'legacy') && path === '0');
    return first && addressOfKey(first.publicKey, 'uc');
  } finally {
    await keystore.lock(id);
  }
}
