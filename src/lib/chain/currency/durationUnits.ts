import { gcd, type Unit } from './quantity';

/** The main network's block time; the default where a network's own is unknown. */
export const MAIN_BLOCK_SECONDS = 600;

/** Base: blocks. A month is 30 days, as hosts and renters count it. */
export type DurationUnits = readonly [blocks: Unit, hours: Unit, days: Unit, weeks: Unit, months: Unit];

const HOUR = 3_600n;
const DAY = 24n * HOUR;

/**
 * Units of durations counted in blocks: a day is 144 blocks on the main network, and 8,640 where a block takes ten
 * seconds.
 * @param blockSeconds target block time of the network, whole seconds; daemons report 0 for shorter ones, which is
 * treated as unknown
 */
export function durationUnits(blockSeconds = MAIN_BLOCK_SECONDS): DurationUnits {
  const seconds = blockSeconds > 0 ? blockSeconds : MAIN_BLOCK_SECONDS;
  const of = (symbol: string, one: string, length: bigint): Unit => ({ symbol, one, ...reduced(length, seconds) });
  return [
    { symbol: 'blocks', one: 'block', numerator: 1n, denominator: 1n },
    of('hours', 'hour', HOUR),
    of('days', 'day', DAY),
    of('weeks', 'week', 7n * DAY),
    of('months', 'month', 30n * DAY)
  ];
}

/** A duration in blocks, as a fraction in lowest terms. */
function reduced(length: bigint, blockSeconds: number): Pick<Unit, 'numerator' | 'denominator'> {
  const divisor = BigInt(blockSeconds);
  const shared = gcd(length, divisor);
  return { numerator: length / shared, denominator: divisor / shared };
}
