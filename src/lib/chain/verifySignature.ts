import { Point } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, encodeHex, equalBytes } from '../codec/bytes';

const littleEndian = (bytes: Uint8Array): bigint => BigInt(`0x${encodeHex(bytes.toReversed())}`);

const GROUP_ORDER = Point.CURVE().n;

/**
 * The network's verdict on an ed25519 signature, which is that of Go's crypto/ed25519 and part of consensus: any
 * encoding of a point is accepted as key (small order and y at or above p included), S must be below the group order,
 * and [S]B - [k]A must encode to exactly the bytes of R, without multiplying by the cofactor. Libraries' own
 * verification differs, `verify` of @noble/ed25519 in both its modes included.
 * @param publicKey 32 bytes; @param signature 64 bytes; another length is no valid signature
 */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const r = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  if (s >= GROUP_ORDER) return false;
  const key = decodePoint(publicKey);
  if (key === undefined) return false;
  const k = littleEndian(sha512(concatBytes(r, publicKey, message))) % GROUP_ORDER;
  // Nothing here is secret, so the faster variable-time multiplication will do.
  const expected = Point.BASE.multiply(s, false).subtract(key.multiply(k, false));
  return equalBytes(expected.toBytes(), r);
}

/** ZIP 215 decoding takes the same set of encodings as Go: y modulo p, either sign of x = 0. */
function decodePoint(bytes: Uint8Array): Point | undefined {
  try {
    return Point.fromBytes(bytes, true);
  } catch {
    return undefined;
  }
}
