import { hastings } from '$lib/chain/currency/currency';
import { formatHastings } from '$lib/chain/currency/currencyText';

/** Sum of the outputs' values. */
export const totalValue = (outputs: readonly { readonly value: bigint }[]): bigint =>
  outputs.reduce((sum, { value }) => sum + value, 0n);

/** An amount as messages show it, `1.354442505 MS`. */
export const showAmount = (amount: bigint): string => formatHastings(hastings(amount));
