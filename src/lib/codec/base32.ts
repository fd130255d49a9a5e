import { CodecError } from './errors';

// RFC 4648, section 6, without padding.
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** Base32 text (RFC 4648) without `=` padding: eight characters per five bytes. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= BITS; bits -= BITS) text += ALPHABET[(value >> (bits - BITS)) & 31];
  }
  return bits > 0 ? text + ALPHABET[(value << (BITS - bits)) & 31] : text;
}

/**
 * Decodes base32 text (RFC 4648) without `=` padding.
 * @throws {CodecError} an invalid character or length, or non-zero bits after the last byte
 */
export function decodeBase32(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * BITS) / 8));
  let value = 0;
  let bits = 0;
  let at = 0;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) throw new CodecError(`invalid base32 character ${JSON.stringify(character)}`);
    value = ((value << BITS) | digit) & 0xfff;
    bits += BITS;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (value >> bits) & 0xff;
  }
  const rest = value & ((1 << bits) - 1);
  if (bits >= BITS || rest !== 0) throw new CodecError('base32 text ends within a byte');
  return bytes;
}
