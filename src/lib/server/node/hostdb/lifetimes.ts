import type { Height } from '$lib/chain/time';
import type { MarketRandom } from '../simulation/random';

/** A host's reliability, fixed for its lifetime. */
export type HostCharacter = 'steady' | 'flaky';

/** From a host's first announcement to its permanent end. */
export interface Lifetime {
  readonly index: number;
  readonly firstSeen: Height;
  /** First height without the host. */
  readonly endsAt: Height;
  readonly character: HostCharacter;
}

/** Hosts at the start of the chain; they are announced within the first blocks. */
export const FIRST_HOSTS = 270;
/** Length of the initial scan: by then all first hosts were announced and scanned. */
export const INITIAL_SCAN_BLOCKS = 3;
// One new host in this many blocks, eight per day of 144 blocks.
const BLOCKS_PER_NEWCOMER = 18;
// In equilibrium: 270 hosts of 4860 blocks, one end in 18 blocks.
const MEAN_LIFE_BLOCKS = 4_860;
// A host offline for a week is removed.
const FORGOTTEN_AFTER_BLOCKS = 1_008;
const FLAKY_SHARE = 0.15;

/** A host's lifetime; a function of the seed. Hosts are indexed in the order in which they appear. */
export function lifetime(random: MarketRandom, index: number): Lifetime {
  const firstSeen =
    index < FIRST_HOSTS
      ? random.integer(0, INITIAL_SCAN_BLOCKS, 'host/first-seen', index)
      : (index - FIRST_HOSTS) * BLOCKS_PER_NEWCOMER + random.integer(1, BLOCKS_PER_NEWCOMER + 1, 'host/born', index);
  // Exponential distribution: the hazard rate does not depend on age.
  const life = -Math.log(1 - random.unit('host/life', index)) * MEAN_LIFE_BLOCKS;
  return {
    index,
    firstSeen,
    endsAt: firstSeen + 24 + Math.floor(life),
    character: random.chance(FLAKY_SHARE, 'host/flaky', index) ? 'flaky' : 'steady'
  };
}

/** Whether the database lists the host at a height. */
export const isListed = ({ firstSeen, endsAt }: Lifetime, height: Height): boolean =>
  firstSeen <= height && height < endsAt + FORGOTTEN_AFTER_BLOCKS;

/** Number of hosts that have appeared up to a height. */
export const hostsUpTo = (height: Height): number => FIRST_HOSTS + Math.floor(height / BLOCKS_PER_NEWCOMER) + 1;
