import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { publicKeyFromBytes } from '$lib/chain/keys/keys';
import { secretTextFromFile } from '$lib/server/secretFile';
import { derivePrivateKey, type KeyPair } from '$lib/wallet/keys/keyring';
import { formatPhrase, seedFromPhrase, type Seed } from '$lib/wallet/keys/seed';
import { privateKeyFromRaw, rawPublicKey } from '../signing/rawKeys';
import { DamagedFileError } from '../store/smallDatabase';

const FILE = 'miner-phrase';
const ENTROPY_BYTES = 16;
const IF_DAMAGED =
  'It holds the key of the coins that were mined to the node. Restore a copy of it; without one, move it elsewhere: Quarry then creates a new one, and those coins can be spent only with the old phrase.';

/**
 * The key that the daemon's miner API pays to: the first of the node's own recovery phrase. The phrase is generated on
 * first use and stored in a file readable by its owner only; a wallet restored from it holds the coins.
 * @param dataDir undefined for an in-memory node, whose coins are lost when it stops
 * @throws {DamagedFileError} the file holds no recovery phrase
 */
export function payoutKey(dataDir: string | undefined, randomBytes: (length: number) => Uint8Array): KeyPair {
  const fresh = () => formatPhrase(randomBytes(ENTROPY_BYTES));
  const seed = dataDir === undefined ? seedFromPhrase(fresh()) : seedFromFile(join(dataDir, FILE), fresh);
  const privateKey = derivePrivateKey(seed, 0n);
  // By node:crypto: the tables of the JavaScript library would take a fifth of the processor time of a start.
  return { privateKey, publicKey: publicKeyFromBytes(rawPublicKey(privateKeyFromRaw('ed25519', privateKey))) };
}

function seedFromFile(path: string, fresh: () => string): Seed {
  // Reveals neither the words nor what is wrong with them, because this is logged.
  const damaged = () => new DamagedFileError(path, 'no recovery phrase', IF_DAMAGED);
  const phrase = secretTextFromFile(path, () => {
    // One that lost its content is not replaced without a word: coins depend on it.
    if (existsSync(path)) throw damaged();
    return fresh();
  });
  try {
    return seedFromPhrase(phrase);
  } catch {
    throw damaged();
  }
}
