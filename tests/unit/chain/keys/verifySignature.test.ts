import { Point } from '@noble/ed25519';
import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { isPlatformDependent, verifySignature } from '$lib/chain/keys/verifySignature';
import { concatBytes, decodeHex } from '$lib/codec/bytes';
import { loadVectors } from '../../../support/vectors';

interface Row {
  publicKey: string;
  message: string;
  signature: string;
  valid: boolean;
  name: string;
}
const rows = loadVectors<Row[]>('ed25519');

test.each(rows)('$name', ({ publicKey, message, signature, valid }) => {
  expect(verifySignature(decodeHex(publicKey), decodeHex(message), decodeHex(signature))).toBe(valid);
});

// The server relies on this: outside the listed cases, the platform's verifier gives the same verdicts.
const SPKI_PREFIX = decodeHex('302a300506032b6570032100');

test('node:crypto agrees on all signatures without points of small order', async () => {
  const asked = rows.filter((row) => !isPlatformDependent(decodeHex(row.publicKey), decodeHex(row.signature)));
  expect(asked.length).toBeGreaterThan(20);
  for (const { publicKey, message, signature, valid, name } of asked) {
    const der = Buffer.from(concatBytes(SPKI_PREFIX, decodeHex(publicKey)));
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    expect(verify(null, decodeHex(message), key, decodeHex(signature)), name).toBe(valid);
  }
});

test('every encoding of every point of small order is platform-dependent, other points are not', () => {
  const order8 = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
  const honest = Point.BASE.toBytes();
  let point = Point.ZERO;
  for (let i = 0; i < 8; i++, point = point.add(order8)) {
    expect(isPlatformDependent(point.toBytes(), concatBytes(honest, honest))).toBe(true);
    expect(isPlatformDependent(honest, concatBytes(point.toBytes(), honest))).toBe(true);
    expect(isPlatformDependent(Point.BASE.add(point).toBytes(), concatBytes(honest, honest))).toBe(false);
  }
  const nonCanonical = rows.filter(({ name }) => name.startsWith('small-order key'));
  expect(nonCanonical.length).toBeGreaterThan(0);
  for (const { publicKey, signature } of nonCanonical) {
    expect(isPlatformDependent(decodeHex(publicKey), decodeHex(signature))).toBe(true);
  }
});

test("a signature in Node's Buffer is left as it is", () => {
  // Its first byte is that of a point of small order, and the sign bit is set.
  const signature = Buffer.from([1, ...new Uint8Array(30), 0x80, ...new Uint8Array(32)]);
  const before = Uint8Array.from(signature);
  expect(isPlatformDependent(Point.BASE.toBytes(), signature)).toBe(true);
  expect(Uint8Array.from(signature)).toEqual(before);
});

test('a key or signature of the wrong length is invalid', () => {
  const { publicKey, message, signature } = rows.find(({ valid }) => valid)!;
  const bytes = [publicKey, message, signature].map(decodeHex) as [Uint8Array, Uint8Array, Uint8Array];
  expect(verifySignature(bytes[0].subarray(1), bytes[1], bytes[2])).toBe(false);
  expect(verifySignature(bytes[0], bytes[1], bytes[2].subarray(1))).toBe(false);
});
