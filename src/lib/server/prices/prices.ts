import { rmSync } from 'node:fs';
import * as z from 'zod/mini';
import {
  PRICE_PROBLEMS,
  priceSource,
  type DayPrice,
  type PriceProblem,
  type PriceSource,
  type PriceStatus
} from '$lib/api/quarry/prices';
import { formatCurrency, parsePrice, type CoinPrice } from '$lib/chain/currency/price';
import { toAppError } from '$lib/errors';
import { CurrencyError } from '$lib/chain/errors';
import { DamagedDataFileError, readDataFile, writeDataFile, type DataFileFormat } from '../dataFile';
import { ServerRefusal } from '../errors';
import { addressOfSource, hostOfSource } from './priceAnswer';

/** Requests to the source are sent at this interval and not on events, so that they reveal nothing about a wallet. */
const EVERY_MS = 15 * 60_000;
/** Random part of the interval. */
const JITTER = 0.1;
/** A price that is higher or lower than the last one by more than this factor is not accepted automatically. */
const MAX_JUMP = 10n;
/** A price that changes by more than this factor within a day is reported, because amounts are converted at it. */
const MAX_DAILY_CHANGE = 2n;
const DAY_MS = 24 * 60 * 60_000;
const MAX_URL_LENGTH = 500;

const FORMAT: DataFileFormat<PriceFile> = {
  version: 1,
  content: z.object({
    source: priceSource,
    latest: z.object({ price: z.string(), atMs: z.number() }),
    days: z.array(z.tuple([z.number(), z.string()]))
  }),
  migrations: {},
  ifDamaged: 'Choose the price source again.',
  ifNewer: 'Start the version that wrote it, or move it elsewhere: prices are then off.'
};

/** Prices are decimal text. */
interface PriceFile {
  readonly source: PriceSource;
  readonly latest: { readonly price: string; readonly atMs: number };
  readonly days: readonly (readonly [day: number, price: string])[];
}

export interface PricesDeps {
  /** The file of the source and of its prices. */
  readonly path: string;
  /** Requests the price of a coin from a source. @throws {ServerRefusal} */
  readonly ask: (source: PriceSource, signal: AbortSignal) => Promise<CoinPrice>;
  readonly nowMs: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Coin prices from the source that the user chose; without one, there are none, and no requests are sent. */
export interface Prices {
  readonly status: PriceStatus;
  /** Oldest first. */
  readonly days: readonly DayPrice[];
  /** Requests a price from a source, and follows it unless that fails. @throws {ServerRefusal} it cannot be used */
  choose(source: PriceSource): Promise<PriceStatus>;
  /** Removes the source and its prices. */
  stop(): void;
  /** Ends requests. */
  close(): void;
}

interface Known {
  readonly source: PriceSource;
  readonly latest: TimedPrice;
  readonly days: ReadonlyMap<number, CoinPrice>;
  /** Prices of the last day, not older than the choice of the source. */
  readonly recent: readonly TimedPrice[];
  readonly problem?: PriceProblem;
}

interface TimedPrice {
  readonly price: CoinPrice;
  readonly atMs: number;
}

/** Continues to follow the stored source, if there is one. */
export function openPrices({ path, ask, nowMs, sleep, random }: PricesDeps): Prices {
  let known = readStored(path);
  let following = new AbortController();
  /** Counts choices, including that of no source. */
  let choices = 0;

  function priced({ source, days, recent }: Pick<Known, 'source' | 'days' | 'recent'>, price: CoinPrice): Known {
    const latest = { price, atMs: nowMs() };
    return {
      source,
      latest,
      days: new Map(days).set(Math.floor(latest.atMs / DAY_MS), price),
      // The clock may have been ahead for a moment.
      recent: [...recent.filter(({ atMs }) => Math.abs(latest.atMs - atMs) <= DAY_MS), latest]
    };
  }

  async function refresh(before: Known, signal: AbortSignal): Promise<void> {
    try {
      const price = await ask(before.source, signal);
      if (signal.aborted) return;
      requireNoJump(before, price);
      known = priced(before, price);
      writeDataFile(path, FORMAT, fileOf(known));
    } catch (error) {
      if (signal.aborted) return;
      // If the file cannot be written, that is not a problem of the source: the price is known until a restart.
      const { code } = toAppError(error);
      known = { ...(known ?? before), problem: PRICE_PROBLEMS.find((problem) => problem === code) };
    }
  }

  async function follow(signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(EVERY_MS * (1 + JITTER * (2 * random() - 1)), signal);
      if (signal.aborted || !known) return;
      await refresh(known, signal);
    }
  }

