import { CodecError } from '$lib/codec/errors';

// RFC 9285: the characters of the alphanumeric mode of QR codes, by value.
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const BASE = 45;

/**
 * Decodes base45 text (RFC 9285).
 * @throws {CodecError} an invalid character, length or digit group
 */
export function decodeBase45(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 3 === 1) throw new CodecError('invalid length of base45 text');
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i += 3) {
    const group = text.slice(i, i + 3);
    let value = 0;
    for (const character of [...group].reverse()) {
      const digit = ALPHABET.indexOf(character);
      if (digit === -1) throw new CodecError(`invalid base45 character ${JSON.stringify(character)}`);
      value = value * BASE + digit;
    }
    if (value >= (group.length === 3 ? 65_536 : 256)) throw new CodecError('base45 digits out of range');
    if (group.length === 3) bytes.push(value >> 8);
    bytes.push(value & 0xff);
  }
  return Uint8Array.from(bytes);
}
