/** What a miner can honestly expect at a difficulty and a rate. Blocks arrive as a Poisson process. */
export interface Odds {
  /** Mean seconds to a block: difficulty / rate. */
  readonly expectedSeconds: number;
  /** Probability of at least one block within an hour, 0 to 1. */
  readonly chancePerHour: number;
}

const SECONDS_PER_HOUR = 3600;

/**
 * Odds of finding a block.
 * @param difficulty expected hashes a block
 * @param hashesPerSecond this miner's rate
 * @returns undefined while nothing is hashed: there is no honest number then
 */
export function oddsOf(difficulty: bigint, hashesPerSecond: number): Odds | undefined {
  if (!(hashesPerSecond > 0)) return undefined;
  const expectedSeconds = Number(difficulty) / hashesPerSecond;
  // expm1 keeps the tiny chances of a main network exact, where 1 - exp(-x) would round to zero.
  return { expectedSeconds, chancePerHour: -Math.expm1(-SECONDS_PER_HOUR / expectedSeconds) };
}
