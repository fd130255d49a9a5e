import type { BlockId } from '$lib/chain/ids';
import { networkKind } from '$lib/chain/network/knownNetworks';
import { dialectOf } from '../../dialect';
import { ModuleDisabledError, ModuleLoadingError } from '../../http/errors';
import { readError } from '../../daemon/errors';
import type { CheckedServer, CheckResult, Reply, ServiceCheck } from './check';
import { isRecord, messageOf, textAt } from './reply';

const refusesAgent = (reply: Reply): boolean =>
  reply.status === 400 && readError(messageOf(reply), '')?.code === 'api/user-agent-refused';
const isConsensus = ({ json }: Reply): boolean => isRecord(json) && 'currentblock' in json;
const isNotReady = (reply: Reply): boolean => [490, 491].includes(reply.status) && messageOf(reply) !== '';

export const daemonCheck: ServiceCheck = {
  fingerprint: {
    path: '/consensus',
    matches: (reply) => isConsensus(reply) || refusesAgent(reply) || isNotReady(reply)
  },
  check: checkDaemon
};

const MODULES = ['gateway', 'host', 'hostdb', 'miner', 'renter'];

async function checkDaemon(server: CheckedServer): Promise<CheckResult> {
  const reply = await server.ask('/consensus');
  if (refusesAgent(reply)) return { outcome: 'wrong-agent', detail: messageOf(reply) };
  const isDaemon = isConsensus(reply) || (reply.status >= 490 && messageOf(reply) !== '');
  if (!isDaemon) {
    const found = await server.identify();
    return found === 'daemon'
      ? { outcome: 'failing', detail: messageOf(reply) || String(reply.status) }
      : { outcome: 'wrong-service', found };
  }
  const version = textAt(await server.ask('/daemon/version'), 'version');
  if (reply.status === 490) return { outcome: 'starting', version };
  if (reply.status === 491) return { outcome: 'module-off', version, off: ['consensus'] };
  const about = { ...(await aboutChain(server, reply)), version, off: await modulesOff(server) };
  const isSynced = isRecord(reply.json) && reply.json.synced === true;
  const warnings = [
    ...(about.off.length > 0 ? (['modules-off'] as const) : []),
    ...(isSynced ? [] : (['not-synced'] as const))
  ];
  return { ...about, warnings, outcome: await passwordOutcome(server) };
}

async function aboutChain(server: CheckedServer, { json }: Reply) {
  const genesis = textAt(await server.ask('/consensus/blocks?height=0'), 'id');
  return {
    dialect: json === undefined ? undefined : dialectOf(json),
    height: isRecord(json) && typeof json.height === 'number' ? json.height : undefined,
    kind: genesis === undefined ? undefined : networkKind(genesis as BlockId)
  };
}

async function modulesOff(server: CheckedServer): Promise<string[]> {
  const replies = await Promise.all(MODULES.map((module) => server.ask(`/${module}`)));
  return MODULES.filter((_, i) => replies[i]!.status === 491);
}

async function passwordOutcome(server: CheckedServer): Promise<CheckResult['outcome']> {
  if (!server.hasPassword) return 'no-password';
  try {
    return (await server.acceptsPassword()) ? 'ok' : 'wrong-password';
  } catch (error) {
    if (error instanceof ModuleLoadingError) return 'starting';
    // Without the miner and gateway modules, nothing requires the password.
    if (error instanceof ModuleDisabledError) return 'ok';
    return 'failing';
  }
}
