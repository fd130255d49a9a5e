import { Point } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, encodeHex, equalBytes } from '$lib/codec/bytes';

const littleEndian = (bytes: Uint8Array): bigint => BigInt(`0x${encodeHex(bytes.toReversed())}`);

const GROUP_ORDER = Point.CURVE().n;

/**
 * Verifies an ed25519 signature by the rules of Go's crypto/ed25519, which are part of consensus: any encoding of a
 * point is accepted as a key (including small order, and y at or above p), S must be below the group order, and [S]B -
 * [k]A must encode to exactly the bytes of R, without multiplying by the cofactor. Other libraries verify differently,
 * including both modes of `verify` in @noble/ed25519.
 * @param publicKey 32 bytes; other lengths are invalid
 * @param signature 64 bytes; other lengths are invalid
 */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const r = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  if (s >= GROUP_ORDER) return false;
  const key = decodePoint(publicKey);
  if (key === undefined) return false;
  const k = littleEndian(sha512(concatBytes(r, publicKey, message))) % GROUP_ORDER;
  // No secrets are involved, so the faster variable-time multiplication is safe.
  const expected = Point.BASE.multiply(s, false).subtract(key.multiply(k, false));
  return equalBytes(expected.toBytes(), r);
}

/** ZIP 215 decoding accepts the same encodings as Go: y modulo p, either sign of x = 0. */
function decodePoint(bytes: Uint8Array): Point | undefined {
  try {
    return Point.fromBytes(bytes, true);
  } catch {
    return undefined;
  }
}

/** y of the points of order 1, 2, 4 and 8, as 32 little-endian bytes without the sign bit; also y + p where it fits. */
const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
  '0100000000000000000000000000000000000000000000000000000000000000',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'
]);

const SMALL_ORDER_FIRST = new Set(Array.from(SMALL_ORDER_Y, (y) => parseInt(y.slice(0, 2), 16)));

function hasSmallOrder(point: Uint8Array): boolean {
  // Fast path: called for every signature, and the first byte almost always decides.
  if (!SMALL_ORDER_FIRST.has(point[0]!)) return false;
  // A copy: slice() of a subclass such as Node's Buffer would not be one.
  const y = Uint8Array.from(point.subarray(0, 32));
  if (y.length === 32) y[31]! &= 0x7f;
  return SMALL_ORDER_Y.has(encodeHex(y));
}

/** Whether someone can hold this key: anyone can sign for a point of small order, and no one for what is no point. */
export const isHoldable = (publicKey: Uint8Array): boolean =>
  !hasSmallOrder(publicKey) && decodePoint(publicKey) !== undefined;

/**
 * Whether the public key or R is a point of small order. Platform verifiers disagree on these (OpenSSL rejects them
 * from 3.5 on, the network accepts them), so {@link verifySignature} must decide. On all others, platforms agree with
 * the network.
 */
export const isPlatformDependent = (publicKey: Uint8Array, signature: Uint8Array): boolean =>
  hasSmallOrder(publicKey) || hasSmallOrder(signature);
