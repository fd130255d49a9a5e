import type { TestResult } from '$lib/api/quarry/connectionCheck';
import { ModuleDisabledError, ModuleLoadingError } from '$lib/api/http/errors';
import { dialectOf } from '$lib/api/dialect';
import type { BlockId } from '$lib/chain/ids';
import { networkKind } from '$lib/chain/network/knownNetworks';
import { daemonAccepts } from '../../auth/signIn';
import { http } from '../../http/upstream';
import { identify, isConsensus, messageOf, refusesAgent } from './identify';
import { ask, isRecord, textAt, type Door } from './probe';
import { isOutdated } from './version';

type Result = Omit<TestResult, 'warnings'> & { readonly warnings?: TestResult['warnings'] };

const MODULES = ['gateway', 'host', 'hostdb', 'miner', 'renter'];

/** @throws {TestEndedError} */
export async function testDaemon(door: Door): Promise<Result> {
  const reply = await ask(door, '/consensus');
  if (refusesAgent(reply)) return { outcome: 'wrong-agent', detail: messageOf(reply) };
  const isDaemon = isConsensus(reply) || (reply.status >= 490 && messageOf(reply) !== '');
  if (!isDaemon) {
    const found = await identify(door);
    return found === 'daemon'
      ? { outcome: 'failing', detail: messageOf(reply) || String(reply.status) }
      : { outcome: 'wrong-service', found };
  }
  const version = textAt(await ask(door, '/daemon/version'), 'version');
  if (reply.status === 490) return { outcome: 'starting', version };
  if (reply.status === 491) return { outcome: 'module-off', version, off: ['consensus'] };
  const about = { ...(await aboutChain(door, reply.json)), version, off: await modulesOff(door) };
  if (version !== undefined && isOutdated('daemon', version)) return { ...about, outcome: 'outdated' };
  const isSynced = isRecord(reply.json) && reply.json.synced === true;
  const warnings = [
    ...(about.off.length > 0 ? (['modules-off'] as const) : []),
    ...(isSynced ? [] : (['not-synced'] as const))
  ];
  return { ...about, warnings, outcome: await passwordOutcome(door) };
}

async function aboutChain(door: Door, consensus: Parameters<typeof dialectOf>[0] | undefined) {
  const height = isRecord(consensus) && typeof consensus.height === 'number' ? consensus.height : undefined;
  const genesis = textAt(await ask(door, '/consensus/blocks?height=0'), 'id');
  return {
    dialect: consensus === undefined ? undefined : dialectOf(consensus),
    height,
    kind: genesis === undefined ? undefined : networkKind(genesis as BlockId)
  };
}

async function modulesOff(door: Door): Promise<string[]> {
  const replies = await Promise.all(MODULES.map((module) => ask(door, `/${module}`)));
  return MODULES.filter((_, i) => replies[i]!.status === 491);
}

async function passwordOutcome({ url, userAgent, password, fetch }: Door): Promise<TestResult['outcome']> {
  if (password === undefined) return 'no-password';
  try {
    return (await daemonAccepts(http(url, userAgent, fetch), password)) ? 'ok' : 'wrong-password';
  } catch (error) {
    if (error instanceof ModuleLoadingError) return 'starting';
    // Neither miner nor gateway: nothing of it asks for the password.
    if (error instanceof ModuleDisabledError) return 'ok';
    return 'failing';
  }
}
