import { boundedRoutes } from '$lib/api/daemon/boundedRoutes';
import { daemonRoutes, type Alert } from '$lib/api/daemon/daemon';
import { gatewayRoutes } from '$lib/api/daemon/gateway';
import { minerRoutes } from '$lib/api/daemon/miner';
import { printingConsensusRoutes } from '$lib/api/daemon/printedBlock';
import { agentName, authRealm, OUR_DIALECT, type Dialect } from '$lib/api/dialect';
import type { HttpRequest, HttpResponse } from '$lib/api/http/message';
import { miningRoutes } from '$lib/api/mining-server/routes';
import { signingServerRoutes, SIGNING_SERVER_PREFIX } from '$lib/api/signing-server/routes';
import { walletServerRoutes, WALLET_SERVER_PREFIX } from '$lib/api/wallet-server/routes';
import type { UnixSeconds } from '$lib/chain/time';
import { serveDialect } from '../dialect/serveDialect';
import type { ChainManager } from './chain/chainManager';
import { consensusHandlers } from './handlers/consensus';
import { daemonHandlers } from './handlers/daemon';
import { gatewayHandlers } from './handlers/gateway';
import { minerHandlers } from './handlers/miner';
import { miningHandlers } from './handlers/mining';
import { signingHandlers } from './handlers/signing';
import type { SimulatedMarket } from './handlers/simulatedMarket';
import { walletServerHandlers } from './handlers/walletServer';
import { createDaemonRouter } from './http/daemonRouter';
import { moduleOf } from './http/tables';
import { createWalletRouter } from './http/walletRouter';
import type { Mining } from './mining/openMining';
import type { PeerNetwork } from './peers/peerNetwork';
import type { TransactionPool } from './pool/transactionPool';
import type { SignatureChecker } from './signatures/signatureChecker';
import type { SeedVault } from './signing/seedVault';
import type { ChainStore } from './store/store';
import { Reservations } from './wallet/reservations';

export interface ApiOptions {
  /** API password. */
  readonly password: string;
  /** Prefix of all names in requests and responses; Quarry's own by default. */
  readonly dialect?: Dialect;
  /** Required substring of User-Agent; empty disables the check. */
  readonly agent?: string;
  /** Responds 500 to accepted broadcasts, as a wallet server without peers does; the default is 200. */
  readonly failWithoutPeers?: boolean;
}

/** The parts of a node that its APIs show and change. */
export interface ServedParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  readonly signatures: SignatureChecker;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly startedMs: number;
  readonly genesisTimestamp: UnixSeconds;
  readonly mining: Mining;
  /** Undefined on public networks. */
  readonly simulated: SimulatedMarket | undefined;
  readonly vault: SeedVault;
  /** Undefined without connections to other nodes. */
  readonly peers: PeerNetwork | undefined;
  /** Alerts of the node itself. */
  readonly nodeAlerts: () => Promise<Alert[]>;
  /** Called by `/daemon/stop`. */
  readonly stop: () => void;
}

type Serve = (request: HttpRequest) => Promise<HttpResponse>;

/** Serves the daemon API, and below their prefixes the APIs of the wallet server and the signing server. */
export function serveApis(options: ApiOptions, parts: ServedParts): Serve {
  const { password, dialect = OUR_DIALECT } = options;
  const { vault, chain } = parts;
  const daemon = serveDaemon(options, parts);
  const wallet = createWalletRouter({ modules: walletModules(options, parts), password, dialect });
  const signing = createWalletRouter({
    modules: [moduleOf(signingServerRoutes, signingHandlers({ vault, chain }))],
    password,
    dialect
  });
  return async (request) => {
    const { path } = request;
    if (path.startsWith(`${WALLET_SERVER_PREFIX}/`)) return wallet(request, path.slice(WALLET_SERVER_PREFIX.length));
    if (path.startsWith(`${SIGNING_SERVER_PREFIX}/`)) return signing(request, path.slice(SIGNING_SERVER_PREFIX.length));
    return daemon(request);
  };
}

function serveDaemon({ password, dialect = OUR_DIALECT, agent = agentName(dialect) }: ApiOptions, parts: ServedParts) {
  const { store, chain, startedMs, genesisTimestamp, peers, simulated, nodeAlerts, stop } = parts;
  const { headers, submissions, cpuMiner } = parts.mining;
  const { settings, mined } = store;
  const { network } = chain;
  const market = simulated?.market;
  const modules = [
    moduleOf(boundedRoutes(printingConsensusRoutes), consensusHandlers(parts)),
    moduleOf(
      boundedRoutes(daemonRoutes),
      daemonHandlers({ network, genesisTimestamp, settings, market, nodeAlerts, stop })
    ),
    moduleOf(boundedRoutes(gatewayRoutes), gatewayHandlers({ settings, startedMs, peers })),
    ...(simulated?.modules ?? []),
    moduleOf(minerRoutes, minerHandlers({ mined, headers, submissions, cpuMiner }))
  ];
  return serveDialect(dialect, createDaemonRouter({ agent, password, realm: authRealm(dialect), modules }));
}

function walletModules({ failWithoutPeers }: ApiOptions, parts: ServedParts) {
  const { mining, chain, clock } = parts;
  return [
    moduleOf(
      walletServerRoutes,
      walletServerHandlers({ ...parts, failWithoutPeers, reservations: new Reservations(clock) })
    ),
    moduleOf(miningRoutes, miningHandlers({ ...mining, chain, failWithoutPeers }))
  ];
}