  function restart(): void {
    following.abort();
    following = new AbortController();
    if (known) void follow(following.signal);
  }

  restart();

  return {
    get status() {
      if (!known) return {};
      const { source, latest, problem } = known;
      return { source, latest, earlier: changedFrom(known), problem };
    },
    get days() {
      return [...(known?.days ?? [])].sort(([a], [b]) => a - b).map(([day, price]) => ({ day, price }));
    },
    async choose(given) {
      const source = readSource(given);
      const choice = ++choices;
      const price = await ask(source, new AbortController().signal);
      // Another choice was made in the meantime.
      if (choice !== choices) return this.status;
      // Prices in another currency are of no use.
      const days = known?.source.currency === source.currency ? known.days : new Map<number, CoinPrice>();
      const chosen = priced({ source, days, recent: [] }, price);
      // Stored first: a choice that cannot be stored does not take effect.
      writeDataFile(path, FORMAT, fileOf(chosen));
      known = chosen;
      restart();
      return this.status;
    },
    stop() {
      choices++;
      known = undefined;
      rmSync(path, { force: true });
      restart();
    },
    close: () => following.abort()
  };
}

/** @throws {ServerRefusal} `prices/no-address`, `prices/no-currency` */
function readSource({ url, currency }: PriceSource): PriceSource {
  const source = { url: url.trim(), currency: currency.trim().toUpperCase() };
  if (!/^[A-Z]{3}$/.test(source.currency)) throw new ServerRefusal('prices/no-currency', {});
  // With the currency filled in: within the host, it decides whether the URL is valid.
  const address = addressOfSource(source);
  const isHttp = address?.protocol === 'https:' || address?.protocol === 'http:';
  if (!isHttp || address.username !== '' || address.password !== '' || source.url.length > MAX_URL_LENGTH) {
    throw new ServerRefusal('prices/no-address', {});
  }
  return source;
}

/** @throws {ServerRefusal} `prices/jump` */
function requireNoJump({ source, latest }: Known, price: CoinPrice): void {
  if (price <= latest.price * MAX_JUMP && latest.price <= price * MAX_JUMP) return;
  throw new ServerRefusal('prices/jump', { host: hostOfSource(source) });
}

/** The price of the last day that differs most from the latest, if by more than {@link MAX_DAILY_CHANGE}. */
function changedFrom({ latest: { price }, recent }: Known): CoinPrice | undefined {
  const prices = recent.map((known) => known.price);
  const lowest = prices.reduce((least, other) => (other < least ? other : least), price);
  const highest = prices.reduce((most, other) => (other > most ? other : most), price);
  const farthest = highest * lowest > price * price ? highest : lowest;
  const isFar = farthest > price * MAX_DAILY_CHANGE || price > farthest * MAX_DAILY_CHANGE;
  return isFar ? farthest : undefined;
}

/** @throws {DataFileVersionError} */
function readStored(path: string): Known | undefined {
  try {
    const file = readDataFile(path, FORMAT);
    if (file === undefined) return undefined;
    const latest = { price: parsePrice(file.latest.price), atMs: file.latest.atMs };
    const days = new Map(file.days.map(([day, price]) => [day, parsePrice(price)]));
    const today = Math.floor(latest.atMs / DAY_MS);
    const dayBefore = days.get(today - 1);
    const recent = dayBefore === undefined ? [latest] : [{ price: dayBefore, atMs: today * DAY_MS }, latest];
    return { source: file.source, latest, days, recent };
  } catch (error) {
    // A damaged file counts as missing: the user can choose a source again.
    if (error instanceof DamagedDataFileError || error instanceof CurrencyError) return undefined;
    throw error;
  }
}

const fileOf = ({ source, latest, days }: Known): PriceFile => ({
  source,
  latest: { price: formatCurrency(latest.price), atMs: latest.atMs },
  days: [...days].map(([day, price]) => [day, formatCurrency(price)])
});
