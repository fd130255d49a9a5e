import { describe, expect, test } from 'vitest';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { createKeyAgreement, nodeCrypto } from '$lib/server/node/peers/crypto';

describe('cipher', () => {
  const key = Uint8Array.from({ length: 32 }, (_, i) => i);
  const nonce = Uint8Array.from({ length: 12 }, (_, i) => 0x40 + i);
  const cipher = nodeCrypto.createCipher(key);
  const seal = (plaintext: Uint8Array): Uint8Array => {
    const sealed = new Uint8Array(plaintext.length + 16);
    cipher.seal(nonce, plaintext, sealed);
    return sealed;
  };

  test('opens what it sealed', () => {
    for (const length of [0, 1, 63, 64, 65, 4304]) {
      const plaintext = Uint8Array.from({ length }, (_, i) => i & 0xff);
      expect(encodeHex(cipher.open(nonce, seal(plaintext))!)).toBe(encodeHex(plaintext));
    }
  });

  test('opened data does not share memory with the packet', () => {
    const sealed = seal(Uint8Array.of(1, 2, 3));
    const opened = cipher.open(nonce, sealed)!;
    sealed.fill(0);
    expect([...opened]).toEqual([1, 2, 3]);
  });

  test.each([0, 2, 3, 18])('rejects a change of byte %i', (at) => {
    const sealed = seal(Uint8Array.of(1, 2, 3));
    sealed[at]! ^= 1;
    expect(cipher.open(nonce, sealed)).toBeUndefined();
  });

  test('rejects another nonce or key', () => {
    const sealed = seal(Uint8Array.of(1, 2, 3));
    expect(cipher.open(new Uint8Array(12), sealed)).toBeUndefined();
    expect(nodeCrypto.createCipher(new Uint8Array(32)).open(nonce, sealed)).toBeUndefined();
  });
});

describe('key agreement', () => {
  test('both sides derive the same secret, a different one for each connection', () => {
    const [ours, theirs] = [nodeCrypto.createKeyAgreement(), nodeCrypto.createKeyAgreement()];
    expect(encodeHex(ours.agree(theirs.publicKey)!)).toBe(encodeHex(theirs.agree(ours.publicKey)!));
    expect(encodeHex(ours.publicKey)).not.toBe(encodeHex(theirs.publicKey));
  });

  test.each([
    ['zero', '00'.repeat(32)],
    ['one', `01${'00'.repeat(31)}`],
    ['a point of order 8', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800']
  ])('rejects a public key of low order: %s', (_, hex) => {
    expect(createKeyAgreement(new Uint8Array(32).fill(7)).agree(decodeHex(hex))).toBeUndefined();
  });

  test('rejects a key of the wrong length', () => {
    expect(createKeyAgreement().agree(new Uint8Array(31))).toBeUndefined();
  });
});

describe('signatures', () => {
  // RFC 8032, section 7.1, test 1.
  const seed = decodeHex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
  const publicKey = decodeHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
  const signature =
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b';

  test('match the standard', () => {
    expect(encodeHex(nodeCrypto.sign(seed, new Uint8Array(0)))).toBe(signature);
    expect(nodeCrypto.verify(publicKey, new Uint8Array(0), decodeHex(signature))).toBe(true);
    expect(nodeCrypto.verify(publicKey, Uint8Array.of(1), decodeHex(signature))).toBe(false);
  });
});
