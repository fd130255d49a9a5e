import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NETWORK_DIALECT, OUR_DIALECT, translateJsonKeys } from '$lib/api/dialect';
import { block as blockJson } from '$lib/api/schemas/blocks';
import { encodeJson } from '$lib/api/schemas/codec';
import { network as networkJson } from '$lib/api/schemas/network';
import type { Block } from '$lib/chain/block/block';
import { publicKeyBytes } from '$lib/chain/keys/keys';
import { derivePublicKey, sign } from '$lib/chain/keys/sign';
import type { Network } from '$lib/chain/network/network';
import { decodeHex, equalBytes } from '$lib/codec/bytes';
import { stringifyJson, type JsonValue } from '$lib/codec/json';
import { verifyHere } from '$lib/server/node/signatures/verifyHere';
import { temporaryFolder } from '../support/temporary';
import { ALICE, BOB } from '../unit/consensus/testChain';

/** Writes the network and its genesis in the servers' file format. @returns the file's path */
export async function networkFile(network: Network, genesis: Block): Promise<string> {
  const written = { network: encodeJson(networkJson, network), genesis: encodeJson(blockJson, genesis) };
  const path = join(temporaryFolder('network'), 'network.json');
  await writeFile(path, stringifyJson(translateJsonKeys(written as JsonValue, OUR_DIALECT, NETWORK_DIALECT)));
  return path;
}

const KEYS = [ALICE, BOB].map((key) => ({ key, publicKey: publicKeyBytes(derivePublicKey(key)) }));

/** Signatures as the network verifies them; zero for keys other than those of ALICE and BOB. */
export const SIGNER = {
  sign: (publicKey: Uint8Array, message: Uint8Array): Uint8Array => {
    const own = KEYS.find((pair) => equalBytes(pair.publicKey, publicKey));
    return own === undefined ? new Uint8Array(64) : decodeHex(sign(own.key, message));
  },
  verify: verifyHere
};
