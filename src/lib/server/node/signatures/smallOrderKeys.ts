import { Buffer } from 'node:buffer';

// y coordinates of the points of small order, little-endian without the sign bit: 0, 1, -1, the two of order 8, and
// 0 and 1 encoded as p and p + 1. RFC 7748 and 8032 leave it to the verifier whether such keys are accepted.
const SMALL_ORDER_Y = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'
]);

/**
 * Whether the 32 bytes are a key of small order, canonical or not. The network accepts such keys; OpenSSL 3.5, part of
 * Node 24, rejects all their signatures (OpenSSL 3.0 does not).
 */
export function isSmallOrderKey(publicKey: Uint8Array): boolean {
  const y = Buffer.from(publicKey);
  if (y.length !== 32) return false;
  y[31]! &= 0x7f;
  return SMALL_ORDER_Y.has(y.toString('hex'));
}
