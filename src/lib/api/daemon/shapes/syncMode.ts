import * as z from 'zod/mini';

/**
 * The user's choice for the embedded node's synchronization: `paused` accepts no blocks from peers but remains
 * connected, `stopped` also closes all connections. Both persist across restarts until `running` is chosen.
 */
export const SYNC_MODES = ['running', 'paused', 'stopped'] as const;
export type SyncMode = (typeof SYNC_MODES)[number];

export const syncMode = z.enum(SYNC_MODES);
