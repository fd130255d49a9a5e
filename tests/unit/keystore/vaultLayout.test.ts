import { describe, expect, test } from 'vitest';
import { ARGON2_COST } from '$lib/keystore/seal';
import { decodeVault, encodeVault } from '$lib/keystore/vaultLayout';

const zeros = (length: number) => new Uint8Array(length);

const vaultFile = (memoryKib: number, passes: number, lanes = 1) =>
  encodeVault({
    password: {
      memoryKib: BigInt(memoryKib),
      passes: BigInt(passes),
      lanes,
      salt: zeros(16),
      iv: zeros(12),
      check: zeros(16),
      wrapped: zeros(48)
    },
    passkeys: [],
    iv: zeros(12),
    sealed: zeros(32)
  });

const { memoryKib, passes } = ARGON2_COST;

describe('key derivation of a file', () => {
  test.each([
    ['ours', memoryKib, passes],
    ['little memory', 8, 1],
    ['16 times our passes', memoryKib, 16 * passes],
    ['8 times our memory and twice our passes', 8 * memoryKib, 2 * passes]
  ])('is accepted: %s', (_, memory, count) => {
    expect(decodeVault(vaultFile(memory, count)).password.passes).toBe(BigInt(count));
  });

  test.each([
    ['64 times our memory', 64 * memoryKib, 1, 1],
    ['16 times our memory', 16 * memoryKib, 1, 1],
    ['our memory in 64 passes', memoryKib, 64, 1],
    ['8 times our memory in 7 passes', 8 * memoryKib, 7, 1],
    ['65 passes', 8, 65, 1],
    ['no passes', memoryKib, 0, 1],
    ['less memory than its lanes need', 8, 1, 2]
  ])('is rejected, with %s', (_, memory, count, lanes) => {
    expect(() => decodeVault(vaultFile(memory, count, lanes))).toThrow(
      expect.objectContaining({ code: 'keystore/damaged' })
    );
  });
});
