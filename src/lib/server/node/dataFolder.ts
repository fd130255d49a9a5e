import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { makeFolder } from '$lib/server/secretFile';
import { forgetRepair } from './chain/repair';
import { deleteFolders } from './host/storage/storage';
import type { NetworkPreset, PresetName } from './network/presets';
import { lockFolder } from './store/folderLock';

/** Where a node stores its data. */
export interface DataFolderOptions {
  /** A preset, or a custom chain. */
  readonly network: PresetName | NetworkPreset;
  /** Directory for the chains and the miner's phrase, or `:memory:`. */
  readonly dataDir: string;
  /** Starts with an empty chain and a new market; the miner's phrase is kept. */
  readonly reset?: boolean;
}

/** Locks the data directory; returns the function that unlocks it. @throws {FolderInUseError} */
export function lockDataFolder({ dataDir }: Pick<DataFolderOptions, 'dataDir'>): () => void {
  if (dataDir === ':memory:') return () => undefined;
  makeFolder(dataDir);
  return lockFolder(dataDir);
}

/** Each chain has its own directory in the data directory. */
export const chainDirectory = (dataDir: string, network: DataFolderOptions['network']): string =>
  join(dataDir, typeof network === 'string' ? network : folderOf(network));

/** The chain's database in its directory. */
export const chainFile = (directory: string): string => join(directory, 'chain.sqlite');

/** Creates the chain's directory, or with `reset` empties it; undefined in memory. */
export function openDirectory({ dataDir, network, reset }: DataFolderOptions): string | undefined {
  if (dataDir === ':memory:') return undefined;
  const directory = chainDirectory(dataDir, network);
  makeFolder(directory);
  if (reset) {
    deleteFolders(join(directory, 'host.sqlite'));
    forgetRepair(chainFile(directory));
    for (const name of ['chain', 'market', 'host']) {
      for (const suffix of ['', '-wal', '-shm']) rmSync(join(directory, `${name}.sqlite${suffix}`), { force: true });
    }
  }
  return directory;
}

/** A custom chain is identified by its genesis block: networks of the same name may have different rules. */
const folderOf = ({ network, genesis }: NetworkPreset): string =>
  `${network.name}-${blockId(blockHeaderOf(genesis)).slice(0, 8)}`;
