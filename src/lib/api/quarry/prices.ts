import * as z from 'zod/mini';
import { formatCurrency, parsePrice } from '$lib/chain/currency/price';
import { createClient } from '../http/client';
import { empty, get, json, nothing, post } from '../http/route';
import type { TransportOptions } from '../http/transport';
import { converted, listOf } from '../schemas/codec';
import type { QuarryErrorCode } from './errors';

/** The source of prices, as entered by the user. */
export const priceSource = z.object({
  /** `{currency}` is replaced by the lower-case code. */
  url: z.string(),
  /** ISO 4217, upper case. */
  currency: z.string()
});
export type PriceSource = z.output<typeof priceSource>;

const price = converted(z.string(), parsePrice, formatCurrency);

/** Why the latest request to the source yielded no price: a code from `api/quarry/errors`. */
export const PRICE_PROBLEMS = [
  'prices/unreachable',
  'prices/unreadable',
  'prices/jump',
  'connection/forbidden-address'
] as const satisfies readonly QuarryErrorCode[];
const priceProblem = z.enum(PRICE_PROBLEMS);
export type PriceProblem = z.output<typeof priceProblem>;

export const priceStatus = z.object({
  source: z.optional(priceSource),
  /** The last price; milliseconds since 1970. */
  latest: z.optional(z.object({ price, atMs: z.number() })),
  /**
   * A price of the day before the last one, if that has more than doubled or halved since: pages ask before they
   * convert an amount.
   */
  earlier: z.optional(price),
  problem: z.optional(priceProblem)
});
export type PriceStatus = z.output<typeof priceStatus>;

/** The last price that the server received on a day. */
const dayPrice = z.object({
  /** Days since 1970, UTC. */
  day: z.number(),
  price
});
export type DayPrice = z.output<typeof dayPrice>;

/** Routes of Quarry's server under `/api`, for signed-in users. Without a source, no requests are made. */
export const priceRoutes = {
  status: get('/prices', json(priceStatus)),
  /**
   * Requests a price from the source, and stores the source only on success. Fails with `prices/…` or
   * `connection/forbidden-address`.
   */
  choose: post('/prices', json(priceSource), json(priceStatus), { timeoutMs: 30_000 }),
  /** Deletes the source and all prices. */
  stop: post('/prices/stop', empty, nothing),
  days: get('/prices/days', json(listOf(dayPrice, '[]')))
};

/** `createPrices({ fetch, baseUrl: '/api' })`. */
export const createPrices = (options: TransportOptions) => createClient(priceRoutes, options);
export type PricesClient = ReturnType<typeof createPrices>;
