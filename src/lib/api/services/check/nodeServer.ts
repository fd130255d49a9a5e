import type { BlockId } from '$lib/chain/ids';
import { networkKind } from '$lib/chain/network/knownNetworks';
import { dialectOf } from '../../dialect';
import type { CheckedServer, CheckResult, ServiceCheck } from './check';
import { firstLine, isIndex, isLocked, isRecord, textAt } from './reply';

export const walletServerCheck: ServiceCheck = {
  fingerprint: { path: '/api/consensus/tip', matches: (reply) => isIndex(reply) || isLocked(reply) },
  check: checkWalletServer
};

/** Has the same chain paths as wallet servers, so it has no fingerprint of its own. */
export const miningServerCheck: ServiceCheck = { check: checkMiningServer };

async function checkWalletServer(server: CheckedServer): Promise<CheckResult> {
  const about = await aboutNode(server);
  if ('outcome' in about) return about;
  const wallets = await server.ask('/wallets');
  if (isLocked(wallets)) return { ...about, ...passwordRefused(server) };
  // Has the chain paths, but no wallets.
  if (wallets.status === 404) return { ...about, outcome: 'wrong-service', found: 'other' };
  if (!Array.isArray(wallets.json)) return { ...about, outcome: 'failing', detail: firstLine(wallets) };
  const [health, state] = await Promise.all([server.ask('/health'), server.ask('/state')]);
  const indexMode = textAt(state, 'indexMode');
  const warnings = [
    ...(health.status >= 500 ? (['not-synced'] as const) : []),
    ...(indexMode !== undefined && indexMode !== 'full' ? (['partial-index'] as const) : [])
  ];
  return { ...about, outcome: 'ok', warnings };
}

async function checkMiningServer(server: CheckedServer): Promise<CheckResult> {
  const about = await aboutNode(server);
  if ('outcome' in about) return about;
  const template = await server.ask('/mining/getblocktemplate', '{}');
  if (isLocked(template)) return { ...about, ...passwordRefused(server) };
  if (template.status === 404) return { ...about, outcome: 'wrong-service', found: 'wallet' };
  if (template.status !== 200) return { ...about, outcome: 'failing', detail: firstLine(template) };
  return { ...about, outcome: 'ok' };
}

/** Version and network of a node; a result if it is not one. */
async function aboutNode(server: CheckedServer): Promise<CheckResult | Omit<CheckResult, 'outcome'>> {
  const tip = await server.ask('/consensus/tip');
  if (isLocked(tip)) return passwordRefused(server);
  if (!isIndex(tip)) {
    const found = await server.identify();
    if (found !== 'wallet') return { outcome: 'wrong-service', found };
    return { outcome: 'failing', detail: firstLine(tip) };
  }
  const [state, network, genesis, tipState] = await Promise.all(
    ['/state', '/consensus/network', '/consensus/index/0', '/consensus/tipstate'].map((path) => server.ask(path))
  );
  const version = textAt(state!, 'version');
  const name = textAt(network!, 'name');
  const id = textAt(genesis!, 'id');
  return {
    version: version === '?' ? undefined : version,
    network: name,
    kind: id === undefined ? undefined : networkKind(id as BlockId, name),
    height: isRecord(tip.json) ? Number(tip.json.height) : undefined,
    dialect: tipState!.json === undefined ? undefined : dialectOf(tipState!.json)
  };
}

export const passwordRefused = ({ hasPassword }: CheckedServer) =>
  ({ outcome: hasPassword ? 'wrong-password' : 'no-password' }) satisfies CheckResult;
