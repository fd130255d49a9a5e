import type { Brand } from '$lib/codec/brand';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { hexText, type Layout } from '$lib/codec/layout';

/** `ed25519:` and 64 lower-case hexadecimal characters. */
export type PublicKey = Brand<string, 'PublicKey'>;
/** The 32-byte ed25519 seed of a key pair (RFC 8032 5.1.5). Never in JSON, never logged. */
export type PrivateKey = Brand<Uint8Array, 'PrivateKey'>;
/** An ed25519 signature, 128 lower-case hexadecimal characters. */
export type Signature = Brand<string, 'Signature'>;

const PUBLIC_KEY_PREFIX = 'ed25519:';

/** The public key from its 32 bytes. */
export const publicKeyFromBytes = (bytes: Uint8Array): PublicKey =>
  `${PUBLIC_KEY_PREFIX}${encodeHex(bytes)}` as PublicKey;
/** The 32 bytes of a public key. */
export const publicKeyBytes = (key: PublicKey): Uint8Array<ArrayBuffer> =>
  decodeHex(key.slice(PUBLIC_KEY_PREFIX.length));

/** On the wire a public key is its 32 bytes. */
export const publicKey32: Layout<PublicKey> = {
  write: (w, key) => w.hex(key, 32, PUBLIC_KEY_PREFIX.length),
  read: (r) => `${PUBLIC_KEY_PREFIX}${r.hex(32)}` as PublicKey
};
export const signature64: Layout<Signature> = hexText(64);

/** Placeholder for signatures in preimages that exclude them. */
export const ZERO_SIGNATURE = '0'.repeat(128) as Signature;
