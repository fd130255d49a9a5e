import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes over a connection that asks for another protocol; false when it is none of ours. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/**
 * Where the listener finds us. The built app is handed to a listener that knows nothing of upgrades and tells us nothing
 * of itself (scripts/run/server.mjs, and in development vite.config.ts, which spell the same name).
 */
const NAME = Symbol.for('quarry.upgrade');

export function offerUpgrades(upgrade: Upgrade): void {
  (globalThis as { [NAME]?: Upgrade })[NAME] = upgrade;
}
