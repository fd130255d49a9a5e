/** Expected mining results at a difficulty and a hash rate. Blocks arrive as a Poisson process. */
export interface Odds {
  /** Mean seconds to a block: difficulty / rate. */
  readonly expectedSeconds: number;
  /** Probability of at least one block within an hour, 0 to 1. */
  readonly chancePerHour: number;
}

const SECONDS_PER_HOUR = 3600;

/**
 * Odds of finding a block.
 * @param difficulty expected hashes per block @param hashesPerSecond this miner's rate
 * @returns undefined at a rate of zero
 */
export function oddsOf(difficulty: bigint, hashesPerSecond: number): Odds | undefined {
  if (!(hashesPerSecond > 0)) return undefined;
  const expectedSeconds = Number(difficulty) / hashesPerSecond;
  // expm1 is precise for the tiny probabilities of the main network, where 1 - exp(-x) would round to zero.
  return { expectedSeconds, chancePerHour: -Math.expm1(-SECONDS_PER_HOUR / expectedSeconds) };
}
