import type { Address } from '$lib/chain/address';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

/** What happened, in a few words. */
export function titleOf({ type, coins, funds, inputs, outputs }: WalletEvent): string {
  switch (type) {
    case 'miner':
      return 'Mined a block';
    case 'foundation':
      return 'Foundation subsidy';
    case 'claim':
      return 'Fund revenue';
    case 'contract':
      return 'Contract payout';
    case 'transaction': {
      const spentOwn = inputs.some(({ own }) => own);
      if (spentOwn && outputs.every(({ own }) => own)) return 'Moved within the wallet';
      return coins < 0n || funds < 0n || (spentOwn && coins === 0n) ? 'Sent' : 'Received';
    }
  }
}

/** The address that tells most about an event: whom it paid, or which own one was paid. */
export function counterpartOf(event: WalletEvent): Address | undefined {
  const paysOut = event.type === 'transaction' && event.inputs.some(({ own }) => own);
  const foreign = event.outputs.find(({ own }) => !own);
  const own = event.outputs.find((output) => output.own);
  return (paysOut ? (foreign ?? own) : own)?.address;
}
