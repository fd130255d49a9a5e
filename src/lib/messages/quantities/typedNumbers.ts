import type { Hastings } from '$lib/chain/currency/currency';
import { formatCoins } from '$lib/chain/currency/currencyText';
import { notationOf, type NumberNotation } from '$lib/chain/currency/decimalText';
import { readerTags } from '../locale';
import { localDigits } from '../numbers';

/** How the reader may write numbers, for `readAmount`: what two of these read differently is asked back. */
export function readerNotations(): readonly NumberNotation[] {
  const notations = readerTags().flatMap((tag) => Intl.NumberFormat.supportedLocalesOf(tag).map(notationOf));
  return notations.filter(
    ({ decimal, group }, i) => notations.findIndex((other) => other.decimal === decimal && other.group === group) === i
  );
}

/**
 * Coins as text for a field that a person goes on typing in: read again by {@link readerNotations}, it is this amount and
 * no other. Three decimals get a fourth, as three digits behind a comma or a point may be thousands.
 */
export function editableCoins(amount: Hastings): string {
  const coins = formatCoins(amount);
  return localDigits(/\.\d{3}$/.test(coins) ? `${coins}0` : coins);
}
