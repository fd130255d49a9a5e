import type { Address } from '$lib/chain/address';
import { findEvents } from '../events';
import type { WalletStorage } from '../ports';

/**
 * Addresses of this browser's other wallets, and those that they have paid: a look-alike of one may have been copied from
 * their lists. Some come more than once.
 * @param walletId the wallet that is about to pay
 */
export async function* knownElsewhere(
  store: Pick<WalletStorage, 'wallets' | 'addresses' | 'eventPage'>,
  walletId: string
): AsyncGenerator<Address> {
  for (const { id } of await store.wallets()) {
    if (id === walletId) continue;
    try {
      yield* knownTo(store, id);
    } catch {
      // A damaged record of another wallet must not prevent paying.
    }
  }
}

async function* knownTo(
  store: Pick<WalletStorage, 'addresses' | 'eventPage'>,
  walletId: string
): AsyncGenerator<Address> {
  for (const { address } of await store.addresses(walletId)) yield address;
  for await (const { inputs, outputs } of findEvents(store, { walletId, filter: { type: 'transaction' } })) {
    if (inputs.some(({ own }) => own)) for (const { address } of outputs) yield address;
  }
}
