import { hastings } from '$lib/chain/currency/currency';
import { formatHastings } from '$lib/chain/currency/currencyText';

/** Sum of the values. */
export const totalValue = (outputs: readonly { readonly value: bigint }[]): bigint =>
  outputs.reduce((sum, { value }) => sum + value, 0n);

/** Amount for error messages, `1.354442505 MS`. */
export const formatAmount = (amount: bigint): string => formatHastings(hastings(amount));
