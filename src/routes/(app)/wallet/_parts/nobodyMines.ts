import type { SessionStatus } from '$lib/api/quarry/session';
import type { MinerState } from '$lib/state/mining/miner.svelte';

/**
 * Whether no block is expected: on a development chain, blocks come only when someone mines, and this browser does not.
 */
export const nobodyMines = ({ market }: Pick<SessionStatus, 'market'>, { status }: Pick<MinerState, 'status'>) =>
  market === 'simulated' && (status.step === 'idle' || status.step === 'paused');
