import type { Address } from '../address';
import { VOID_ADDRESS } from '../address';
import { HASTINGS_PER_COIN, hastings, type Hastings } from '../currency/currency';
import type { Network } from './network';
import type { Height } from '../time';

// All functions take the height of the block concerned, the child of the tip.

/**
 * Nonce factor to assume if a server does not report it: the main network's since height 179,000. A multiple of it is
 * also valid on networks and at heights without the rule, but not on the test network, whose factor is larger.
 */
export const DEFAULT_NONCE_FACTOR = 1009n;

/** The number that a nonce must be a multiple of; 1 before the ASIC hard fork. */
export const nonceFactorAt = (network: Network, childHeight: Height): bigint =>
  childHeight < network.hardforkASIC.height ? 1n : network.hardforkASIC.nonceFactor;

/** Miner subsidy without fees: one coin less each block, down to the minimum. */
export function blockReward(network: Network, childHeight: Height): Hastings {
  // The reference implementation converts the height to 32 bits.
  const reward = network.initialCoinbase - BigInt.asUintN(32, BigInt(childHeight)) * HASTINGS_PER_COIN;
  return hastings(reward < network.minimumCoinbase ? network.minimumCoinbase : reward);
}

/** Height from which payouts, subsidies, claims and contract outputs created in the block can be spent. */
export const maturityHeight = (network: Network, childHeight: Height): bigint =>
  BigInt(childHeight + network.maturityDelay);

const YEAR_NS = 365n * 24n * 60n * 60n * 1_000_000_000n;
const SUBSIDY_PER_BLOCK = 30_000n * HASTINGS_PER_COIN;

/**
 * Foundation subsidy: one year's worth at the hard fork, one month's worth every month after; undefined for other
 * blocks.
 */
export function foundationSubsidy(
  network: Network,
  subsidyAddress: Address,
  childHeight: Height
): Hastings | undefined {
  const sinceFork = BigInt(childHeight - network.hardforkFoundation.height);
  if (subsidyAddress === VOID_ADDRESS || sinceFork < 0n) return undefined;
  const blocksPerYear = YEAR_NS / network.blockInterval;
  const blocksPerMonth = blocksPerYear / 12n;
  if (sinceFork % blocksPerMonth !== 0n) return undefined;
  return hastings(SUBSIDY_PER_BLOCK * (sinceFork === 0n ? blocksPerYear : blocksPerMonth));
}
