import type { Address } from '$lib/chain/address';
import { addressOfKey } from '$lib/wallet/keys/account';
import type { WalletKeystore, WalletStorage } from './ports';
import { isWalletRow, type AddressRow, type WalletRow } from './records';

/** A wallet of this browser with the same keys. */
export type SameWallet = Pick<WalletRow, 'id' | 'name'>;

/** Address of a seed's first key, which every wallet of that seed has. */
export const firstAddress = (rows: readonly Pick<AddressRow, 'address' | 'key'>[]): Address | undefined =>
  rows.find(({ key }) => key?.index === 0 && key.form === 'uc')?.address;

/** The oldest wallet with keys whose first address this is. @param isHere whether a wallet can be on the same chain */
export async function walletWithFirst(
  store: Pick<WalletStorage, 'wallets' | 'addresses'>,
  address: Address | undefined,
  isHere: (wallet: Pick<WalletRow, 'genesis'>) => boolean
): Promise<SameWallet | undefined> {
  const rows = (await store.wallets()).filter((row) => isWalletRow(row) && row.kind === 'seed' && isHere(row));
  for (const { id, name } of rows.toSorted((a, b) => a.createdAtMs - b.createdAtMs)) {
    if (address !== undefined && firstAddress(await store.addresses(id)) === address) return { id, name };
  }
  return undefined;
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
