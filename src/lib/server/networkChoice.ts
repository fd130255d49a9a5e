import { rmSync } from 'node:fs';
import * as z from 'zod/mini';
import { CHOOSABLE_NETWORKS, type ChoosableNetwork } from '$lib/api/quarry/network';
import { DamagedDataFileError, readDataFile, writeDataFile, type DataFileFormat } from './dataFile';

const FORMAT: DataFileFormat<{ network: ChoosableNetwork }> = {
  version: 1,
  content: z.object({ network: z.enum(CHOOSABLE_NETWORKS) }),
  migrations: { 0: (unnumbered) => unnumbered },
  ifDamaged: 'Choose the network again.',
  ifNewer: 'Start the version that wrote it, or move it elsewhere: the page then asks again which network to join.'
};

/** The network that the user chose on the page, stored beside the networks' folders. */
export interface NetworkChoice {
  /** Undefined before the first choice. */
  readonly network: ChoosableNetwork | undefined;
  /** @returns the function that restores the choice before it */
  choose(network: ChoosableNetwork): () => void;
}

/**
 * @param path its file; a damaged one counts as missing: the page then asks again
 * @throws {DataFileVersionError}
 */
export function openNetworkChoice(path: string): NetworkChoice {
  let chosen = readChoice(path);
  return {
    get network() {
      return chosen;
    },
    choose(network) {
      const before = chosen;
      store(network);
      return () => store(before);
    }
  };

  function store(network: ChoosableNetwork | undefined): void {
    if (network === undefined) rmSync(path, { force: true });
    else writeDataFile(path, FORMAT, { network });
    chosen = network;
  }
}

function readChoice(path: string): ChoosableNetwork | undefined {
  try {
    return readDataFile(path, FORMAT)?.network;
  } catch (error) {
    if (error instanceof DamagedDataFileError) return undefined;
    throw error;
  }
}
