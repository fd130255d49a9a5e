import { randomBytes as systemRandomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Alert } from '$lib/api/daemon/daemon';
import { UnreachableError } from '$lib/api/http/errors';
import type { HttpRequest, HttpResponse } from '$lib/api/http/message';
import type { Fetch } from '$lib/api/http/transport';
import type { Address } from '$lib/chain/address';
import type { ChainIndex } from '$lib/chain/element/elements';
import { installFastHash } from '$lib/chain/fastHash';
import { publicNetwork } from '$lib/chain/network/publicNetworks';
import { addressOfKey } from '$lib/wallet/keys/account';
import { fetchFrom } from '../http/fetchMessages';
import { secretFromFile } from '../secretFile';
import { effectiveLimits } from './daemon/speedLimits';
import { lockDataFolder } from './dataFolder';
import type { NodeFigures } from './figures';
import { openSimulatedMarket } from './handlers/simulatedMarket';
import { RewardPurse } from './mining/nodeRewards';
import { openMining, type Mining } from './mining/openMining';
import { payoutKey } from './mining/payout';
import type { NetworkPreset } from './network/presets';
import { isDevelopment, openChain, type ChainOptions, type OpenedChain } from './openChain';
import { developmentVersion } from './peers/developmentChain';
import { freeBytes, nodeAlerts } from './peers/nodeAlerts';
import { PeerNetwork, type PeerNetworkParts, type PeerOptions } from './peers/peerNetwork';
import { TransactionPool } from './pool/transactionPool';
import { serveApis, type ApiOptions } from './serveApis';
import { SignatureChecker } from './signatures/signatureChecker';
import { SignatureWorkers } from './signatures/signatureWorkers';
import { SeedVault } from './signing/seedVault';
import { minedEvent, receiptsOf, type NodeEvent } from './wallet/nodeEvents';
import { poolOutputs } from './wallet/poolView';

const SECRET_BYTES = 32;

export interface NodeOptions extends ChainOptions, ApiOptions {
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly randomBytes?: (length: number) => Uint8Array;
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
  const { clock = Date.now, randomBytes = systemRandomBytes, onEvent } = options;
  await installFastHash();
  const workers = resources.adopt(new SignatureWorkers(), (workers) => workers.close());
  const signatures = new SignatureChecker((checks) => workers.verify(checks));
  const { directory, preset, store, chain } = await openChain(options, { clock, signatures, resources });
  const pool = resources.adopt(new TransactionPool({ store, chain, signatures }), (pool) => pool.close());
  const keyPair = payoutKey(directory, randomBytes);
  const payoutAddress = addressOfKey(keyPair.publicKey, 'uc');
  const mining = openMining({
    ...{ store, chain, pool, payoutAddress, clock, randomBytes },
    onMined: ({ id, height, block }) => onEvent?.(minedEvent(id, height, block))
  });
  if (onEvent) chain.onTip((change) => receiptsOf(store, change, clock()).forEach(onEvent));

  const startedMs = clock();
  // On a network with real coins, simulated hosts and contracts would be misleading.
  const isPublic = publicNetwork(chain.genesisId) !== undefined;
  const simulated = isPublic
    ? undefined
    : resources.adopt(
        openSimulatedMarket({ store, chain, pool, directory, address: payoutAddress, startedMs }),
        (market) => market.close()
      );
  const vault = resources.adopt(openVault(options.dataDir, clock), (vault) => vault.close());
  const peers = options.peers && createPeers(options, options.peers, preset, { store, chain, pool, clock });

  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      // First what writes to the others.
      await peers?.stop();
      await mining.cpuMiner.stop();
      await workers.close();
      await resources.disposeAsync();
    })());

  const ownAlerts = () => readAlerts({ store, directory }, peers);
  const serve = serveApis(options, {
    ...{ store, chain, pool, signatures, clock, startedMs, mining, simulated, vault, peers },
    nodeAlerts: ownAlerts,
    genesisTimestamp: preset.genesis.timestamp,
    stop: () => void close().then(options.onStop)
  });
  const answer = async (request: HttpRequest): Promise<HttpResponse> => {
    const { method, path } = request;
    // Like a stopped daemon, which no longer listens.
    if (closing) throw new UnreachableError({ method, path });
    return serve(request);
  };

  try {
    await peers?.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    simulatesMarket: simulated !== undefined,
    payoutAddress,
    rewards: new RewardPurse({
      ...{ store, chain, pool, keyPair },
      spentInPool: (address) => poolOutputs(pool, chain).spentOf(address)
    }),
    peers,
    get tip() {
      return chain.tip;
    },
    figures: () => readFigures({ store, chain, pool, directory, preset, mining, peers }),
    alerts: async () => [...(await ownAlerts()), ...((await simulated?.market.alerts()) ?? [])],
    onTip: (listener) => chain.onTip(({ tip }) => listener(tip)),
    onBetterWork: (listener) => mining.templates.onComplete(listener),
    close,
    answer,
    fetch: fetchFrom(answer)
  };
}

/** The connections to other nodes, not started yet. */
function createPeers(
  { network }: NodeOptions,
  options: PeerOptions,
  { genesis, bootstrapPeers }: NetworkPreset,
  parts: Pick<PeerNetworkParts, 'store' | 'chain' | 'pool' | 'clock'>
): PeerNetwork {
  const { settings } = parts.store;
  return new PeerNetwork({
    ...parts,
    options,
    bootstrapPeers,
    limits: {
      download: () => Number(effectiveLimits(settings).maxDownloadSpeed),
      upload: () => Number(effectiveLimits(settings).maxUploadSpeed)
    },
    version: isDevelopment(network) ? developmentVersion(network, genesis.timestamp) : undefined
  });
}

/** Alerts of the node itself, without those of its simulated market. */
async function readAlerts(
  { store, directory }: Pick<OpenedChain, 'store' | 'directory'>,
  peers: PeerNetwork | undefined
): Promise<Alert[]> {
  const isFolderGone = !store.isInPlace;
  const free = directory === undefined || isFolderGone ? undefined : await freeBytes(directory);
  const linked = peers?.mode === 'stopped' ? undefined : peers;
  return nodeAlerts({
    peers: linked && { aloneMs: linked.aloneMs, trouble: linked.trouble, failures: linked.failures },
    freeBytes: free,
    isFolderGone
  });
}

interface MeasuredParts extends OpenedChain {
  readonly pool: TransactionPool;
  readonly mining: Mining;
  readonly peers: PeerNetwork | undefined;
}

async function readFigures(parts: MeasuredParts): Promise<NodeFigures> {
  const { store, chain, pool, directory, mining, peers } = parts;
  return {
    height: chain.tip.height,
    headersHeight: peers?.headers?.height,
    tipTimestamp: chain.state.prevTimestamps[0]!,
    poolTransactions: pool.count,
    poolWeight: pool.weight,
    freeBytes: directory === undefined ? undefined : await freeBytes(directory).catch(() => undefined),
    minedBlocks: store.mined.count(),
    hashesPerSecond: mining.cpuMiner.hashesPerSecond,
    peers: peers && peerFigures(peers)
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

/** Seeds are independent of chains: their file is outside the chains' directories and survives a reset. */
function openVault(dataDir: string, clock: () => number): SeedVault {
  if (dataDir === ':memory:') return new SeedVault(dataDir, systemRandomBytes(SECRET_BYTES).toString('hex'), clock);
  const secret = secretFromFile(join(dataDir, 'signing-secret'), SECRET_BYTES);
  return new SeedVault(join(dataDir, 'seeds.sqlite'), secret, clock);
}
