import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '$lib/chain/address';
import { standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { formatPhrase, seedFromPhrase } from '$lib/wallet/keys/seed';

const FILE = 'miner-phrase';
const ENTROPY_BYTES = 16;
const OWNER_ONLY = 0o600;

/**
 * Where the coins go that are mined through the daemon's API: the first address of a recovery phrase of the node's own.
 * The phrase is made on first use and kept in a file only its owner may read; entered in a wallet, it gives the coins.
 * @param dataDir undefined when nothing is kept: then the coins are lost with the node
 */
export function payoutAddress(dataDir: string | undefined, randomBytes: (length: number) => Uint8Array): Address {
  const fresh = () => formatPhrase(randomBytes(ENTROPY_BYTES));
  const phrase = dataDir === undefined ? fresh() : phraseFromFile(join(dataDir, FILE), fresh);
  return unlockHash(standardUnlockConditions(deriveKeyPair(seedFromPhrase(phrase), 0n).publicKey));
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
