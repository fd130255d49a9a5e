import type { WalletServer } from '$lib/api/wallet-server/client';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { MIN_RATE } from '$lib/wallet/transfer/feeCheck';

/**
 * The server's recommended fee in hastings per unit of weight; at least what nodes recommend while their pools are empty:
 * a server that recommends less could keep a payment from being confirmed.
 */
export async function recommendedFee(server: Pick<WalletServer, 'fee'>, signal?: AbortSignal): Promise<Hastings> {
  const fee = hastings(await server.fee({}, { signal }));
  return fee > MIN_RATE ? fee : MIN_RATE;
}
