import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import { formatCount } from '$lib/messages/format';
import type { Live } from '$lib/state/reactive/live.svelte';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** About which moment the block at a height comes or came, milliseconds since 1970; nothing while the chain is not known. */
export function aboutMs(height: number, { good }: Live<ConsensusStatus>): number | undefined {
  return good && good.atMs + (height - good.value.height) * good.value.blockFrequency * 1000;
}

/** That day: "~20 Nov 2026". */
export function aboutDay(height: number, consensus: Live<ConsensusStatus>): string {
  const ms = aboutMs(height, consensus);
  return ms === undefined ? '' : `~${DAY.format(ms)}`;
}

/** A height with its day: "52,560 ~20 Nov 2026". */
export const heightWithDay = (height: number, consensus: Live<ConsensusStatus>): string =>
  `${formatCount(height)} ${aboutDay(height, consensus)}`.trim();
