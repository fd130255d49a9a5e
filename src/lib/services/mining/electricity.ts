import { hastings, HASTINGS_PER_COIN, type Hastings } from '$lib/chain/currency/currency';
import type { EngineInfo } from '$lib/mining/grinder/grinder';

/** Electricity settings entered by the user. */
export interface ElectricitySettings {
  /** Power draw of mining as measured by the user, watts; if undefined, {@link engineWatts} applies. */
  readonly watts?: number;
  /** Price of a kilowatt hour. */
  readonly pricePerKwh?: number;
  /** Price of a coin, in the same currency. */
  readonly pricePerCoin?: number;
  /** As typed: a currency code or symbol. */
  readonly currency: string;
}

export const DEFAULT_ELECTRICITY: ElectricitySettings = { currency: '' };

const HOURS_PER_DAY = 24;
const SECONDS_PER_DAY = 86_400n;
const WATTS_PER_KW = 1_000;
export const MAX_WATTS = 100_000;
export const MAX_PRICE = 1_000_000_000;
export const MAX_CURRENCY_LENGTH = 8;

/**
 * Power draw of one logical core under load. An estimate: a desktop processor with eight cores and sixteen threads is
 * rated at 65 W (AMD Ryzen 7 7700, product page), about 4 W each.
 */
export const WATTS_PER_CORE = 4;

/**
 * Power of graphics cards as published by their makers (nvidia.com "Graphics Card Power", amd.com "Typical Board
 * Power", intel.com "Total Board Power"), watts. Names that begin with another one come before it.
 */
const CARD_WATTS: readonly (readonly [name: string, watts: number])[] = [
  ['RTX 5090', 575],
  ['RTX 5080', 360],
  ['RTX 5070 Ti', 300],
  ['RTX 5070', 250],
  ['RTX 4090', 450],
  ['RTX 4080', 320],
  ['RTX 4070 Ti', 285],
  ['RTX 4070 SUPER', 220],
  ['RTX 4070', 200],
  ['RTX 4060 Ti', 160],
  ['RTX 4060', 115],
  ['RTX 3090', 350],
  ['RTX 3080 Ti', 350],
  ['RTX 3080', 320],
  ['RTX 3070 Ti', 290],
  ['RTX 3070', 220],
  ['RTX 3060 Ti', 200],
  ['RTX 3060', 170],
  ['RX 7900 XTX', 355],
  ['RX 7900 XT', 315],
  ['RX 7800 XT', 263],
  ['RX 7700 XT', 245],
  ['RX 7600 XT', 190],
  ['RX 7600', 165],
  ['RX 6800 XT', 300],
  ['RX 6700 XT', 230],
  ['RX 6600 XT', 160],
  ['RX 6600', 132],
  ['Arc B580', 190],
  ['Arc A770', 225],
  ['Arc A750', 225]
];
/** Mobile cards share these names but draw different power. Some only have a letter after the number: RX 6600M. */
const MOBILE = /laptop|mobile|max-q/i;
/** Drivers write `Intel(R) Arc(TM) A770 Graphics`. */
const TRADEMARKS = /\((?:R|TM)\)/gi;

/**
 * Power draw of an engine at full duty, watts; undefined if unknown: browsers name few adapters, and one family ranges
 * from 35 to 575 W.
 */
export function engineWatts({ kind, label, workers = 1, adapter, members }: EngineInfo): number | undefined {
  if (members) {
    const all = members.map(engineWatts);
    return all.reduce((sum, watts) => (sum === undefined || watts === undefined ? undefined : sum + watts), 0);
  }
  if (kind !== 'webgpu') return workers * WATTS_PER_CORE;
  const name = `${label} ${adapter?.description ?? ''}`.replace(TRADEMARKS, '');
  if (adapter?.software || MOBILE.test(name)) return undefined;
  return CARD_WATTS.find(([card]) => new RegExp(`${card}(?!\\w)`, 'i').test(name))?.[1];
}

/** Power of mining: the user's own number, or the engine's at this duty cycle; undefined if neither is known. */
export function miningWatts(own: number | undefined, engine: EngineInfo, dutyCycle: number): number | undefined {
  if (own !== undefined) return own;
  const watts = engineWatts(engine);
  return watts === undefined ? undefined : watts * dutyCycle;
}

/** Daily cost and reward of mining, as long-term averages. */
export interface DailyBalance {
  /** Kilowatt hours. */
  readonly energy: number;
  /** In the user's currency; undefined without an electricity price. */
  readonly cost: number | undefined;
  readonly reward: Hastings | undefined;
  /** Cost of the electricity for one coin; undefined without a price or a reward. */
  readonly costPerCoin: number | undefined;
  /** Value of the reward minus the cost; undefined if the price of a coin is unknown. */
  readonly result: number | undefined;
}

/** @param isWorthless coins of this network have no price */
export function dailyBalance(
  watts: number,
  reward: Hastings | undefined,
  { pricePerKwh, pricePerCoin }: Pick<ElectricitySettings, 'pricePerKwh' | 'pricePerCoin'>,
  isWorthless: boolean
): DailyBalance {
  const energy = (watts * HOURS_PER_DAY) / WATTS_PER_KW;
  const cost = pricePerKwh === undefined ? undefined : energy * pricePerKwh;
  const coins = reward === undefined ? undefined : Number(reward) / Number(HASTINGS_PER_COIN);
  const coinPrice = isWorthless ? 0 : pricePerCoin;
  return {
    energy,
    cost,
    reward,
    costPerCoin: cost !== undefined && coins ? cost / coins : undefined,
    result:
      cost === undefined || coinPrice === undefined || (coins === undefined && coinPrice > 0)
        ? undefined
        : (coins ?? 0) * coinPrice - cost
  };
}

/**
 * Expected daily reward: blocks found per day times the block reward.
 * @param difficulty expected hashes per block
 */
export function dailyReward(hashesPerSecond: number, difficulty: bigint, blockReward: Hastings): Hastings {
  const hashes = BigInt(Math.floor(hashesPerSecond)) * SECONDS_PER_DAY;
  return hastings(difficulty > 0n ? (hashes * blockReward) / difficulty : 0n);
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** Decodes stored settings; undefined if invalid. */
export function parseElectricity(stored: unknown): ElectricitySettings | undefined {
  const { watts, pricePerKwh, pricePerCoin, currency } = (stored ?? {}) as Partial<
    Record<keyof ElectricitySettings, unknown>
  >;
  if (typeof currency !== 'string') return undefined;
  return {
    currency: currency.trim().slice(0, MAX_CURRENCY_LENGTH),
    ...(isAmount(watts) && watts <= MAX_WATTS && { watts }),
    ...(isAmount(pricePerKwh) && pricePerKwh <= MAX_PRICE && { pricePerKwh }),
    ...(isAmount(pricePerCoin) && pricePerCoin <= MAX_PRICE && { pricePerCoin })
  };
}
