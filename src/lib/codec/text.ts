// Text on the chain can be arbitrary bytes, and ids are hashes of them, so decoding must be lossless. A byte that is
// not valid UTF-8 becomes the lone surrogate U+DC00 + byte, which UTF-8 cannot encode. Anyone can send megabytes of such
// bytes, so each takes little time.

const ESCAPE = 0xdc00;
const ESCAPED = /[\udc80-\udcff]/;
const REPLACEMENT = 0xfffd;
/** Characters that fit into the arguments of a call. */
const CHUNK = 8192;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Decodes text losslessly; {@link encodeText} restores the same bytes. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeEscaping(bytes);
  }
}

function decodeEscaping(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  let count = 0;
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    const point = length === 0 ? ESCAPE + bytes[at]! : codePoint(bytes, at, length);
    if (point > 0xffff) units[count++] = 0xd800 + ((point - 0x10000) >> 10);
    units[count++] = point > 0xffff ? 0xdc00 + (point & 0x3ff) : point;
    at += Math.max(length, 1);
  }
  let text = '';
  for (let at = 0; at < count; at += CHUNK) {
    text += String.fromCharCode(...units.subarray(at, Math.min(at + CHUNK, count)));
  }
  return text;
}

/** Length of the well-formed UTF-8 sequence at the offset; 0 if it is malformed. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  // Excludes longer forms than necessary, surrogates, and what is beyond the last code point.
  const [least, most] = [
    first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80,
    first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
  ];
  const second = bytes[at + 1] ?? 0;
  if (second < least || second > most) return 0;
  for (let i = 2; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** The code point of a well-formed sequence. */
function codePoint(bytes: Uint8Array, at: number, length: number): number {
  if (length === 1) return bytes[at]!;
  let point = bytes[at]! & (0x7f >> length);
  for (let i = 1; i < length; i++) point = (point << 6) | (bytes[at + i]! & 0x3f);
  return point;
}

/** UTF-8 bytes of a text; escaped bytes are restored. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  if (!ESCAPED.test(text)) return encoder.encode(text);
  const bytes = new Uint8Array(3 * text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at)!;
    if (point >= 0xdc80 && point <= 0xdcff) {
      bytes[length++] = point - ESCAPE;
    } else {
      length = putCodePoint(bytes, length, point >= 0xd800 && point <= 0xdfff ? REPLACEMENT : point);
      if (point > 0xffff) at++;
    }
  }
  return bytes.slice(0, length);
}

/** @returns the offset after the code point */
function putCodePoint(bytes: Uint8Array, at: number, point: number): number {
  const length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  if (length === 1) {
    bytes[at] = point;
    return at + 1;
  }
  for (let i = length - 1, rest = point; i > 0; i--, rest >>= 6) bytes[at + i] = 0x80 | (rest & 0x3f);
  // As many leading ones as bytes.
  bytes[at] = (0xf00 >> length) | (point >> (6 * (length - 1)));
  return at + length;
}
