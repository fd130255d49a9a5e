import { hastings } from '$lib/chain/currency/currency';
import { formatHastings } from '$lib/chain/currency/currencyText';

export const totalValue = (outputs: readonly { readonly value: bigint }[]): bigint =>
  outputs.reduce((sum, { value }) => sum + value, 0n);

/** An amount for error messages, such as `1.354442505 MS`. */
export const formatAmount = (amount: bigint): string => formatHastings(hastings(amount));
