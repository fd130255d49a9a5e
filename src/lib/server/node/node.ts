import { randomBytes as systemRandomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { agentName, authRealm, OUR_DIALECT, type Dialect } from '$lib/api/dialect';
import { boundedRoutes } from '$lib/api/daemon/boundedRoutes';
import { daemonRoutes, type Alert } from '$lib/api/daemon/daemon';
import { gatewayRoutes } from '$lib/api/daemon/gateway';
import { minerRoutes } from '$lib/api/daemon/miner';
import { printingConsensusRoutes } from '$lib/api/daemon/printedBlock';
import { UnreachableError } from '$lib/api/http/errors';
import { miningRoutes } from '$lib/api/mining-server/routes';
import { signingServerRoutes, SIGNING_SERVER_PREFIX } from '$lib/api/signing-server/routes';
import { walletServerRoutes, WALLET_SERVER_PREFIX } from '$lib/api/wallet-server/routes';
import type { Address } from '$lib/chain/address';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { installFastHash } from '$lib/chain/fastHash';
import type { ChainIndex } from '$lib/chain/element/elements';
import { publicNetwork } from '$lib/chain/network/publicNetworks';
import { nonceFactorAt } from '$lib/chain/network/rewards';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { childHeight } from '$lib/consensus/state';
import { addressOfKey } from '$lib/wallet/keys/account';
import { secretFromFile } from '../secretFile';
import { serveDialect } from '../dialect/serveDialect';
import { fetchFrom } from '../http/fetchMessages';
import type { HttpRequest, HttpResponse } from '$lib/api/http/message';
import type { Fetch } from '$lib/api/http/transport';
import { CheckpointConflictError, NoCheckpointError } from './errors';
import type { NodeFigures } from './figures';
import { ChainManager } from './chain/chainManager';
import { pruneBlocks } from './chain/prune';
import { quickCheck, readingChain } from './chain/quickCheck';
import { finishRepair, forgetRepair, genesisTimestampOf, repairChain } from './chain/repair';
import { startAtCheckpoint, storedGenesisTimestamp } from './chain/startAtCheckpoint';
import { BlockTemplates } from './mining/blockTemplates';
import { CpuMiner } from './mining/cpuMiner';
import { effectiveLimits } from './daemon/speedLimits';
import { consensusHandlers } from './handlers/consensus';
import { daemonHandlers } from './handlers/daemon';
import { gatewayHandlers } from './handlers/gateway';
import { minerHandlers } from './handlers/miner';
import { miningHandlers } from './handlers/mining';
import { openSimulatedMarket } from './handlers/simulatedMarket';
import { signingHandlers } from './handlers/signing';
import { walletServerHandlers } from './handlers/walletServer';
import { HeaderCache } from './mining/headerCache';
import { createDaemonRouter } from './http/daemonRouter';
import { moduleOf } from './http/tables';
import { createWalletRouter } from './http/walletRouter';
import { deleteFolders } from './host/storage/storage';
import { networkPreset, TEST_GENESIS_TIMESTAMP, type NetworkPreset, type PresetName } from './network/presets';
import { RewardPurse } from './mining/nodeRewards';
import { payoutKey } from './mining/payout';
import { minedEvent, receiptsOf, type NodeEvent } from './wallet/nodeEvents';
import { poolOutputs } from './wallet/poolView';
import { Reservations } from './wallet/reservations';
import { askGenesisTimestamp, developmentVersion } from './peers/developmentChain';
import { fetchCheckpoint } from './peers/fetchCheckpoint';
import { freeBytes, nodeAlerts } from './peers/nodeAlerts';
import { clearOldVerdicts } from './peers/newRelease';
import { PeerNetwork, type PeerOptions } from './peers/peerNetwork';
import { SignatureChecker } from './signatures/signatureChecker';
import { SignatureWorkers } from './signatures/signatureWorkers';
import { SeedVault } from './signing/seedVault';
import { lockFolder } from './store/folderLock';
import { ChainStore } from './store/store';
import { createSubmissions } from './mining/submission';
import { TransactionPool } from './pool/transactionPool';

const SECRET_BYTES = 32;
const CHAIN_FILE = 'chain.sqlite';

export interface NodeOptions {
  /** A preset, or a custom chain. */
  readonly network: PresetName | NetworkPreset;
  /** Directory for the chain and the miner's phrase, or `:memory:`. */
  readonly dataDir: string;
  /** API password. */
  readonly password: string;
  /** Starts with an empty chain and a new market; the miner's phrase is kept. */
  readonly reset?: boolean;
  /** Rebuilds the chain file from its blocks first. */
  readonly repair?: boolean;
  /** Prefix of all names in requests and responses; Quarry's own by default. */
  readonly dialect?: Dialect;
  /** Required substring of User-Agent; empty disables the check. */
  readonly agent?: string;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly randomBytes?: (length: number) => Uint8Array;
  /** Responds 500 to accepted broadcasts, as a wallet server without peers does; the default is 200. */
  readonly failWithoutPeers?: boolean;
  /** Connections to other nodes; without them, the node has its own chain. */
  readonly peers?: PeerOptions;
  /** A trusted block that a new chain begins with instead of genesis; it is fetched from peers. */
  readonly checkpoint?: ChainIndex | 'published';
  /** Also verifies signatures up to the published checkpoint of the network. */
  readonly checkAllSignatures?: boolean;
  /** Number of blocks whose bodies are kept; all if undefined. */
  readonly keepBlocks?: number;
  /** Called with blocks mined here, and with payments to watched addresses. */
  readonly onEvent?: (event: NodeEvent) => void;
  /** Called after `/daemon/stop` closed the node. */
  readonly onStop?: () => void;
}

/** The embedded node: a function from request to response that serves the daemon, wallet and signing server APIs. */
export interface EmbeddedNode {
  answer(request: HttpRequest): Promise<HttpResponse>;
  /** The same for clients in this process. */
  readonly fetch: Fetch;
  /** Payout address of headers from `/miner/header`. */
  readonly payoutAddress: Address;
  /** The rewards mined to it. */
  readonly rewards: RewardPurse;
  readonly tip: ChainIndex;
  /** Whether hosts, contracts and renters are simulated; public networks have none. */
  readonly simulatesMarket: boolean;
  /** The connections to other nodes, if any. */
  readonly peers: PeerNetwork | undefined;
  /** Metrics for monitoring. */
  figures(): Promise<NodeFigures>;
  /** Alerts of the node and of its simulated market. */
  alerts(): Promise<Alert[]>;
  /** Calls the listener after every change of the tip; returns the unsubscribe function. */
  onTip(listener: (tip: ChainIndex) => void): () => void;
  /** Calls the listener when there is better work on the same tip than before; returns the unsubscribe function. */
  onBetterWork(listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Opens the node in its data directory and creates a chain if there is none.
 * @throws {FolderInUseError | DamagedChainError | StoreVersionError}
 */
export async function createNode(options: NodeOptions): Promise<EmbeddedNode> {
  const resources = new AsyncDisposableStack();
  resources.defer(lockDataFolder(options));
  try {
    return await openNode(options, resources);
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/** @param resources what must be closed, also if a later step fails: the process may go on with another node */
async function openNode(options: NodeOptions, resources: AsyncDisposableStack): Promise<EmbeddedNode> {
  const { password, dialect = OUR_DIALECT, clock = Date.now, randomBytes = systemRandomBytes } = options;
  const agent = options.agent ?? agentName(dialect);
  await installFastHash();
  const directory = openDirectory(options);
  const workers = resources.adopt(new SignatureWorkers(), (workers) => workers.close());
  const signatures = new SignatureChecker((checks) => workers.verify(checks));
  const path = directory === undefined ? ':memory:' : join(directory, CHAIN_FILE);
  if (directory !== undefined) finishRepair(path);
  if (options.repair && existsSync(path)) {
    await repairChain(path, presetOf(options.network, genesisTimestampOf(path), clock), { clock, signatures });
  }
  const store = resources.adopt(
    readingChain(() => new ChainStore(path)),
    (store) => store.close()
  );
  const preset = await openPreset(options, store, clock);
  const { genesis } = preset;
  quickCheck(store, preset.network);
  await startNewChain(options, preset, store);
  clearOldVerdicts(store);

  const assumedValid = preset.checkpoints?.at(-1);
  const verifiesAll = options.checkAllSignatures;
  const chain = new ChainManager({ store, ...preset, clock, signatures, assumedValid, verifiesAll });
  const { keepBlocks } = options;
  if (keepBlocks !== undefined) {
    while (pruneBlocks(store, chain.tip.height, keepBlocks));
    chain.onTip(({ tip }) => void pruneBlocks(store, tip.height, keepBlocks));
  }
  const pool = resources.adopt(new TransactionPool({ store, chain, signatures }), (pool) => pool.close());
  const keyPair = payoutKey(directory, randomBytes);
  const payout = addressOfKey(keyPair.publicKey, 'uc');
  const templates = new BlockTemplates({ chain, pool, clock, now: () => performance.now() });
  const headers = new HeaderCache({ chain, templates, payoutAddress: payout, clock, randomBytes });
  const { onEvent } = options;
  const submissions = createSubmissions({
    store,
    chain,
    pool,
    headers,
    onMined: ({ id, height, block }) => onEvent?.(minedEvent(id, height, block))
  });
  if (onEvent) chain.onTip((change) => receiptsOf(store, change, clock()).forEach(onEvent));
  const cpuMiner = new CpuMiner({
    getWork: () => headers.next(),
    nonceFactor: () => nonceFactorAt(chain.network, childHeight(chain.state)),
    submit: (header) => submissions.header(header, 'cpu-miner'),
    now: () => performance.now()
  });
  chain.onTip(() => cpuMiner.newWork());
  templates.onComplete(() => cpuMiner.newWork());

  const startedMs = clock();
  // On a network with real coins, simulated hosts and contracts would be misleading.
  const isPublic = publicNetwork(chain.genesisId) !== undefined;
  const simulated = isPublic
    ? undefined
    : resources.adopt(openSimulatedMarket({ store, chain, pool, directory, address: payout, startedMs }), (market) =>
        market.close()
      );

  const vault = resources.adopt(openVault(options.dataDir, clock), (vault) => vault.close());
  const peers =
    options.peers &&
    new PeerNetwork({
      store,
      chain,
      pool,
      clock,
      options: options.peers,
      bootstrapPeers: preset.bootstrapPeers,
      limits: {
        download: () => Number(effectiveLimits(store.settings).maxDownloadSpeed),
        upload: () => Number(effectiveLimits(store.settings).maxUploadSpeed)
      },
      version: peerVersion(options.network, genesis)
    });

  const ownAlerts = async () => {
    const isFolderGone = !store.isInPlace;
    const free = directory === undefined || isFolderGone ? undefined : await freeBytes(directory);
    const linked = peers?.mode === 'stopped' ? undefined : peers;
    return nodeAlerts({
      peers: linked && { aloneMs: linked.aloneMs, trouble: linked.trouble, failures: linked.failures },
      freeBytes: free,
      isFolderGone
    });
  };

  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      // First what writes to the others.
      await peers?.stop();
      await cpuMiner.stop();
      await workers.close();
      await resources.disposeAsync();
    })());

  const parts = {
    store,
    chain,
    pool,
    signatures,
    clock,
    startedMs,
    genesisTimestamp: genesis.timestamp,
    reservations: new Reservations(clock),
    failWithoutPeers: options.failWithoutPeers,
    peers
  };
  const settings = store.settings;
  const daemonRouter = createDaemonRouter({
    agent,
    password,
    realm: authRealm(dialect),
    modules: [
      moduleOf(boundedRoutes(printingConsensusRoutes), consensusHandlers(parts)),
      moduleOf(
        boundedRoutes(daemonRoutes),
        daemonHandlers({
          network: chain.network,
          genesisTimestamp: genesis.timestamp,
          settings,
          market: simulated?.market,
          nodeAlerts: ownAlerts,
          stop: () => void close().then(options.onStop)
        })
      ),
      moduleOf(boundedRoutes(gatewayRoutes), gatewayHandlers({ settings, startedMs, peers })),
      ...(simulated?.modules ?? []),
      moduleOf(minerRoutes, minerHandlers({ mined: store.mined, headers, submissions, cpuMiner }))
    ]
  });
  const wallet = createWalletRouter({
    modules: [
      moduleOf(walletServerRoutes, walletServerHandlers(parts)),
      moduleOf(miningRoutes, miningHandlers({ ...parts, templates, submissions, payoutAddress: payout }))
    ],
    password,
    dialect
  });
  const signing = createWalletRouter({
    modules: [moduleOf(signingServerRoutes, signingHandlers({ vault, chain }))],
    password,
    dialect
  });
  const daemon = serveDialect(dialect, daemonRouter);

  const answer = async (request: HttpRequest): Promise<HttpResponse> => {
    const { method, path } = request;
    // Like a stopped daemon, which no longer listens.
    if (closing) throw new UnreachableError({ method, path });
    if (path.startsWith(`${WALLET_SERVER_PREFIX}/`)) return wallet(request, path.slice(WALLET_SERVER_PREFIX.length));
    if (path.startsWith(`${SIGNING_SERVER_PREFIX}/`)) return signing(request, path.slice(SIGNING_SERVER_PREFIX.length));
    return daemon(request);
  };

  try {
    await peers?.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    simulatesMarket: simulated !== undefined,
    payoutAddress: payout,
    rewards: new RewardPurse({
      store,
      chain,
      pool,
      keyPair,
      spentInPool: (address) => poolOutputs(pool, chain).spentOf(address)
    }),
    peers,
    get tip() {
      return chain.tip;
    },
    figures: async () => ({
      height: chain.tip.height,
      headersHeight: peers?.headers?.height,
      tipTimestamp: chain.state.prevTimestamps[0] ?? genesis.timestamp,
      poolTransactions: pool.count,
      poolWeight: pool.weight,
      freeBytes: directory === undefined ? undefined : await freeBytes(directory).catch(() => undefined),
      minedBlocks: store.mined.count(),
      hashesPerSecond: cpuMiner.hashesPerSecond,
      peers: peers && peerFigures(peers)
    }),
    alerts: async () => [...(await ownAlerts()), ...((await simulated?.market.alerts()) ?? [])],
    onTip: (listener) => chain.onTip(({ tip }) => listener(tip)),
    onBetterWork: (listener) => templates.onComplete(listener),
    close,
    answer,
    fetch: fetchFrom(answer)
  };
}

function peerFigures({ peers, traffic }: PeerNetwork): NodeFigures['peers'] {
  const inbound = peers.filter((peer) => peer.inbound).length;
  return {
    inbound,
    outbound: peers.length - inbound,
    receivedBytes: traffic.received,
    sentBytes: traffic.sent
  };
}

/** Each chain has its own directory in the data directory. */
export const chainDirectory = (dataDir: string, network: NodeOptions['network']): string =>
  join(dataDir, typeof network === 'string' ? network : folderOf(network));

function openDirectory({ dataDir, network, reset }: NodeOptions): string | undefined {
  if (dataDir === ':memory:') return undefined;
  const directory = chainDirectory(dataDir, network);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (reset) {
    deleteFolders(join(directory, 'host.sqlite'));
    forgetRepair(join(directory, CHAIN_FILE));
    for (const name of ['chain', 'market', 'host']) {
      for (const suffix of ['', '-wal', '-shm']) rmSync(join(directory, `${name}.sqlite${suffix}`), { force: true });
    }
  }
  return directory;
}

/** A custom chain is identified by its genesis block: networks of the same name may have different rules. */
const folderOf = ({ network, genesis }: NetworkPreset): string =>
  `${network.name}-${blockId(blockHeaderOf(genesis)).slice(0, 8)}`;

/** Seeds are independent of chains: their file is outside the chains' directories and survives a reset. */
function openVault(dataDir: string, clock: () => number): SeedVault {
  if (dataDir === ':memory:') return new SeedVault(dataDir, systemRandomBytes(SECRET_BYTES).toString('hex'), clock);
  const secret = secretFromFile(join(dataDir, 'signing-secret'), SECRET_BYTES);
  return new SeedVault(join(dataDir, 'seeds.sqlite'), secret, clock);
}

/** Locks the data directory; returns the function that unlocks it. */
function lockDataFolder({ dataDir }: NodeOptions): () => void {
  if (dataDir === ':memory:') return () => undefined;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return lockFolder(dataDir);
}

/** The preset of the stored chain. A new development chain joins that of the named peers, if any. */
async function openPreset({ network, peers }: NodeOptions, store: ChainStore, clock: () => number) {
  const stored = readingChain(() => storedGenesisTimestamp(store));
  if (stored === undefined && isDevelopment(network) && peers && peers.peers.length > 0) {
    return networkPreset(network, await askGenesisTimestamp(peers.peers, network));
  }
  return presetOf(network, stored, clock);
}

/**
 * Starts a new chain at the checkpoint, if one is given; otherwise, {@link ChainManager} starts it at genesis. A stored
 * chain continues.
 * @throws {PeerError} no peer has the checkpoint {@link NoCheckpointError} {@link CheckpointConflictError}
 */
async function startNewChain(
  { checkpoint, peers }: NodeOptions,
  { network, genesis, bootstrapPeers = [], checkpoints = [] }: NetworkPreset,
  store: ChainStore
): Promise<void> {
  if (checkpoint === undefined) return;
  const trusted = checkpoint === 'published' ? checkpoints.at(-1) : checkpoint;
  if (store.blocks.tip() !== undefined) return trusted && requireOnChain(store, trusted);
  if (trusted === undefined) throw new NoCheckpointError(`${network.name} has no published checkpoint`);
  const source = {
    network,
    genesisId: blockId(blockHeaderOf(genesis)),
    peers: [...(peers?.peers ?? []), ...(peers?.discover ? bootstrapPeers : [])]
  };
  startAtCheckpoint(store, await fetchCheckpoint(trusted, source), genesis.timestamp);
}

/** A stored chain must not silently take precedence over a trusted block. @throws {CheckpointConflictError} */
function requireOnChain(store: ChainStore, { height, id }: ChainIndex): void {
  const stored = store.blocks.bestAt(height);
  if (stored === undefined || stored === id) return;
  const problem = `the stored chain has block ${stored} at height ${height}, which is not that of QUARRY_CHECKPOINT`;
  throw new CheckpointConflictError(
    `${problem}. Start without it to continue this chain, or with --reset to start over from it.`
  );
}

const isDevelopment = (network: NodeOptions['network']): network is 'dev' | 'dev-v1' =>
  network === 'dev' || network === 'dev-v1';

const peerVersion = (
  network: NodeOptions['network'],
  { timestamp }: { readonly timestamp: UnixSeconds }
): string | undefined => (isDevelopment(network) ? developmentVersion(network, timestamp) : undefined);

/** Parameters of the stored chain, from its genesis timestamp; a new chain begins now. */
function presetOf(
  network: NodeOptions['network'],
  stored: UnixSeconds | undefined,
  clock: () => number
): NetworkPreset {
  if (typeof network !== 'string') return network;
  const fresh = network === 'test' ? TEST_GENESIS_TIMESTAMP : unixSeconds(Math.floor(clock() / 1000));
  return networkPreset(network, stored ?? fresh);
}
