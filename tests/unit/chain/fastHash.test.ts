import { blake2b } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { blake2b256 } from '$lib/chain/hash';
import { fastBlake2b256, installFastHash } from '$lib/chain/fastHash';

const plain = (message: Uint8Array) => blake2b(message, { dkLen: 32 });

test('messages of all lengths around multiples of the 128-byte block', async () => {
  const hash = await fastBlake2b256();
  for (let length = 0; length <= 3 * 128 + 1; length++) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 151 + length) & 255);
    expect(hash(message)).toEqual(plain(message));
  }
});

test('consecutive messages do not affect each other', async () => {
  const hash = await fastBlake2b256();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (message) => {
      expect(hash(message)).toEqual(plain(message));
    })
  );
});

test('messages larger than its memory; earlier results do not change', async () => {
  const hash = await fastBlake2b256();
  const first = hash(new Uint8Array(3));
  const large = new Uint8Array(1_000_003).fill(7);
  expect(hash(large)).toEqual(plain(large));
  expect(first).toEqual(plain(new Uint8Array(3)));
});

test('falls back to the plain implementation without WebAssembly', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  await installFastHash();
  vi.unstubAllGlobals();
  expect(blake2b256(new Uint8Array(3))).toEqual(plain(new Uint8Array(3)));
});
