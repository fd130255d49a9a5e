import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { blake2b256 } from '$lib/chain/hash';
import type { BlockId } from '$lib/chain/ids';
import type { Signature } from '$lib/chain/keys/keys';
import { sign } from '$lib/chain/keys/sign';
import { VOID_ADDRESS } from '$lib/chain/address';
import { publicGenesis } from '$lib/chain/network/publicNetworks';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { policyOfKey, type KeyForm } from '$lib/wallet/keys/account';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { formatProof, formatProofJson, parseProof } from '$lib/wallet/message/messageText';
import { verifyProof, type MessageProof } from '$lib/wallet/message/proof';
import { messageHash, type MessageContent } from '$lib/wallet/message/signedMessage';
import { loadStandard } from '../../../support/standards';

interface Row {
  readonly form: KeyForm;
  readonly address: Address;
  readonly time: number;
  readonly domain: string;
  readonly message: string;
  readonly hash: string;
  readonly signature: Signature;
}

const vectors = loadStandard<{
  phrase: string;
  publicKey: string;
  genesis: BlockId;
  firstPreimage: string;
  messages: Row[];
}>('signedMessages');
const { genesis } = vectors;
const key = deriveKeyPair(seedFromPhrase(vectors.phrase), 0n);

const contentOf = ({ address, time, domain, message }: Row): MessageContent => ({
  genesis,
  address,
  seconds: time,
  domain,
  message
});
const proofOf = (row: Row): MessageProof => ({
  ...contentOf(row),
  network: 'mainnet',
  policy: policyOfKey(key.publicKey, row.form),
  signatures: [row.signature]
});

test('the key and the network of the vectors', () => {
  expect(key.publicKey).toBe(`ed25519:${vectors.publicKey}`);
  expect(publicGenesis('mainnet')).toBe(genesis);
  expect(encodeHex(blake2b256(decodeHex(vectors.firstPreimage)))).toBe(vectors.messages[0]!.hash);
});

describe.each(vectors.messages)('$form, $message', (row) => {
  test('hash and signature', () => {
    expect(encodeHex(messageHash(contentOf(row)))).toBe(row.hash);
    expect(sign(key.privateKey, decodeHex(row.hash))).toBe(row.signature);
  });

  test('is valid, including after a round trip as text and as JSON', () => {
    const proof = proofOf(row);
    expect(verifyProof(proof, genesis)).toEqual({ result: 'valid' });
    expect(verifyProof(parseProof(formatProof(proof)), genesis)).toEqual({ result: 'valid' });
    expect(verifyProof(parseProof(formatProofJson(proof)), genesis)).toEqual({ result: 'valid' });
  });

  test('is invalid with any other content', () => {
    const proof = proofOf(row);
    const others: MessageProof[] = [
      { ...proof, message: `${row.message}!` },
      { ...proof, domain: `${row.domain}x` },
      { ...proof, seconds: row.time + 1 },
      { ...proof, signatures: ['00'.repeat(64) as Signature] }
    ];
    for (const other of others) expect(verifyProof(other, genesis)).toEqual({ result: 'wrong-signature' });
    const zen = publicGenesis('zen');
    expect(verifyProof(proof, zen)).toEqual({ result: 'wrong-signature' });
    expect(verifyProof(proof, undefined)).toEqual({ result: 'other-network' });
  });

  test('is not shown with a text that must not be signed, although it is of another network or policy', () => {
    const reversing = { ...proofOf(row), message: 'abc\u202etxt' };
    const refused = expect.objectContaining({ code: 'wallet/message', fault: 'direction-control' }) as Error;
    expect(() => verifyProof(reversing, undefined)).toThrow(refused);
    expect(() => verifyProof({ ...reversing, address: VOID_ADDRESS }, genesis)).toThrow(refused);
  });
});

describe('the hash', () => {
  const content = contentOf(vectors.messages[0]!);
  const hashOf = (message: string) => encodeHex(messageHash({ ...content, message }));

  test('ignores differences in line endings and Unicode composition', () => {
    expect(hashOf('a\r\nb\rc')).toBe(hashOf('a\nb\nc'));
    expect(hashOf('u\u0308')).toBe(hashOf('\u00fc'));
    expect(hashOf('a ')).not.toBe(hashOf('a'));
  });

  test.each([
    ['', 'empty'],
    ['\u00e4'.repeat(4097), 'too-long'],
    ['a\u0000', 'control-character'],
    ['a\u001b[31m', 'control-character'],
    ['abc\u202etxt', 'direction-control'],
    ['abc\u2066txt', 'direction-control'],
    [`x${'\u0302'.repeat(7)}`, 'stacked-marks'],
    [`a${'\u0301\u0301\u200c'.repeat(4)}`, 'stacked-marks']
  ])('%j is rejected: %s', (message, fault) => {
    expect(() => hashOf(message)).toThrow(expect.objectContaining({ code: 'wallet/message', fault }));
  });

  test('the longest message, and tabs, are accepted', () => {
    expect(hashOf('\u00e4'.repeat(4096))).toHaveLength(64);
    expect(hashOf('a\tb')).toHaveLength(64);
  });

  test('a domain that does not keep to its line or a time outside the printable range is rejected', () => {
    const refused = (change: Partial<MessageContent>) => () => messageHash({ ...content, ...change });
    expect(refused({ domain: 'a\nb' })).toThrow(expect.objectContaining({ fault: 'control-character' }));
    expect(refused({ domain: `a${'\u0301'.repeat(7)}` })).toThrow(expect.objectContaining({ fault: 'stacked-marks' }));
    expect(refused({ seconds: -1 })).toThrow(expect.objectContaining({ fault: 'time' }));
    expect(refused({ seconds: 253_402_300_800 })).toThrow(expect.objectContaining({ fault: 'time' }));
    expect(refused({ seconds: 0.5 })).toThrow(expect.objectContaining({ fault: 'time' }));
    for (const seconds of [0, 253_402_300_799]) expect(refused({ seconds })).not.toThrow();
  });
});
