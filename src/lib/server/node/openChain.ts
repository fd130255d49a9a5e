import { existsSync } from 'node:fs';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainIndex } from '$lib/chain/element/elements';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { ChainManager } from './chain/chainManager';
import { pruneBlocks } from './chain/prune';
import { quickCheck, readingChain } from './chain/quickCheck';
import { finishRepair, genesisTimestampOf, repairChain, type RepairOutcome } from './chain/repair';
import { startAtCheckpoint, storedGenesisTimestamp } from './chain/startAtCheckpoint';
import { chainFile, openDirectory, type DataFolderOptions } from './dataFolder';
import { CheckpointConflictError, NoCheckpointError } from './errors';
import { networkPreset, TEST_GENESIS_TIMESTAMP, type NetworkPreset } from './network/presets';
import { askGenesisTimestamp } from './peers/developmentChain';
import { fetchCheckpoint } from './peers/fetchCheckpoint';
import { clearOldVerdicts } from './peers/newRelease';
import type { PeerOptions } from './peers/peerNetwork';
import type { SignatureChecker } from './signatures/signatureChecker';
import { ChainStore } from './store/store';
import { startWriter } from './store/writes/writerThread';

export interface ChainOptions extends DataFolderOptions {
  /** Rebuilds the chain file from its blocks first. */
  readonly repair?: boolean;
  /** Called once it is rebuilt, before it is opened. */
  readonly onRepaired?: (outcome: RepairOutcome) => void;
  /** Connections to other nodes; without them, the node has its own chain. */
  readonly peers?: PeerOptions;
  /** A trusted block that a new chain begins with instead of genesis; it is fetched from peers. */
  readonly checkpoint?: ChainIndex | 'published';
  /** Also verifies signatures up to the published checkpoint of the network. */
  readonly checkAllSignatures?: boolean;
  /** Number of blocks whose bodies are kept; all if undefined. */
  readonly keepBlocks?: number;
}

interface ChainTools {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly signatures: SignatureChecker;
  /** Closes what was opened, also if a later step fails. */
  readonly resources: AsyncDisposableStack;
}

export interface OpenedChain {
  /** Of this chain's files; undefined in memory. */
  readonly directory: string | undefined;
  readonly preset: NetworkPreset;
  readonly store: ChainStore;
  readonly chain: ChainManager;
}

/**
 * Opens the stored chain, or starts one: at the checkpoint if one is given, otherwise at genesis.
 * @throws {DamagedChainError | StoreVersionError}
 * @throws {PeerError} no peer has the checkpoint {@link NoCheckpointError} {@link CheckpointConflictError}
 */
export async function openChain(options: ChainOptions, tools: ChainTools): Promise<OpenedChain> {
  const { clock, signatures, resources } = tools;
  const directory = openDirectory(options);
  const path = directory === undefined ? ':memory:' : chainFile(directory);
  if (directory !== undefined) await repairFile(path, options, tools);
  const store = resources.adopt(
    readingChain(() => new ChainStore(path, startWriter)),
    (store) => store.close()
  );
  const preset = await openPreset(options, store, clock);
  quickCheck(store, preset.network);
  await startNewChain(options, preset, store);
  clearOldVerdicts(store);
  const chain = new ChainManager({
    store,
    ...preset,
    clock,
    signatures,
    assumedValid: preset.checkpoints?.at(-1),
    verifiesAll: options.checkAllSignatures
  });
  if (options.keepBlocks !== undefined) keepPruned(store, chain, options.keepBlocks);
  return { directory, preset, store, chain };
}

/** Finishes an interrupted repair, then does the one that was asked for. */
async function repairFile(
  path: string,
  { network, repair, onRepaired }: ChainOptions,
  { clock, signatures }: ChainTools
): Promise<void> {
  finishRepair(path);
  if (!repair || !existsSync(path)) return;
  const outcome = await repairChain(path, presetOf(network, genesisTimestampOf(path), clock), { clock, signatures });
  onRepaired?.(outcome);
}

/** Removes the bodies of older blocks, now and as the chain grows. */
function keepPruned(store: ChainStore, chain: ChainManager, keepBlocks: number): void {
  while (pruneBlocks(store, chain.tip.height, keepBlocks));
  chain.onTip(({ tip }) => void pruneBlocks(store, tip.height, keepBlocks));
}

/** The preset of the stored chain. A new development chain joins that of the named peers, if any. */
async function openPreset({ network, peers }: ChainOptions, store: ChainStore, clock: () => number) {
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
  { checkpoint, peers }: ChainOptions,
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

/** Whether each new chain of the network has a genesis block of its own. */
export const isDevelopment = (network: ChainOptions['network']): network is 'dev' | 'dev-v1' =>
  network === 'dev' || network === 'dev-v1';

/** Parameters of the stored chain, from its genesis timestamp; a new chain begins now. */
function presetOf(
  network: ChainOptions['network'],
  stored: UnixSeconds | undefined,
  clock: () => number
): NetworkPreset {
  if (typeof network !== 'string') return network;
  const fresh = network === 'test' ? TEST_GENESIS_TIMESTAMP : unixSeconds(Math.floor(clock() / 1000));
  return networkPreset(network, stored ?? fresh);
}
