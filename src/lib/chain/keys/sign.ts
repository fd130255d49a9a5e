import * as ed25519 from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { encodeHex } from '$lib/codec/bytes';
import { publicKeyFromBytes, type PrivateKey, type PublicKey, type Signature } from './keys';

// The library's synchronous functions require the caller to supply SHA-512.
ed25519.hashes.sha512 = sha512;

/** The public key that belongs to a 32-byte private key. */
export const derivePublicKey = (privateKey: PrivateKey): PublicKey =>
  publicKeyFromBytes(ed25519.getPublicKey(privateKey));

/** Deterministic ed25519 signature (RFC 8032) of a message. */
export const sign = (privateKey: PrivateKey, message: Uint8Array): Signature =>
  encodeHex(ed25519.sign(message, privateKey)) as Signature;
