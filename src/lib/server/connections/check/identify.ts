import { readError } from '$lib/api/daemon/errors';
import type { Found } from '$lib/api/quarry/connectionCheck';
import { ask, isRecord, TestEndedError, type Door, type Reply } from './probe';

/** A daemon's own refusals, which it gives in JSON. */
export const messageOf = ({ json }: Reply): string =>
  isRecord(json) && typeof json.message === 'string' ? json.message : '';

export const refusesAgent = (reply: Reply): boolean =>
  reply.status === 400 && readError(messageOf(reply), '')?.code === 'api/user-agent-refused';
export const isConsensus = ({ json }: Reply): boolean => isRecord(json) && 'currentblock' in json;
export const isIndex = ({ json }: Reply): boolean => isRecord(json) && typeof json.id === 'string' && 'height' in json;
export const isSeeds = ({ json }: Reply): boolean => isRecord(json) && 'seeds' in json;
/** A wallet, mining or signing server that wants its password. */
export const isLocked = ({ status, text }: Reply): boolean => status === 401 && text.trim() === 'unauthorized';

const SIGNS: readonly (readonly [Exclude<Found, 'pool'>, path: string, (reply: Reply) => boolean])[] = [
  [
    'daemon',
    '/consensus',
    (reply) =>
      isConsensus(reply) || refusesAgent(reply) || ([490, 491].includes(reply.status) && messageOf(reply) !== '')
  ],
  // Before the wallet server: a signing server refuses every path alike, that one only its own.
  ['signing', '/seeds', (reply) => isSeeds(reply) || isLocked(reply)],
  ['wallet', '/api/consensus/tip', (reply) => isIndex(reply) || isLocked(reply)],
  ['web-page', '/', ({ text, status }) => /^\s*</.test(text) || (status >= 300 && status < 400)]
];

/** What answers at an address where something else was looked for. No password is sent to it. */
export async function identify({ url, userAgent, fetch }: Door): Promise<Found> {
  const base = { url: url.replace(/\/api$/, ''), userAgent, fetch };
  for (const [found, path, isIt] of SIGNS) {
    try {
      if (isIt(await ask(base, path))) return found;
    } catch (error) {
      if (!(error instanceof TestEndedError)) throw error;
    }
  }
  return 'other';
}
