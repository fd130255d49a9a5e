import { parseAddress, type Address } from '$lib/chain/address';
import { fundUnits, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import { formatCoins, parseCoins } from '$lib/chain/currency/currencyText';
import { MAINNET } from '$lib/chain/network/publicNetworks';
import { containedText } from '$lib/codec/visibleText';
import { PaymentLinkError } from './errors';
import { PAYMENT_SCHEME, PAYMENT_SCHEMES } from './paymentScheme';

/** A payment request. It only prefills a form; the payment is reviewed like any other. */
export interface PaymentRequest {
  readonly address: Address;
  readonly coins?: Hastings;
  /** Fund units instead of coins. */
  readonly funds?: FundUnits;
  /** Name of the payee; not trusted. */
  readonly label?: string;
  /** What the payment is for; not trusted. */
  readonly message?: string;
  /** Network name; links omit it for the main network. */
  readonly network?: string;
  /** Unknown parameters, which may be ignored. */
  readonly more?: readonly (readonly [key: string, value: string])[];
}

const ASSET = 'req-asset';
const FUND_ASSET = 'sf';
const NETWORK = 'req-network';
const REQUIRED_PREFIX = 'req-';
/** Parameters that must not repeat: a second one would contradict the first. */
const SINGLE = ['amount', 'label', 'message'];

const MAX_LABEL_CHARACTERS = 255;
/** Several times what texts can need. Other sites can open links of megabytes, and all that one contains is shown. */
const MAX_LINK_LENGTH = 20_000;
/** Digits with an optional point and at most 24 decimals: no sign, exponent, separator or unit. */
const AMOUNT = /^(?=.*\d)\d*(?:\.\d{0,24})?$/;
const WHOLE = /^\d{1,20}$/;
const MAX_FUND_UNITS = (1n << 64n) - 1n;

/** `siacoin:<address>?amount=<coins>&label=<text>…`; missing parts are omitted. */
export function formatPaymentRequest({ address, coins, funds, label, message, network }: PaymentRequest): string {
  const parts = [
    ['amount', coins === undefined ? funds?.toString() : formatCoins(coins)],
    ['label', label],
    ['message', message],
    [ASSET, funds === undefined ? undefined : FUND_ASSET],
    [NETWORK, network === MAINNET.name ? undefined : network]
  ] as const;
  // A cut text may end with half a character, which has no encoding.
  const encode = (value: string) => encodeURIComponent(value.toWellFormed());
  const query = parts.flatMap(([key, value]) => (value ? [`${key}=${encode(value)}`] : [])).join('&');
  return `${PAYMENT_SCHEME}:${address}${query === '' ? '' : `?${query}`}`;
}

/**
 * A payment request for a QR code. One without parameters is in upper case, which allows the alphanumeric mode and needs
 * a third less space.
 */
export function paymentQrText(request: PaymentRequest): string {
  const link = formatPaymentRequest(request);
  return link.includes('?') ? link : link.toUpperCase();
}

const schemeOf = (text: string): string | undefined => /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();

/** Whether a text has a payment scheme, valid or not; a plain address has none. */
export const isPaymentLink = (text: string): boolean => PAYMENT_SCHEMES.has(schemeOf(text.trim()) ?? '');

/**
 * Parses a payment link or a plain address. Keys are case-insensitive; `+` is a literal plus sign.
 * @throws {PaymentLinkError}
 */
export function parsePaymentRequest(text: string): PaymentRequest {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LINK_LENGTH) throw new PaymentLinkError('too-long', '');
  const scheme = schemeOf(trimmed);
  if (scheme !== undefined && !PAYMENT_SCHEMES.has(scheme)) throw new PaymentLinkError('no-link', scheme);
  const [content = ''] = trimmed.slice(scheme === undefined ? 0 : scheme.length + 1).split('#', 1);
  const question = content.indexOf('?');
  const addressText = (question === -1 ? content : content.slice(0, question)).replace(/^\/\//, '');
  const parts = question === -1 ? [] : partsOf(content.slice(question + 1));

  const values = new Map<string, string>();
  const more: (readonly [string, string])[] = [];
  for (const [key, value] of parts) {
    const isSingle = SINGLE.includes(key) || key.startsWith(REQUIRED_PREFIX);
    if (!isSingle) more.push([containedText(key), containedText(value)]);
    else if (values.has(key)) throw new PaymentLinkError('repeated', key);
    else values.set(key, value);
  }
  for (const key of values.keys()) {
    const isKnown = SINGLE.includes(key) || key === ASSET || key === NETWORK;
    if (!isKnown) throw new PaymentLinkError('required', key);
  }
  const textOf = (key: string) => containedText(values.get(key) ?? '');
  const label = [...textOf('label')].slice(0, MAX_LABEL_CHARACTERS).join('');
  const message = textOf('message');
  const network = textOf(NETWORK);
  return {
    address: addressOf(addressText),
    ...amountOf(values.get('amount'), values.get(ASSET)),
    ...(label && { label }),
    ...(message && { message }),
    ...(network && { network }),
    ...(more.length > 0 && { more })
  };
}

function partsOf(query: string): [key: string, value: string][] {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      const [key, value] = equals === -1 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
      return [decodePart(key).toLowerCase(), decodePart(value)];
    });
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new PaymentLinkError('encoding', text, { cause: error });
  }
}

function addressOf(text: string): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    throw new PaymentLinkError('address', text, { cause: error });
  }
}

function amountOf(amount: string | undefined, asset: string | undefined): Pick<PaymentRequest, 'coins' | 'funds'> {
  if (asset !== undefined && asset !== FUND_ASSET) throw new PaymentLinkError('required', `${ASSET}=${asset}`);
  if (asset !== undefined) {
    // Without an amount the link still requests fund units, which a coin form would miss.
    if (amount === undefined || !WHOLE.test(amount)) throw new PaymentLinkError('amount', amount ?? '');
    const funds = BigInt(amount);
    if (funds === 0n || funds > MAX_FUND_UNITS) throw new PaymentLinkError('amount', amount);
    return { funds: fundUnits(funds) };
  }
  if (amount === undefined) return {};
  if (!AMOUNT.test(amount)) throw new PaymentLinkError('amount', amount);
  try {
    const coins = parseCoins(amount);
    if (coins > 0n) return { coins };
  } catch (error) {
    throw new PaymentLinkError('amount', amount, { cause: error });
  }
  throw new PaymentLinkError('amount', amount);
}

/**
 * Rejects a request for a different network than the wallet's.
 * @param network name of the wallet's network
 * @throws {PaymentLinkError}
 */
export function requireNetwork(request: PaymentRequest, network: string): void {
  if (request.network !== undefined && request.network !== network) {
    throw new PaymentLinkError('network', request.network);
  }
}

/**
 * The payment link in a page's URL fragment, which a browser may have percent-encoded as a whole; empty if there is
 * none.
 */
export function linkOfFragment(fragment: string): string {
  const link = fragment.replace(/^#/, '');
  return schemeOf(link) === undefined && /^[^?]*%3a/i.test(link) ? decodePart(link) : link;
}
