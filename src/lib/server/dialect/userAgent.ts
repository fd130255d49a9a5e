import { DIALECTS, agentName } from '$lib/api/dialect';
import type { RemoteSettings } from '$lib/api/services/settings';

// Daemons search it for their own agent name, so it can contain the names of all dialects.
export const USER_AGENT = `Quarry (${DIALECTS.map(agentName).join('; ')})`;

/** The User-Agent for a remote server. */
export const agentOf = ({ agent }: RemoteSettings): string =>
  agent === undefined ? USER_AGENT : `${USER_AGENT} ${agent}`;
