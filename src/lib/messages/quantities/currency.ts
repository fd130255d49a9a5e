import type { CurrencyAmount } from '$lib/chain/currency/price';
import { intlTag } from '../locale';

const SCALE = 1e12;

/** An amount of a currency as people write it: "€12.34"; below a cent two digits that count: "€0.0023". */
export function formatCurrencyAmount(amount: CurrencyAmount, currency: string): string {
  const value = Number(amount) / SCALE;
  const isSmall = value !== 0 && Math.abs(value) < 0.01;
  return new Intl.NumberFormat(intlTag(), {
    style: 'currency',
    currency,
    ...(isSmall && { maximumSignificantDigits: 2 })
  }).format(value);
}
