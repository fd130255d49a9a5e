import type { Height } from '$lib/chain/time';
import { madePayment, type MadePayment } from '$lib/wallet/transfer/summarize';
import type { WalletStorage } from '../ports';
import { BURIED } from './followSend';

/** A payment of another wallet. */
export interface PaidElsewhere extends MadePayment {
  /** When it was sent or signed, milliseconds since 1970. */
  readonly atMs: number;
}

/** The wallet that is about to pay, and its network's name and tip. */
interface Payer {
  readonly walletId: string;
  readonly network: string;
  readonly height: Height;
}

/**
 * Payments of this browser's other wallets that are in none of the blocks before the last few: if the outcome of one
 * seems bad, users may repeat it from another wallet. Without outputs to the wallet that made them.
 */
export async function paidElsewhere(
  store: Pick<WalletStorage, 'wallets' | 'sends' | 'addresses'>,
  { walletId, network, height }: Payer
): Promise<PaidElsewhere[]> {
  const others = (await store.wallets()).filter(({ id }) => id !== walletId);
  const made = others.map(async ({ id }) => {
    const recent = (await store.sends(id)).filter(
      ({ transfer, minedHeight = height }) => transfer.network === network && minedHeight > height - BURIED
    );
    if (recent.length === 0) return [];
    const own = new Set((await store.addresses(id)).map(({ address }) => address));
    return recent.map(({ transfer, atMs }) => {
      const payment = madePayment(transfer);
      return { ...payment, outputs: payment.outputs.filter(({ address }) => !own.has(address)), atMs };
    });
  });
  // A damaged record of another wallet must not prevent paying.
  return (await Promise.all(made.map((payments) => payments.catch(() => [])))).flat();
}
