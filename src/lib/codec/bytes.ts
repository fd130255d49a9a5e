import { CodecError } from './errors';

const BYTE_TO_HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const CODE_OF_DIGIT = Uint8Array.from(
  '0123456789abcdef',
  (/** Value of a hexadecimal digit by its character code; -1 for any other character. */ digit) => digit.charCodeAt(0)
);
/**
 * Ids are hex text, so encoding is hot. Encoding 32 bytes at a time yields flat strings; concatenating digits would
 * create ropes.
 */
const CHUNK = 32;
const codes = new Array<number>(2 * CHUNK).fill(0);

/** Lower-case hexadecimal text of the bytes, two characters each. */
export const encodeHex = (bytes: Uint8Array): string => encodeHexRange(bytes, 0, bytes.length);

/** Lower-case hexadecimal text of the bytes in [from, to). */
export function encodeHexRange(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  let at = from;
  for (; at + CHUNK <= to; at += CHUNK) {
    for (let i = 0; i < CHUNK; i++) {
      const byte = bytes[at + i]!;
      codes[2 * i] = CODE_OF_DIGIT[byte >> 4]!;
      codes[2 * i + 1] = CODE_OF_DIGIT[byte & 15]!;
    }
    text += String.fromCharCode.apply(null, codes);
  }
  for (; at < to; at++) text += BYTE_TO_HEX[bytes[at]!];
  return text;
}

/**
 * Decodes hexadecimal text, upper or lower case.
 * @throws {CodecError} odd length, or a character outside 0-9a-fA-F
 */
export function decodeHex(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 2 === 1) throw notHex(text);
  const bytes = new Uint8Array(text.length >> 1);
  decodeHexInto(bytes, 0, text, 0, bytes.length);
  return bytes;
}

/**
 * Decodes `2 * length` characters of `text` from index `start` into `bytes` at offset `at`.
 * @throws {CodecError} a character outside 0-9a-fA-F, or the text is too short
 */
export function decodeHexInto(bytes: Uint8Array, at: number, text: string, start: number, length: number): void {
  // Negative after the first invalid character.
  let invalid = 0;
  for (let i = 0; i < length; i++) {
    const byte = (digit(text.charCodeAt(start + 2 * i)) << 4) | digit(text.charCodeAt(start + 2 * i + 1));
    bytes[at + i] = byte;
    invalid |= byte;
  }
  if (invalid < 0) throw notHex(text);
}

/**
 * Whether the value is a string of exactly `digits` hexadecimal digits. Hot (every id of a response), so no regular
 * expression.
 */
export function isHex(text: unknown, digits: number): boolean {
  if (typeof text !== 'string' || text.length !== digits) return false;
  let invalid = 0;
  for (let i = 0; i < digits; i++) invalid |= digit(text.charCodeAt(i));
  return invalid >= 0;
}

const notHex = (text: string): CodecError => new CodecError(`not hexadecimal: ${JSON.stringify(text.slice(0, 80))}`);

/** Value of a hexadecimal digit by its character code; -1 for anything else. */
const digit = (code: number): number => DIGIT_OF_CODE[code] ?? -1;
const DIGIT_OF_CODE = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value++) {
  DIGIT_OF_CODE[value.toString(16).charCodeAt(0)] = value;
  DIGIT_OF_CODE[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** Concatenates a few parts into a new array; engines limit arguments to a few hundred thousand. */
export const concatBytes = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => joinBytes(parts);

/** Concatenates parts into a new array; unlike {@link concatBytes}, also an untrusted number of them. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Whether both arrays hold the same bytes. Not constant time: never used on secrets. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** UTF-8 encoding of a text. */
export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const scratch = new Uint8Array(8);
const scratchView = new DataView(scratch.buffer);

/** Unsigned 64-bit integer as 8 little-endian bytes. */
export function encodeU64le(value: bigint): Uint8Array<ArrayBuffer> {
  // Creating a DataView on eight new bytes would take longer than the encoding itself.
  scratchView.setBigUint64(0, value, true);
  return scratch.slice();
}
