import { createPrivateKey, createPublicKey } from 'node:crypto';
import { decodeHex } from '$lib/codec/bytes';
import { publicKeyFromBytes, type PublicKey } from '$lib/chain/keys/keys';

// RFC 8410: what stands before the 32 bytes of a private key in PKCS #8.
const PKCS8_PREFIX = decodeHex('302e020100300506032b657004220420');
const KEY_BYTES = 32;

/** The ed25519 public key of 32 private bytes. Hundreds are needed at once: Node's own is ten times the portable one. */
export function hostPublicKey(privateKey: Uint8Array): PublicKey {
  const key = Buffer.concat([PKCS8_PREFIX, privateKey]);
  const spki = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  return publicKeyFromBytes(spki.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES));
}
