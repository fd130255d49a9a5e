import { formatCount } from '$lib/messages/format';
import { estimateMs, type ChainClock } from '$lib/services/host/blockDates';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: '2-digit' });

/** About which day the block at a height came or comes: "~20 Nov 26"; nothing while the chain is not known. */
export const estimatedDay = (height: number, clock: ChainClock | undefined): string =>
  clock === undefined ? '' : `~${DAY.format(estimateMs(clock, height))}`;

/** A height with its estimated day: "52,560 ~20 Nov 26". */
export const heightWithDay = (height: number, clock: ChainClock | undefined): string =>
  `${formatCount(height)} ${estimatedDay(height, clock)}`.trim();
