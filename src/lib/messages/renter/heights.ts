import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import { formatCount, formatDay } from '../format';

/** What the node said of its chain, and when, milliseconds since 1970. */
interface ConsensusReading {
  readonly value: ConsensusStatus;
  readonly atMs: number;
}

/** About which moment the block at a height comes or came, milliseconds since 1970; nothing while the chain is not known. */
export function aboutMs(height: number, reading: ConsensusReading | undefined): number | undefined {
  return reading && reading.atMs + (height - reading.value.height) * reading.value.blockFrequency * 1000;
}

/** That day: "~20 Nov 2026". */
export function aboutDay(height: number, reading: ConsensusReading | undefined): string {
  const ms = aboutMs(height, reading);
  return ms === undefined ? '' : `~${formatDay(ms)}`;
}

/** A height with its day: "52,560 · ~20 Nov 2026". */
export const heightWithDay = (height: number, reading: ConsensusReading | undefined): string =>
  [formatCount(height), aboutDay(height, reading)].filter((part) => part !== '').join(' · ');
