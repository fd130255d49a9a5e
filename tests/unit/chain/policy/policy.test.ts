import { describe, expect, test } from 'vitest';
import type { Hash256 } from '$lib/chain/ids';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { satisfiedPolicy, spendPolicy } from '$lib/chain/policy/policyLayout';
import { formatPolicy, parsePolicy } from '$lib/chain/policy/policyText';
import { derivePublicKey, sign } from '$lib/chain/keys/sign';
import type { PrivateKey, Signature } from '$lib/chain/keys/keys';
import { standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import { verifyPolicy } from '$lib/chain/policy/verifyPolicy';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { decodeHex } from '$lib/codec/bytes';
import { decodePrefix } from '$lib/codec/layout';
import { CodecError } from '$lib/codec/errors';
import { fromHex, loadVectors, toHex } from '../../../support/vectors';

interface Vectors {
  policies: { address: string; hex: string; string: string }[];
  policyParse: { input: string; ok: boolean; canonical?: string }[];
  verify: { height: string; hex: string; medianTimestamp: string; ok: boolean; error?: string; sigHash: string }[];
}
const vectors = loadVectors<Vectors>('address');

describe('policies', () => {
  test.each(vectors.policies)('$string', ({ address, hex, string }) => {
    const policy = fromHex(spendPolicy, hex);
    expect(toHex(spendPolicy, policy)).toBe(hex);
    expect(formatPolicy(policy)).toBe(string);
    expect(parsePolicy(string)).toEqual(policy);
    expect(policyAddress(policy)).toBe(address);
  });

  test.each(vectors.policyParse)('parsing "$input"', ({ input, ok, canonical }) => {
    if (ok) expect(formatPolicy(parsePolicy(input))).toBe(canonical);
    else expect(() => parsePolicy(input)).toThrow(expect.objectContaining({ code: 'codec/malformed' }));
  });

  test.each([
    'above(0)',
    'above(18446744073709551615)',
    'after(-9223372036854775808)',
    'after(9223372036854775807)',
    'thresh(255,[])',
    `uc(0,[],255)`,
    `h(0x${'0f'.repeat(32)})`
  ])('%s is a policy', (text) => {
    expect(formatPolicy(parsePolicy(text))).toBe(text);
  });

  test('numbers may have leading zeros and a plus sign, hexadecimal text may be upper case', () => {
    expect(parsePolicy(`above(${'0'.repeat(30)}5)`)).toEqual({ type: 'above', height: 5n });
    expect(parsePolicy('after(+05)')).toEqual({ type: 'after', timestamp: 5n });
    expect(formatPolicy(parsePolicy(`h(0x${'0F'.repeat(32)})`))).toBe(`h(0x${'0f'.repeat(32)})`);
  });

  test.each([
    ['above(18446744073709551616)', 27],
    ['above(1x)', 9],
    ['above(x1)', 9],
    ['above(+1)', 9],
    ['after(-9223372036854775809)', 27],
    ['after(9223372036854775808)', 26],
    ['after(1x)', 9],
    ['after(x1)', 9],
    ['uc(0,[],256)', 12],
    [`h(0x${'0f'.repeat(31)})`, 67],
    [`h(00x${'0f'.repeat(32)})`, 70],
    [`h(0x${'0f'.repeat(32)}0)`, 70],
    ['above[1)', 6],
    ['above(1]', 8],
    ['above(1)  x', 11],
    ['thresh(1,[above(1)', 19]
  ])('%s is malformed at character %i', (text, position) => {
    expect(() => parsePolicy(text)).toThrow(expect.objectContaining({ code: 'codec/malformed', position }));
  });

  test.each(['above', 'above(', 'above(1', 'thresh(1,[above(1)'])('%s is reported as incomplete', (text) => {
    expect(() => parsePolicy(text)).toThrow(/unexpected end of the policy/);
  });

  test('a text with more sub-policies than a threshold can have is malformed: it would have no address', () => {
    const over = (count: number) => `thresh(1,[${Array.from({ length: count }, () => 'above(1)').join(',')}])`;
    expect(policyAddress(parsePolicy(over(255)))).toMatch(/^[0-9a-f]{76}$/);
    expect(() => parsePolicy(over(256))).toThrow(
      expect.objectContaining({
        code: 'codec/malformed',
        message: expect.stringContaining('threshold over 256') as string
      })
    );
  });

  test.each([
    ['an unknown opcode', '0108'],
    ['no opcode', '0100'],
    ['another version', '02010000000000000000']
  ])('bytes with %s are malformed', (_, hex) => {
    expect(() => fromHex(spendPolicy, hex)).toThrow(CodecError);
  });

  test('spaces around the text are ignored', () => {
    expect(formatPolicy(parsePolicy('\n above ( 5 ) \t'))).toBe('above(5)');
  });

  test('hiding a child of a threshold preserves the address', () => {
    const child: SpendPolicy = { type: 'thresh', n: 1, of: [{ type: 'above', height: 5n }] };
    const open: SpendPolicy = { type: 'thresh', n: 1, of: [child] };
    const hidden: SpendPolicy = { ...open, of: [{ type: 'opaque', address: policyAddress(child) }] };
    expect(policyAddress(hidden)).toBe(policyAddress(open));
  });

  test('more nodes than any valid policy could have are malformed in binary, whatever follows', () => {
    const crowd = (children: number): SpendPolicy => ({
      type: 'thresh',
      n: 0,
      of: Array.from({ length: children }, () => ({ type: 'thresh', n: 0, of: Array.from({ length: 99 }, () => leaf) }))
    });
    const leaf: SpendPolicy = { type: 'thresh', n: 0, of: [] };
    // The root, and a hundred for each child.
    expect(fromHex(spendPolicy, toHex(spendPolicy, crowd(99)))).toEqual(crowd(99));
    const cut = decodeHex(toHex(spendPolicy, crowd(101))).subarray(0, -1);
    expect(() => decodePrefix(spendPolicy, cut)).toThrow(CodecError);
  });

  test('more than 32 levels of nesting are rejected in binary and in text', () => {
    let policy: SpendPolicy = { type: 'above', height: 1n };
    for (let depth = 0; depth < 32; depth++) policy = { type: 'thresh', n: 1, of: [policy] };
    expect(fromHex(spendPolicy, toHex(spendPolicy, policy))).toEqual(policy);
    expect(parsePolicy(formatPolicy(policy))).toEqual(policy);
    const deeper: SpendPolicy = { type: 'thresh', n: 1, of: [policy] };
    expect(() => fromHex(spendPolicy, toHex(spendPolicy, deeper))).toThrow(CodecError);
    expect(() => parsePolicy(formatPolicy(deeper))).toThrow(CodecError);
  });
});

/** Error texts of the reference implementation, and our code for each. */
const CODES: [RegExp, string][] = [
  [/^height/, 'policy/height-not-reached'],
  [/^median/, 'policy/median-not-reached'],
  [/^invalid signature/, 'policy/invalid-signature'],
  [/^invalid preimage/, 'policy/invalid-preimage'],
  [/^opaque/, 'policy/opaque'],
  [/^threshold not reached/, 'policy/threshold-not-reached'],
  [/^threshold exceeded/, 'policy/threshold-exceeded'],
  [/^unlock conditions cannot/, 'policy/nested-unlock-conditions'],
  [/^superfluous signature/, 'policy/superfluous-signatures'],
  [/^superfluous preimage/, 'policy/superfluous-preimages'],
  [/entropy/, 'policy/entropy-key'],
  [/sub-?policies/, 'policy/too-complex']
];

const context = (sigHash: Uint8Array, height = 100, medianTimestamp = 1_700_000_000) => ({
  height,
  medianTimestamp,
  sigHash,
  verifySignature
});

describe('verification', () => {
  test.each(vectors.verify)('row %#: $error', (row) => {
    const satisfied = fromHex(satisfiedPolicy, row.hex);
    expect(toHex(satisfiedPolicy, satisfied)).toBe(row.hex);
    const verify = () =>
      verifyPolicy(satisfied, context(decodeHex(row.sigHash), Number(row.height), Number(row.medianTimestamp)));
    if (row.ok) return verify();
    // An unlisted text still is a rejection.
    const code = CODES.find(([text]) => text.test(row.error!))?.[1] ?? (expect.stringMatching(/^policy\//) as unknown);
    expect(verify).toThrow(expect.objectContaining({ code, message: row.error }));
  });

  const privateKey = new Uint8Array(32).fill(7) as Uint8Array as PrivateKey;
  const publicKey = derivePublicKey(privateKey);
  const message = new Uint8Array(32).fill(1);
  const signature = sign(privateKey, message);
  const preimage = '00'.repeat(32) as Hash256;
  const conditions = standardUnlockConditions(publicKey);
  const above: SpendPolicy = { type: 'above', height: 1n };
  const crowd: SpendPolicy = { type: 'thresh', n: 205, of: Array<SpendPolicy>(205).fill(above) };

  test.each<[string, SpendPolicy, Signature[], Hash256[], string]>([
    ['one child too many', { type: 'thresh', n: 1, of: [above, above] }, [], [], 'policy/threshold-exceeded'],
    [
      'one child too many that is not satisfied',
      { type: 'thresh', n: 1, of: [above, { type: 'above', height: 1000n }] },
      [],
      [],
      'policy/threshold-exceeded'
    ],
    ['too few children', { type: 'thresh', n: 2, of: [above] }, [], [], 'policy/threshold-not-reached'],
    ['one preimage too many', above, [], [preimage], 'policy/superfluous-preimages'],
    ['too many children in total', { type: 'thresh', n: 5, of: Array(5).fill(crowd) }, [], [], 'policy/too-complex'],
    [
      'an entropy key',
      {
        type: 'uc',
        unlockConditions: { ...conditions, publicKeys: [parsePolicyKey('entropy')] }
      },
      [signature],
      [],
      'policy/entropy-key'
    ],
    [
      'more signatures required than keys, one of which cannot sign',
      {
        type: 'uc',
        unlockConditions: { ...conditions, publicKeys: [parsePolicyKey('entropy')], signaturesRequired: 2n }
      },
      [signature, signature],
      [],
      'policy/threshold-not-reached'
    ],
    [
      'more signatures required than given, for keys that cannot sign',
      {
        type: 'uc',
        unlockConditions: { ...conditions, publicKeys: [parsePolicyKey('entropy')] }
      },
      [],
      [],
      'policy/threshold-not-reached'
    ],
    [
      'more signatures required than keys',
      { type: 'uc', unlockConditions: { ...conditions, signaturesRequired: 1n << 63n } },
      [signature],
      [],
      'policy/threshold-not-reached'
    ]
  ])('%s', (_, policy, signatures, preimages, code) => {
    expect(() => verifyPolicy({ policy, signatures, preimages }, context(message))).toThrow(
      expect.objectContaining({ code })
    );
  });

  test.each([
    [1_700_000_000.5, 1_700_000_001n, '2023-11-14 22:13:20.5', '2023-11-14 22:13:21'],
    [1_700_000_000, 951_782_400n + 10n ** 10n, '2023-11-14 22:13:20', '2317-01-18 17:46:40'],
    // The last timestamp that does not wrap around.
    [1_700_000_000, 9_223_371_974_719_179_007n, '2023-11-14 22:13:20', '292277024627-12-06 15:30:07']
  ])('at the median %d, after(%d) is rejected with both times', (median, timestamp, now, then) => {
    const policy: SpendPolicy = { type: 'after', timestamp };
    expect(() => verifyPolicy({ policy, signatures: [], preimages: [] }, context(message, 100, median))).toThrow(
      `median timestamp (${now} +0000 UTC) not after ${then} +0000 UTC`
    );
  });

  test('1024 sub-policies are the maximum', () => {
    const aboves = (count: number): SpendPolicy => ({
      type: 'thresh',
      n: count,
      of: new Array<SpendPolicy>(count).fill(above)
    });
    const tree = (last: number): SpendPolicy => ({
      type: 'thresh',
      n: 5,
      of: [...new Array<SpendPolicy>(4).fill(aboves(204)), aboves(last)]
    });
    // Five, with 4 * 204 + 203 below them.
    expect(() => verifyPolicy({ policy: tree(203), signatures: [], preimages: [] }, context(message))).not.toThrow();
    expect(() => verifyPolicy({ policy: tree(204), signatures: [], preimages: [] }, context(message))).toThrow(
      expect.objectContaining({ code: 'policy/too-complex' })
    );
  });

  test('keys after the last required signature are ignored', () => {
    const policy: SpendPolicy = {
      type: 'uc',
      unlockConditions: { ...conditions, publicKeys: [...conditions.publicKeys, parsePolicyKey('entropy')] }
    };
    verifyPolicy({ policy, signatures: [signature], preimages: [] }, context(message));
  });

  test('a signature with an unknown algorithm counts', () => {
    const policy: SpendPolicy = {
      type: 'uc',
      unlockConditions: { ...conditions, publicKeys: [parsePolicyKey('unheard')] }
    };
    verifyPolicy({ policy, signatures: ['ff'.repeat(64) as Signature], preimages: [] }, context(message));
  });

  test.each([
    [2n ** 63n - 1n, true],
    [2n ** 63n - 62_135_596_800n, true],
    [2n ** 63n - 62_135_596_801n, false],
    [-(2n ** 63n), true]
  ])('the network treats the time %d as past: %s', (timestamp, isPast) => {
    const policy: SpendPolicy = { type: 'after', timestamp };
    expect(fromHex(spendPolicy, toHex(spendPolicy, policy))).toEqual(policy);
    expect(parsePolicy(formatPolicy(policy))).toEqual(policy);
    const verify = () => verifyPolicy({ policy, signatures: [], preimages: [] }, context(message));
    if (isPast) verify();
    else expect(verify).toThrow(expect.objectContaining({ code: 'policy/median-not-reached' }));
  });

  test('the median may include half a second', () => {
    const policy: SpendPolicy = fromHex(spendPolicy, vectors.policies.find((row) => row.string === 'after(-5)')!.hex);
    verifyPolicy({ policy, signatures: [], preimages: [] }, context(message, 0, -4.5));
    expect(() => verifyPolicy({ policy, signatures: [], preimages: [] }, context(message, 0, -5))).toThrow();
  });
});

/** An unlock key of another algorithm, read from policy text. */
function parsePolicyKey(algorithm: string) {
  const policy = parsePolicy(`uc(0,[${algorithm}:00],1)`);
  if (policy.type !== 'uc') throw new Error('not unlock conditions');
  return policy.unlockConditions.publicKeys[0]!;
}
