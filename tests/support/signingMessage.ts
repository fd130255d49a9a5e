import { VOID_ADDRESS } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import { parseHastings } from '$lib/chain/currency/currencyText';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { encodeSemantics } from '$lib/chain/transaction/v2Semantics';
import type { SigningMessage } from '$lib/wallet/transfer/signatureHashes';

/** A payment of one coin, as passed to a signer. */
export const paymentMessage = (
  fee: Hastings = parseHastings('0.01 SC'),
  changes: Partial<V2Transaction> = {}
): SigningMessage => ({
  generation: 'v2',
  unsigned: encodeSemantics({
    ...EMPTY_V2_TRANSACTION,
    coinOutputs: [{ address: VOID_ADDRESS, value: parseHastings('1 SC') }],
    minerFee: fee,
    ...changes
  })
});
