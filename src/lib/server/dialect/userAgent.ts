import { DIALECTS, agentName } from '$lib/api/dialect';
import type { RemoteConfig } from '../config';

// Daemons look for their own word anywhere in it, so it may hold the words of all of them.
export const USER_AGENT = `Quarry (${DIALECTS.map(agentName).join('; ')})`;

/** What a server elsewhere finds in our User-Agent. */
export const agentOf = ({ agent }: RemoteConfig): string =>
  agent === undefined ? USER_AGENT : `${USER_AGENT} ${agent}`;
