import type { TestResult } from '$lib/api/quarry/connectionCheck';
import { dialectOf } from '$lib/api/dialect';
import type { BlockId } from '$lib/chain/ids';
import { networkKind } from '$lib/chain/network/knownNetworks';
import { identify, isIndex, isLocked, isSeeds } from './identify';
import { ask, isRecord, textAt, type Door, type Reply } from './probe';
import { isOutdated } from './version';

type Result = Omit<TestResult, 'warnings'> & { readonly warnings?: TestResult['warnings'] };

const passwordRefused = ({ password }: Door): Result => ({
  outcome: password === undefined ? 'no-password' : 'wrong-password'
});
const firstLine = ({ text }: Reply): string => text.split('\n')[0]!.slice(0, 200);

/** @throws {TestEndedError} */
export async function testWalletServer(door: Door): Promise<Result> {
  const about = await aboutNode(door, 'wallet');
  if ('outcome' in about) return about;
  const wallets = await ask(door, '/wallets');
  if (isLocked(wallets)) return { ...about, ...passwordRefused(door) };
  // A node with the chain's paths, but nothing for wallets.
  if (wallets.status === 404) return { ...about, outcome: 'wrong-service', found: 'other' };
  if (!Array.isArray(wallets.json)) return { ...about, outcome: 'failing', detail: firstLine(wallets) };
  const [health, state] = await Promise.all([ask(door, '/health'), ask(door, '/state')]);
  const indexMode = textAt(state, 'indexMode');
  const warnings = [
    ...(health.status >= 500 ? (['not-synced'] as const) : []),
    ...(indexMode !== undefined && indexMode !== 'full' ? (['partial-index'] as const) : [])
  ];
  return { ...about, outcome: 'ok', warnings };
}

/** @throws {TestEndedError} */
export async function testMiningServer(door: Door): Promise<Result> {
  const about = await aboutNode(door, 'mining');
  if ('outcome' in about) return about;
  const template = await ask(door, '/mining/getblocktemplate', '{}');
  if (isLocked(template)) return { ...about, ...passwordRefused(door) };
  if (template.status === 404) return { ...about, outcome: 'wrong-service', found: 'wallet' };
  if (template.status !== 200) return { ...about, outcome: 'failing', detail: firstLine(template) };
  return { ...about, outcome: 'ok' };
}

/** @throws {TestEndedError} */
export async function testSigningServer(door: Door): Promise<Result> {
  const seeds = await ask(door, '/seeds?limit=1');
  if (isSeeds(seeds)) return { outcome: 'ok' };
  if (isLocked(seeds)) return passwordRefused(door);
  const found = await identify(door);
  return found === 'signing' ? { outcome: 'failing', detail: firstLine(seeds) } : { outcome: 'wrong-service', found };
}

async function aboutNode(door: Door, service: 'wallet' | 'mining') {
  const tip = await ask(door, '/consensus/tip');
  if (isLocked(tip)) return passwordRefused(door);
  if (!isIndex(tip)) {
    const found = await identify(door);
    if (found !== 'wallet') return { outcome: 'wrong-service', found } satisfies Result;
    return { outcome: 'failing', detail: firstLine(tip) } satisfies Result;
  }
  const [state, network, genesis, tipState] = await Promise.all(
    ['/state', '/consensus/network', '/consensus/index/0', '/consensus/tipstate'].map((path) => ask(door, path))
  );
  const version = textAt(state!, 'version');
  const name = textAt(network!, 'name');
  const id = textAt(genesis!, 'id');
  const about = {
    version: version === '?' ? undefined : version,
    network: name,
    kind: id === undefined ? undefined : networkKind(id as BlockId, name),
    height: isRecord(tip.json) ? Number(tip.json.height) : undefined,
    dialect: tipState!.json === undefined ? undefined : dialectOf(tipState!.json)
  };
  return version !== undefined && isOutdated(service, version) ? { ...about, outcome: 'outdated' as const } : about;
}
