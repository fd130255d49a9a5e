import { TimeSlices } from '$lib/async/timeSlices';
import type { Height } from '$lib/chain/time';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { MadePayment } from '$lib/wallet/transfer/summarize';

/**
 * Payments in the pool and in later blocks than this one, also those that this browser has no record of: another copy
 * of the wallet made them, or the disk was full.
 * @param payments confirmed ones, newest first
 */
export async function paymentsSince(
  height: Height,
  unconfirmed: readonly WalletEvent[],
  payments: AsyncIterable<WalletEvent>
): Promise<MadePayment[]> {
  const found = unconfirmed.filter(isPayment).map(paymentOf);
  const slices = new TimeSlices();
  for await (const event of payments) {
    await slices.turn();
    if (event.index.height <= height) break;
    if (isPayment(event)) found.push(paymentOf(event));
  }
  return found;
}

const isPayment = ({ inputs }: WalletEvent): boolean => inputs.some(({ own }) => own);

const paymentOf = ({ id, inputs, outputs }: WalletEvent): MadePayment => ({
  id,
  spent: new Set(inputs.map((input) => input.id)),
  outputs: outputs.map(({ address, coins, funds = 0n }) => ({ address, value: coins ?? funds }))
});
