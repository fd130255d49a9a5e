import { DIALECTS, agentName } from '$lib/api/dialect';
import type { RemoteSettings } from '$lib/api/services/settings';

// Daemons look for their own word anywhere in it, so it may hold the words of all of them.
export const USER_AGENT = `Quarry (${DIALECTS.map(agentName).join('; ')})`;

/** What a server elsewhere finds in our User-Agent. */
export const agentOf = ({ agent }: RemoteSettings): string =>
  agent === undefined ? USER_AGENT : `${USER_AGENT} ${agent}`;
