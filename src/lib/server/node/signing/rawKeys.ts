import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { concatBytes, decodeHex } from '$lib/codec/bytes';

type Curve = 'x25519' | 'ed25519';

// DER prefixes of raw keys (RFC 8410): not every release of Node 24 imports and exports raw keys.
const PRIVATE: Readonly<Record<Curve, Uint8Array>> = {
  x25519: decodeHex('302e020100300506032b656e04220420'),
  ed25519: decodeHex('302e020100300506032b657004220420')
};
const PUBLIC: Readonly<Record<Curve, Uint8Array>> = {
  x25519: decodeHex('302a300506032b656e032100'),
  ed25519: decodeHex('302a300506032b6570032100')
};
const KEY_BYTES = 32;

/** A private key from its 32 bytes, which for ed25519 are the seed. */
export const privateKeyFromRaw = (curve: Curve, raw: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.from(concatBytes(PRIVATE[curve], raw)), format: 'der', type: 'pkcs8' });

/** A public key from its 32 bytes. */
export const publicKeyFromRaw = (curve: Curve, raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.from(concatBytes(PUBLIC[curve], raw)), format: 'der', type: 'spki' });

/** The 32 bytes of the public key that belongs to a private key. */
export const rawPublicKey = (privateKey: KeyObject): Uint8Array =>
  Uint8Array.from(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES));
