import type { DayPrice, PricesClient, PriceSource, PriceStatus } from '$lib/api/quarry/prices';
import type { CoinPrice } from '$lib/chain/currency/price';
import { Live, pollWhileVisible } from '../reactive/live.svelte';

/** The server's own polling interval. */
const EVERY_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const DAY_SECONDS = 24 * 60 * 60;

/** A price recent enough to show. */
export interface CurrentPrice {
  /** Price of one coin. */
  readonly price: CoinPrice;
  readonly currency: string;
  /** Host name of the source. */
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** A price of the day before, if it has more than doubled or halved since. */
  readonly earlier?: CoinPrice;
}

/** Coin prices that Quarry's server reads from the source chosen by its owner. */
export class PriceState {
  readonly live: Live<PriceStatus>;
  readonly #days: Live<readonly DayPrice[]>;
  readonly #client: PricesClient;
  readonly #nowMs: () => number;

  constructor(client: PricesClient, nowMs: () => number) {
    this.#client = client;
    this.#nowMs = nowMs;
    this.live = new Live((signal) => client.status({}, { signal }), nowMs, 2 * EVERY_MS);
    this.#days = new Live((signal) => client.days({}, { signal }), nowMs, 2 * EVERY_MS);
  }

  get source(): PriceSource | undefined {
    return this.live.value?.source;
  }

  /** The latest price; undefined if there is none or it is more than a day old, or that late: a clock was set back. */
  get current(): CurrentPrice | undefined {
    const { source, latest, earlier } = this.live.value ?? {};
    if (!source || !latest || Math.abs(this.#nowMs() - latest.atMs) > DAY_MS) return undefined;
    return { ...latest, earlier, currency: source.currency, host: URL.parse(source.url)?.host ?? '' };
  }

  /** The price on a day, if Quarry's server read one. @param timestamp seconds since 1970 */
  readonly priceAt = (timestamp: number): CoinPrice | undefined => {
    const day = Math.floor(timestamp / DAY_SECONDS);
    return this.#days.value?.find((known) => known.day === day)?.price;
  };

  /** Reads once. */
  async load(): Promise<void> {
    await Promise.all([this.live.refresh(), this.#days.refresh()]);
  }

  /** Polls while the page is visible. @returns the stop function */
  readonly follow = (): (() => void) => pollWhileVisible([this.live, this.#days], EVERY_MS);

  /** @throws {AppError} the server refused the source */
  async choose(source: PriceSource): Promise<void> {
    await this.#client.choose({ body: source });
    await this.#loadAnew();
  }

  async stop(): Promise<void> {
    await this.#client.stop({});
    await this.#loadAnew();
  }

  /** A read that began before a change has the earlier source. */
  async #loadAnew(): Promise<void> {
    await Promise.all([this.live.refreshAnew(), this.#days.refreshAnew()]);
  }
}
