import { blake2b } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastBlake2b256 } from '$lib/server/node/hash/fastHash';

const plain = (message: Uint8Array) => blake2b(message, { dkLen: 32 });

test('messages of every length around the block of 128 bytes', () => {
  const hash = fastBlake2b256();
  for (let length = 0; length <= 3 * 128 + 1; length++) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 151 + length) & 255);
    expect(hash(message)).toEqual(plain(message));
  }
});

test('any messages, one after the other: none leaves a trace', () => {
  const hash = fastBlake2b256();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (message) => {
      expect(hash(message)).toEqual(plain(message));
    })
  );
});

test('messages larger than its memory, and what it returned stays as it was', () => {
  const hash = fastBlake2b256();
  const first = hash(new Uint8Array(3));
  const large = new Uint8Array(1_000_003).fill(7);
  expect(hash(large)).toEqual(plain(large));
  expect(first).toEqual(plain(new Uint8Array(3)));
});
