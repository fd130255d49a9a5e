import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { type Target, type Work, invert, MAX_TARGET } from '$lib/chain/target';
import type { UnixSeconds } from '$lib/chain/time';
import { reject } from './errors';

const NS_PER_SECOND = 1_000_000_000n;
const SATURATION = 1n << 255n;
const MIN_INT64 = -(1n << 63n);
const MAX_INT64 = (1n << 63n) - 1n;

/** The part of the state that depends on headers alone. */
export type DifficultyState = Pick<
  ChainState,
  'depth' | 'childTarget' | 'oakTime' | 'oakTarget' | 'totalWork' | 'difficulty' | 'oakWork'
>;

// The reference implementation uses int64 for times, and its overflows are part of consensus.
const int64 = (value: bigint): bigint => BigInt.asIntN(64, value);
const uint256 = (value: bigint): bigint => BigInt.asUintN(256, value);

/** Saturates: values of 2^255 (not 2^256) and above become the easiest target. */
const toTarget = (value: bigint): Target => (value >= SATURATION ? MAX_TARGET : value);

/** 1 / (1/x + 1/y): the target of the combined work. */
export const addTarget = (x: Target, y: Target): Target => toTarget((x * y) / (x + y));

/** x * numerator / denominator. */
export const scaleTarget = (x: Target, numerator: bigint, denominator: bigint): Target =>
  toTarget((x * numerator) / denominator);

/** later - earlier in nanoseconds, clamped to int64. */
function elapsedNs(later: UnixSeconds, earlier: UnixSeconds): bigint {
  const elapsed = BigInt(later - earlier) * NS_PER_SECOND;
  if (elapsed > MAX_INT64) return MAX_INT64;
  return elapsed < MIN_INT64 ? MIN_INT64 : elapsed;
}

/** Desired time to the next block: the shifted interval, clamped to within a factor of three. */
function clampBlockTime(interval: bigint, shift: bigint): bigint {
  const wanted = int64(interval + shift);
  if (wanted < interval / 3n) return interval / 3n;
  return wanted > interval * 3n ? interval * 3n : wanted;
}

/** Before Oak: adjusts every 500 blocks from the duration of the last 1000, by at most a factor of 2.5. */
function targetByWindow(
  network: Network,
  state: ChainState,
  child: number,
  timestamp: UnixSeconds,
  ancestorTimestamp: UnixSeconds | undefined
): Target {
  const window = 1000;
  if (child % (window / 2) !== 0) return state.childTarget;
  if (ancestorTimestamp === undefined)
    throw new RangeError(`difficulty at height ${child} needs an ancestor timestamp`);
  const elapsed = BigInt(timestamp - ancestorTimestamp);
  const expected = (network.blockInterval / NS_PER_SECOND) * BigInt(Math.min(window, child));
  // Compared as float64, as the first implementation did.
  const ratio = Number(expected) / Number(elapsed);
  if (ratio > 25 / 10) return scaleTarget(state.childTarget, 10n, 25n);
  if (ratio < 10 / 25) return scaleTarget(state.childTarget, 25n, 10n);
  return scaleTarget(state.childTarget, elapsed, expected);
}

/**
 * Oak, in targets and whole seconds: adjusts every block from decayed totals, pulling back to the schedule since
 * genesis.
 */
function targetByOak(network: Network, state: ChainState, child: number): Target {
  // Divided by. Computed states do not have it, but a server can report it.
  if (state.oakTarget === 0n)
    reject('header/insufficient-work', 'no block has the work that an Oak target of 0 demands');
  const interval = network.blockInterval / NS_PER_SECOND;
  const { fixHeight, genesisTimestamp } = network.hardforkOak;
  const { height } = state.index;
  const total = state.oakTime / NS_PER_SECOND;
  const parentTimestamp = state.prevTimestamps[0] ?? genesisTimestamp;
  const scheduled = int64(interval * BigInt(height));
  const delta = int64(scheduled - (height < fixHeight ? total : BigInt(parentTimestamp - genesisTimestamp)));
  const square = int64(delta * delta);
  const shift = int64((delta < 0n ? -square : square) * 10n) / 100_000_000n;
  const blockTime = clampBlockTime(interval, shift) || 1n;
  const rate = (MAX_TARGET / state.oakTarget / (total <= 0n ? 1n : total)) * blockTime;
  const target = toTarget(invert(rate));
  if (child === network.hardforkASIC.height) return target;
  const hardest = scaleTarget(state.childTarget, 1000n, 1004n);
  const easiest = scaleTarget(state.childTarget, 1004n, 1000n);
  if (target > easiest) return easiest;
  return target < hardest ? hardest : target;
}

/** `wanted` clamped to `current` ± `step`. */
function clampWork(wanted: Work, current: Work, step: Work): Work {
  if (wanted < current - step) return current - step;
  return wanted > current + step ? current + step : wanted;
}

/**
 * From the V2 allow height, in work. Intended as Oak in seconds, but the rule squares nanoseconds, which wraps: a few
 * seconds off schedule saturate the clamp, and beyond about 9603 s the sign is arbitrary. Consensus-critical, so
 * reproduced exactly.
 */
