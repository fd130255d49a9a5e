import { expect, test } from 'vitest';
import { readBlockText } from '../../../src/routes/(app)/mine/blockText';

const hex = (nonce: bigint, length = 100) => {
  const bytes = Buffer.alloc(length, 7);
  bytes.writeBigUInt64LE(nonce, 32);
  return bytes.toString('hex');
};

test('a block is parsed with spaces, line breaks and either case', () => {
  const text = hex(2n * 1009n);
  const spaced = `0x${text.toUpperCase().replaceAll(/(.{20})/g, '$1\n ')}`;
  expect(readBlockText(spaced)).toEqual({ bytes: new Uint8Array(Buffer.from(text, 'hex')) });
});

test.each([
  ['', 'empty'],
  ['zz', 'notHex'],
  [hex(0n).slice(1), 'oddLength'],
  [hex(0n, 47), 'tooShort'],
  [hex(1010n), 'nonceFactor']
])('%.8s… is not a block: %s', (text, problem) => {
  expect(readBlockText(text)).toEqual({ problem });
});
