import { describe, expect, test } from 'vitest';
import { parsePolicy } from '$lib/chain/policy/policyText';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import type { Signature } from '$lib/chain/keys/keys';
import { formatProof, formatProofJson, parseProof } from '$lib/wallet/message/messageText';
import type { MessageProof } from '$lib/wallet/message/proof';

const policy = parsePolicy(`uc(0,[ed25519:${'c3'.repeat(32)}],1)`);
const signature = 'ab'.repeat(64) as Signature;
const proof: MessageProof = {
  network: 'mainnet',
  address: policyAddress(policy),
  seconds: 1_700_000_000,
  domain: 'example.org',
  message: 'I own this address.',
  policy,
  signatures: [signature]
};

const TEXT = `-----BEGIN SIGNED MESSAGE-----
Network: mainnet
Address: ${proof.address}
Time: 2023-11-14T22:13:20Z
Domain: example.org

I own this address.
-----BEGIN SIGNATURE-----
Policy: uc(0,[ed25519:${'c3'.repeat(32)}],1)
Signature: ${signature}
-----END SIGNED MESSAGE-----
`;

test('the block of the standard', () => {
  expect(formatProof(proof)).toBe(TEXT);
  expect(parseProof(TEXT)).toEqual(proof);
});

test('time and domain are omitted if empty', () => {
  const bare = { ...proof, seconds: 0, domain: '' };
  expect(formatProof(bare)).not.toMatch(/Time|Domain/);
  expect(parseProof(formatProof(bare))).toEqual(bare);
});

test.each(['- one\n-two\n\n--', '\n\nafter empty lines\n', '-----BEGIN SIGNATURE-----', ' trailing blanks  \nx'])(
  'an unusual message survives: %j',
  (message) => {
    const odd = { ...proof, message };
    expect(parseProof(formatProof(odd))).toEqual(odd);
    expect(parseProof(formatProofJson(odd))).toEqual(odd);
  }
);

test('text around the block, other line endings and spaces after headers are ignored', () => {
  const mailed = `Hello,\n\n${TEXT}\nregards`.replace('Domain: example.org', 'Domain: example.org  ');
  for (const lineEnd of ['\n', '\r\n', '\r']) expect(parseProof(mailed.replaceAll('\n', lineEnd))).toEqual(proof);
});

test.each([
  ['reverses the text beside it', 'main\u202eten'],
  ['has thousands of characters', 'm'.repeat(5_000)]
])('a network whose name %s is rejected', (_, network) => {
  const expected = expect.objectContaining({ code: 'wallet/message-format' }) as Error;
  expect(() => parseProof(formatProof({ ...proof, network }))).toThrow(expected);
  expect(() => parseProof(formatProofJson({ ...proof, network }))).toThrow(expected);
});

test('a second block is rejected: only one of two texts would be verified', () => {
  const other = TEXT.replace('I own this address.', 'I owe you a million.');
  for (const text of [`${TEXT}\n${other}`, other + TEXT])
    expect(() => parseProof(text)).toThrow(expect.objectContaining({ code: 'wallet/message-format' }));
});

test('signatures are listed once per key', () => {
  const two = { ...proof, signatures: [signature, 'cd'.repeat(64) as Signature] };
  expect(parseProof(formatProof(two))).toEqual(two);
});

describe('rejected', () => {
  test.each<[string, string]>([
    ['no block', 'I own this address.'],
    ['no end', TEXT.replace('-----END SIGNED MESSAGE-----', '')],
    ['no address', TEXT.replace(/Address: .*\n/, '')],
    ['headers in another order', TEXT.replace(/(Time: .*\n)(Domain: .*\n)/, '$2$1')],
    ['an unknown header', TEXT.replace('Time:', 'Date:')],
    ['an address under another name', TEXT.replace('Address:', 'Adresse:')],
    ['a policy under another name', TEXT.replace('Policy:', 'Polizy:')],
    ['a wrong checksum', TEXT.replace(proof.address, `${proof.address.slice(0, -1)}0`)],
    ['an invalid day', TEXT.replace('2023-11-14', '2023-02-30')],
    ['an unescaped hyphen', TEXT.replace('I own', '-I own')],
    ['a line after the signatures', TEXT.replace('-----END', 'Comment: x\n-----END')],
    ['a short signature', TEXT.replace('abab', 'ab')],
    ['JSON of another version', formatProofJson(proof).replace('"version":1', '"version":2')],
    ['JSON without signatures', formatProofJson(proof).replace('"signatures"', '"s"')],
    ['broken JSON', '{"version":1']
  ])('%s', (_, text) => {
    expect(() => parseProof(text)).toThrow(expect.objectContaining({ code: 'wallet/message-format' }));
  });
});
