import type { CheckedServer, CheckResult, Reply, ServiceCheck } from './check';
import { passwordRefused } from './nodeServer';
import { firstLine, isLocked, isRecord } from './reply';

const isSeeds = ({ json }: Reply): boolean => isRecord(json) && 'seeds' in json;

export const signingServerCheck: ServiceCheck = {
  fingerprint: { path: '/seeds', matches: (reply) => isSeeds(reply) || isLocked(reply) },
  check: checkSigningServer
};

async function checkSigningServer(server: CheckedServer): Promise<CheckResult> {
  const seeds = await server.ask('/seeds?limit=1');
  if (isSeeds(seeds)) return { outcome: 'ok' };
  if (isLocked(seeds)) return passwordRefused(server);
  const found = await server.identify();
  return found === 'signing' ? { outcome: 'failing', detail: firstLine(seeds) } : { outcome: 'wrong-service', found };
}
