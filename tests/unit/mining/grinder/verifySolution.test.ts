import { describe, expect, test } from 'vitest';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import vectors from '../../../vectors/header.json';
import { verifySolution, withNonce } from '$lib/mining/grinder/verifySolution';

describe.each(vectors.mined)(
  'a header mined to $target',
  ({ target, nonceFactor, firstHeaderMeetingTarget, misses }) => {
    const header = withNonce(decodeHex(firstHeaderMeetingTarget.hex), 0n);
    const check = (nonce: string) =>
      verifySolution({ header, target: decodeHex(target) }, BigInt(nonce), BigInt(nonceFactor));

    test('is solved, with its id', () => {
      const checked = check(firstHeaderMeetingTarget.nonce);
      expect(checked).toMatchObject({ id: firstHeaderMeetingTarget.id, solved: true });
      expect(encodeHex(checked.header)).toBe(firstHeaderMeetingTarget.hex);
    });

    test('is not solved by nonces that miss the target', () => {
      for (const { nonce, id } of misses) expect(check(nonce)).toMatchObject({ id, meetsTarget: false, solved: false });
    });
  }
);

describe('verifySolution', () => {
  const header = new Uint8Array(80);
  const { id } = verifySolution({ header, target: new Uint8Array(32) }, 2018n, 1009n);
  const neighbor = (difference: bigint) => decodeHex((BigInt(`0x${id}`) + difference).toString(16).padStart(64, '0'));

  test.each([
    ['its own hash', 0n, true],
    ['its hash minus one', -1n, false],
    ['its hash plus one', 1n, true],
    ['its hash minus 2^200: only the upper bits differ', -(1n << 200n), false]
  ])('compares all 256 bits with a target of %s', (_, difference, meetsTarget) => {
    const checked = verifySolution({ header, target: neighbor(difference) }, 2018n, 1009n);
    expect(checked).toMatchObject({ id, meetsTarget, followsFactor: true, solved: meetsTarget });
  });

  test('rejects a nonce that is not a multiple of the factor even if its hash meets the target', () => {
    const target = new Uint8Array(32).fill(0xff);
    expect(verifySolution({ header, target }, 2017n, 1009n)).toMatchObject({
      meetsTarget: true,
      followsFactor: false,
      solved: false
    });
  });

  test('returns the header to submit', () => {
    const { header: solved } = verifySolution({ header, target: new Uint8Array(32) }, 0x0102030405060708n, 1n);
    expect(encodeHex(solved.subarray(32, 40))).toBe('0807060504030201');
    expect(solved.subarray(0, 32)).toEqual(header.subarray(0, 32));
    expect(header.subarray(32, 40)).toEqual(new Uint8Array(8));
  });
});

test('withNonce does not change the other bytes', () => {
  const full = new Uint8Array(80).fill(7);
  const changed = withNonce(full, 0n);
  expect(changed.filter((byte) => byte === 7)).toHaveLength(72);
  expect(changed.subarray(32, 40)).toEqual(new Uint8Array(8));
});
