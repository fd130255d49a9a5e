import type { Address } from '$lib/chain/address';
import { LockedError } from '$lib/wallet/errors';
import { mainAddress } from './mainAddress';
import { isNextBeyondRestore } from './restoreReach';
import type { AddressRow } from './views';

/** The address that a mining session pays. */
export interface MiningAddress {
  readonly wallet: string;
  readonly address: Address;
}

/** A wallet as the payee of mined blocks. */
export interface MiningPayee {
  readonly id: string;
  readonly addresses: readonly AddressRow[];
  readonly hasSeed: boolean;
  /** @throws {LockedError} every derived address was issued */
  newAddress(label: string): Promise<AddressRow>;
}

/**
 * The address for a new mining session: a new one with this label. An address that no block has paid is reused. A
 * locked wallet without further addresses is paid at the last one. A watch-only wallet is paid at its main address, as
 * is one whose new address a wallet restored from its words would not find.
 */
export async function miningAddress(
  wallet: MiningPayee,
  last: MiningAddress | undefined,
  label: string
): Promise<Address> {
  const { addresses, hasSeed } = wallet;
  const known = last?.wallet === wallet.id ? addresses.find(({ address }) => address === last.address) : undefined;
  if (known && !known.used) return known.address;
  const main = mainAddress(addresses);
  if (main && (!hasSeed || isNextBeyondRestore(addresses))) return main.address;
  try {
    return (await wallet.newAddress(label)).address;
  } catch (error) {
    const reused = known ?? main;
    if (error instanceof LockedError && reused) return reused.address;
    throw error;
  }
}
