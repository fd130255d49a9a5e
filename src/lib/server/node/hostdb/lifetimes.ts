import type { Height } from '$lib/chain/time';
import type { MarketRandom } from '../simulation/random';

/** How a host behaves all its life. */
export type HostCharacter = 'steady' | 'flaky';

/** From a host's first announcement to the block it goes dark for good. */
export interface Lifetime {
  readonly index: number;
  readonly firstSeen: Height;
  /** The first block without it. */
  readonly endsAt: Height;
  readonly character: HostCharacter;
}

/** Hosts there were when the chain began. The chain hears of them within its first blocks. */
export const FIRST_HOSTS = 270;
/** When the last of them was heard of and looked at: the initial scan is over. */
export const INITIAL_SCAN_BLOCKS = 3;
// One newcomer in so many blocks, eight a day of 144 blocks.
const BLOCKS_PER_NEWCOMER = 18;
// As many end as begin: 270 hosts of 4860 blocks, one in 18.
const MEAN_LIFE_BLOCKS = 4_860;
// A host that has not answered for a week is forgotten.
const FORGOTTEN_AFTER_BLOCKS = 1_008;
const FLAKY_SHARE = 0.15;

/** Who comes and goes; a function of the seed. Hosts are numbered in the order in which they appear. */
export function lifetime(random: MarketRandom, index: number): Lifetime {
  const firstSeen =
    index < FIRST_HOSTS
      ? random.integer(0, INITIAL_SCAN_BLOCKS, 'host/first-seen', index)
      : (index - FIRST_HOSTS) * BLOCKS_PER_NEWCOMER + random.integer(1, BLOCKS_PER_NEWCOMER + 1, 'host/born', index);
  // Exponential: however old a host is, it ends tomorrow with the same probability.
  const life = -Math.log(1 - random.unit('host/life', index)) * MEAN_LIFE_BLOCKS;
  return {
    index,
    firstSeen,
    endsAt: firstSeen + 24 + Math.floor(life),
    character: random.chance(FLAKY_SHARE, 'host/flaky', index) ? 'flaky' : 'steady'
  };
}

/** Whether the database still lists a host at a height. */
export const isListed = ({ firstSeen, endsAt }: Lifetime, height: Height): boolean =>
  firstSeen <= height && height < endsAt + FORGOTTEN_AFTER_BLOCKS;

/** How many hosts have appeared up to a height. */
export const hostsUpTo = (height: Height): number => FIRST_HOSTS + Math.floor(height / BLOCKS_PER_NEWCOMER) + 1;
