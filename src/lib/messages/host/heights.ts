import { formatCount, formatDay } from '../format';
import { estimateMs, type ChainClock } from '$lib/services/host/blockDates';

/** About which day the block at a height came or comes: "~20 Nov 2026"; nothing while the chain is not known. */
export const estimatedDay = (height: number, clock: ChainClock | undefined): string =>
  clock === undefined ? '' : `~${formatDay(estimateMs(clock, height))}`;

/** A height with its estimated day: "52,560 · ~20 Nov 2026". */
export const heightWithDay = (height: number, clock: ChainClock | undefined): string =>
  [formatCount(height), estimatedDay(height, clock)].filter((part) => part !== '').join(' · ');