function difficultyByWork(network: Network, state: ChainState, child: number, timestamp: UnixSeconds): Work {
  const interval = network.blockInterval;
  const elapsed = elapsedNs(timestamp, network.hardforkOak.genesisTimestamp);
  const delta = int64(int64(interval * BigInt(child)) - elapsed);
  const scaled = delta / 10_000n;
  const square = int64(int64(10n * scaled) * scaled);
  const blockTime = clampBlockTime(interval, delta < 0n ? int64(-square) : square);
  const oakTime = state.oakTime <= NS_PER_SECOND ? NS_PER_SECOND : state.oakTime;
  const wanted = uint256((state.oakWork / (oakTime / NS_PER_SECOND)) * (blockTime / NS_PER_SECOND));
  return clampWork(wanted, state.difficulty, state.difficulty / 250n);
}

/** From the final cut height: nanoseconds throughout, linear in the delay, rounded, at least 1. */
function difficultyByFinalCut(network: Network, state: ChainState, child: number, timestamp: UnixSeconds): Work {
  const interval = network.blockInterval;
  const elapsed = elapsedNs(timestamp, network.hardforkOak.genesisTimestamp);
  const shift = int64(int64(interval * BigInt(child)) - elapsed) / 1000n;
  const blockTime = clampBlockTime(interval, shift);
  const half = BigInt.asUintN(64, state.oakTime / 2n);
  const wanted = uint256(state.oakWork * blockTime + half) / (state.oakTime < 1n ? 1n : state.oakTime);
  const step = state.difficulty / 250n;
  const clamped = clampWork(wanted, state.difficulty, step < 1n ? 1n : step);
  return clamped < 1n ? 1n : clamped;
}

function nextOakTime(network: Network, state: ChainState, child: number, elapsed: bigint): bigint {
  if (child === network.hardforkASIC.height - 1) return network.hardforkASIC.oakTime;
  const total = child === network.hardforkOak.height - 1 ? int64(network.blockInterval * BigInt(child)) : state.oakTime;
  const decayed = (((total / NS_PER_SECOND) * 995n) / 1000n) * NS_PER_SECOND;
  return int64(decayed + elapsed);
}

function nextOakWork(network: Network, state: ChainState, child: number): Pick<ChainState, 'oakWork' | 'oakTarget'> {
  if (child < network.hardforkV2.allowHeight) {
    const oakTarget =
      child === network.hardforkASIC.height - 1
        ? network.hardforkASIC.oakTarget
        : addTarget(scaleTarget(state.oakTarget, 1000n, 995n), state.childTarget);
    return { oakTarget, oakWork: invert(oakTarget) };
  }
  const oakWork = uint256(state.oakWork - state.oakWork / 200n + state.difficulty);
  return { oakWork, oakTarget: invert(oakWork) };
}

/** Before V2, work is derived from targets; afterward, targets are derived from work. */
function nextTotalWork(network: Network, state: ChainState, child: number): Pick<ChainState, 'totalWork' | 'depth'> {
  if (child < network.hardforkV2.allowHeight) {
    const depth = addTarget(state.depth, state.childTarget);
    return { depth, totalWork: invert(depth) };
  }
  const totalWork = uint256(state.totalWork + state.difficulty);
  return { totalWork, depth: invert(totalWork) };
}

function nextTarget(
  network: Network,
  state: ChainState,
  child: number,
  timestamp: UnixSeconds,
  ancestorTimestamp: UnixSeconds | undefined
): Pick<ChainState, 'difficulty' | 'childTarget'> {
  if (child < network.hardforkV2.allowHeight) {
    const childTarget =
      child <= network.hardforkOak.height
        ? targetByWindow(network, state, child, timestamp, ancestorTimestamp)
        : targetByOak(network, state, child);
    return { childTarget, difficulty: invert(childTarget) };
  }
  const next = child < network.hardforkV2.finalCutHeight ? difficultyByWork : difficultyByFinalCut;
  const difficulty = next(network, state, child, timestamp);
  return { difficulty, childTarget: invert(difficulty) };
}

/**
 * Difficulty after a header with this timestamp on top of the state.
 * @param ancestorTimestamp timestamp of the block at `ancestorHeight(state)`; required only up to the Oak height
 * @throws {ConsensusError} header/insufficient-work: the state has an Oak target of 0, where the rule divides by it
 */
export function nextDifficulty(
  network: Network,
  state: ChainState,
  timestamp: UnixSeconds,
  ancestorTimestamp?: UnixSeconds
): DifficultyState {
  const child = state.index.height + 1;
  const isGenesis = child === 0;
  const parentTimestamp = state.prevTimestamps[0] ?? timestamp;
  const { depth, totalWork } = isGenesis ? state : nextTotalWork(network, state, child);
  const { difficulty, childTarget } = isGenesis
    ? state
    : nextTarget(network, state, child, timestamp, ancestorTimestamp);
  const oakTime = nextOakTime(network, state, child, elapsedNs(timestamp, parentTimestamp));
  const { oakWork, oakTarget } = nextOakWork(network, state, child);
  const isCut = child >= network.hardforkV2.finalCutHeight;
  return {
    totalWork,
    difficulty,
    oakTime,
    oakWork,
    depth: isCut ? 0n : depth,
    childTarget: isCut ? 0n : childTarget,
    oakTarget: isCut ? 0n : oakTarget
  };
}

/** Height of the block whose timestamp {@link nextDifficulty} needs up to the Oak height. */
export const ancestorHeight = (state: ChainState): number => Math.max(state.index.height - 1000, 0);
