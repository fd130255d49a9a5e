import * as z from 'zod/mini';

/**
 * What a person chose for the synchronisation of the embedded node: `paused` takes no blocks of peers and stays
 * connected to them, `stopped` has no connections either. Both last until `running` is chosen, restarts included.
 */
export const SYNC_MODES = ['running', 'paused', 'stopped'] as const;
export type SyncMode = (typeof SYNC_MODES)[number];

export const syncMode = z.enum(SYNC_MODES);
