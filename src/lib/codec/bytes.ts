import { CodecError } from './errors';

const BYTE_TO_HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hexadecimal text of the bytes, two characters each. */
export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += BYTE_TO_HEX[byte];
  return text;
}

/**
 * The bytes of a hexadecimal text; upper and lower case accepted.
 * @throws {CodecError} odd length, or a character outside 0-9a-fA-F
 */
export function decodeHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length >> 1);
  // Negative once a character is none of the digits; a half byte left over is caught by the length.
  let seen = (text.length & 1) === 0 ? 0 : -1;
  for (let i = 0; i < bytes.length; i++) {
    const byte = (digit(text.charCodeAt(2 * i)) << 4) | digit(text.charCodeAt(2 * i + 1));
    bytes[i] = byte;
    seen |= byte;
  }
  if (seen < 0) throw new CodecError(`not hexadecimal: ${JSON.stringify(text.slice(0, 80))}`);
  return bytes;
}

/** Value of a hexadecimal digit by its character code, -1 of anything else. Ids are text, so this is hot. */
const digit = (code: number): number => DIGIT_OF_CODE[code] ?? -1;
const DIGIT_OF_CODE = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value++) {
  DIGIT_OF_CODE[value.toString(16).charCodeAt(0)] = value;
  DIGIT_OF_CODE[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** One array holding the parts in order. */
export function concatBytes(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Whether both hold the same bytes. Not constant time: nothing secret is compared with it. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** The bytes of a UTF-8 text. */
export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Unsigned 64-bit integer as 8 little-endian bytes. */
export function encodeU64le(value: bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
