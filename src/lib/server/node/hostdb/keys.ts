import { createPrivateKey, createPublicKey } from 'node:crypto';
import { decodeHex } from '$lib/codec/bytes';
import { publicKeyFromBytes, type PublicKey } from '$lib/chain/keys/keys';

// RFC 8410: PKCS #8 prefix of a 32-byte private key.
const PKCS8_PREFIX = decodeHex('302e020100300506032b657004220420');
const KEY_BYTES = 32;

/** The ed25519 public key of a 32-byte private key. Uses Node's crypto, ten times as fast as the portable code. */
export function hostPublicKey(privateKey: Uint8Array): PublicKey {
  const key = Buffer.concat([PKCS8_PREFIX, privateKey]);
  const spki = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  return publicKeyFromBytes(spki.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES));
}
