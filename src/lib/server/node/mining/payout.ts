import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveKeyPair, type KeyPair } from '$lib/wallet/keys/keyring';
import { formatPhrase, seedFromPhrase } from '$lib/wallet/keys/seed';

const FILE = 'miner-phrase';
const ENTROPY_BYTES = 16;
const OWNER_ONLY = 0o600;

/**
 * The key that the daemon's miner API pays: the first of the node's own recovery phrase. The phrase is
 * generated on first use and stored in a file readable by its owner only; a wallet restored from it holds the coins.
 * @param dataDir undefined for an in-memory node, whose coins are lost when it stops
 */
export function payoutKey(dataDir: string | undefined, randomBytes: (length: number) => Uint8Array): KeyPair {
  const fresh = () => formatPhrase(randomBytes(ENTROPY_BYTES));
  const phrase = dataDir === undefined ? fresh() : phraseFromFile(join(dataDir, FILE), fresh);
  return deriveKeyPair(seedFromPhrase(phrase), 0n);
}

function phraseFromFile(path: string, fresh: () => string): string {
  try {
    writeFileSync(path, `${fresh()}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    chmodSync(path, OWNER_ONLY);
  }
  return readFileSync(path, 'utf8').trim();
}
