import type { PriceSource } from '$lib/api/quarry/prices';
import { priceOfNumber, type CoinPrice } from '$lib/chain/currency/price';
import { ServerRefusal } from '../errors';
import type { ServerFetch } from '../http/addressCheckedFetch';

const TIMEOUT_MS = 10_000;
/** Maximum length of a response; price sources send little. */
const MAX_LENGTH = 64 * 1024;

/** The URL of a source's price; null if the user entered an invalid one. */
export const addressOfSource = ({ url, currency }: PriceSource): URL | null =>
  URL.parse(url.replaceAll('{currency}', currency.toLowerCase()));

/** The host of a source, for error messages. */
export const hostOfSource = (source: PriceSource): string => addressOfSource(source)?.host ?? '';

/**
 * Requests the price of a coin from a source. The request reveals nothing but the currency: no header beyond what HTTP
 * needs, no amount, no address.
 * @throws {ServerRefusal} `prices/no-address`, `prices/unreachable`, `prices/unreadable`,
 * `connection/forbidden-address`
 */
export async function fetchPrice(fetch: ServerFetch, source: PriceSource, signal: AbortSignal): Promise<CoinPrice> {
  const address = addressOfSource(source);
  if (!address) throw new ServerRefusal('prices/no-address', {});
  const { host, href } = address;
  const text = await fetch(href, {
    method: 'GET',
    headers: new Headers({ accept: 'application/json' }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    redirect: 'manual'
  })
    .then((response) => (response.ok ? readUpTo(response, MAX_LENGTH) : undefined))
    .catch((cause: unknown) => {
      if (cause instanceof ServerRefusal) throw cause;
      throw new ServerRefusal('prices/unreachable', { host }, { cause });
    });
  if (text === undefined) throw new ServerRefusal('prices/unreachable', { host });
  const price = priceIn(text, source.currency);
  if (price === undefined) throw new ServerRefusal('prices/unreadable', { host, currency: source.currency });
  return price;
}

async function readUpTo(response: Response, length: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > length) return '';
  }
  return text;
}

/**
 * The price in a response: a bare number; objects with one under the currency's code, `{"coin": {"eur": 0.002}}`; or a
 * ticker with the best bid, `{"result": {"PAIR": {"b": ["0.002", …]}}}`.
 */
export function priceIn(text: string, currency: string): CoinPrice | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  const [inside] = fieldsOf(answer);
  const ticker = fieldsOf(fieldOf(answer, 'result'))[0];
  const bid = fieldOf(ticker, 'b');
  const found = [answer, fieldOf(answer, currency), fieldOf(inside, currency), Array.isArray(bid) ? bid[0] : undefined];
  return found.map(numberIn).find((price) => price !== undefined);
}

const fieldsOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value) : []);

const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value)
    ? Object.entries(value).find(([field]) => field.toLowerCase() === name.toLowerCase())?.[1]
    : undefined;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function numberIn(value: unknown): CoinPrice | undefined {
  if (typeof value === 'number') return priceOfNumber(value);
  return typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? priceOfNumber(Number(value)) : undefined;
}
