import type { KnownItem } from '$lib/explorer/known';
import { formatPaymentRequest } from '$lib/wallet/formats/paymentLink';
import type { Wallets } from '$lib/state/wallet/wallets.svelte';

/** Newest events of each wallet: enough for ids whose beginning a user may remember. */
const MAX_EVENTS = 500;

/** Recipients from the address book; each leads to a payment. */
async function knownOfContacts(wallets: Wallets): Promise<readonly KnownItem[]> {
  const { list } = await wallets.openContacts();
  return list.map(({ address, name }) => ({
    id: address,
    kind: 'address',
    name,
    isLabeled: true,
    href: `/pay#${formatPaymentRequest({ address })}`
  }));
}

/** Addresses, labels and transactions of this browser's wallets; none for wallets that cannot be opened. */
export async function knownOfWallets(wallets: Wallets): Promise<readonly KnownItem[]> {
  const things = await Promise.all(
    [
      knownOfContacts(wallets),
      ...wallets.here.map(async ({ id, name }) => {
        const wallet = await wallets.open(id);
        const known: KnownItem[] = wallet.addresses.map(({ address, label }) => ({
          id: address,
          kind: 'address',
          name: label === '' ? name : label,
          isLabeled: label !== '',
          href: `/chain/address/${address}`
        }));
        let events = 0;
        for await (const event of wallet.lists.allEvents()) {
          if (++events > MAX_EVENTS) break;
          const kind = event.type === 'transaction' ? 'transaction' : 'output';
          known.push({ id: event.id, kind, name, href: `/chain/${kind}/${event.id}` });
        }
        return known;
      })
    ].map((reading) => reading.catch(() => []))
  );
  return things.flat();
}
