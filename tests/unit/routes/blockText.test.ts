import { expect, test } from 'vitest';
import { readBlockText } from '../../../src/routes/(app)/mine/blockText';

const hex = (nonce: bigint, length = 100) => {
  const bytes = Buffer.alloc(length, 7);
  bytes.writeBigUInt64LE(nonce, 32);
  return bytes.toString('hex');
};

test('a block is read with spaces, lines and either case', () => {
  const text = hex(2n * 1009n);
  const spaced = `0x${text.toUpperCase().replaceAll(/(.{20})/g, '$1\n ')}`;
  expect(readBlockText(spaced)).toEqual({ bytes: new Uint8Array(Buffer.from(text, 'hex')) });
});

test.each([
  ['', 'Paste the block first.'],
  ['zz', 'A block is written with digits and the letters a to f only.'],
  [hex(0n).slice(1), 'Half a byte is missing: the text is not whole.'],
  [hex(0n, 47), 'That is too short for a block.'],
  [hex(1010n), 'Its nonce is no multiple of 1009, as the chain asks for.']
])('%.8s… is no block: %s', (text, problem) => {
  expect(readBlockText(text)).toEqual({ problem });
});
