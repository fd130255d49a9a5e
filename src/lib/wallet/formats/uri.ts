import { parseAddress, type Address } from '$lib/chain/address';
import { formatCoins, parseCoins } from '$lib/chain/currency/currencyText';
import type { Hastings } from '$lib/chain/currency/currency';
import { CodecError } from '$lib/codec/errors';

/** A payment request. */
export interface PaymentRequest {
  readonly address: Address;
  readonly coins?: Hastings;
  readonly label?: string;
}

const SCHEME = 'quarry:';

/** `quarry:<address>?amount=<coins>&label=<text>`; missing parts are omitted. */
export function formatPaymentRequest({ address, coins, label = '' }: PaymentRequest): string {
  const parts = [
    ...(coins === undefined || coins === 0n ? [] : [`amount=${formatCoins(coins)}`]),
    ...(label === '' ? [] : [`label=${encodeURIComponent(label)}`])
  ];
  return `${SCHEME}${address}${parts.length === 0 ? '' : `?${parts.join('&')}`}`;
}

/**
 * Parses a payment request or a plain address; unknown parameters are ignored.
 * @throws {CodecError} an invalid address or encoding, a repeated parameter
 * @throws {CurrencyError} an invalid amount
 */
export function parsePaymentRequest(text: string): PaymentRequest {
  const trimmed = text.trim();
  const isRequest = trimmed.slice(0, SCHEME.length).toLowerCase() === SCHEME;
  const [addressText = '', query = ''] = (isRequest ? trimmed.slice(SCHEME.length) : trimmed).split('?', 2);
  const parts = new Map<string, string>();
  for (const part of query.split('&').filter((text) => text !== '')) {
    const [name = '', ...values] = part.split('=');
    const key = name.toLowerCase();
    // Programs disagree about which of several counts: whoever checked the one may be shown the other.
    if (parts.has(key)) throw new CodecError('a repeated parameter in the payment request');
    parts.set(key, decodePart(values.join('=')));
  }
  const amount = parts.get('amount');
  const label = parts.get('label');
  return {
    address: parseAddress(addressText.replace(/^\/\//, '')),
    ...(amount !== undefined && { coins: parseCoins(amount) }),
    ...(label !== undefined && label !== '' && { label })
  };
}

function decodePart(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    throw new CodecError('invalid percent-encoding in the payment request', '', { cause: error });
  }
}
