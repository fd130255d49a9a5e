// Text on the chain is whatever bytes its author sent; ids are hashed from them, so decoding may not lose any. A byte
// that is no UTF-8 becomes the lone surrogate U+DC00 + byte, which UTF-8 itself can never produce.

const ESCAPE = 0xdc00;
const ESCAPED = /[\udc80-\udcff]/;
const LONE_ESCAPE = /(?<![\ud800-\udbff])([\udc80-\udcff])/;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of the bytes; {@link encodeText} gives exactly the same bytes back. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodePiecewise(bytes);
  }
}

function decodePiecewise(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    text += length === 0 ? String.fromCharCode(ESCAPE + bytes[at]!) : strict.decode(bytes.subarray(at, at + length));
    at += Math.max(length, 1);
  }
  return text;
}

/** Length of the well-formed UTF-8 sequence at the offset; 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + length > bytes.length) return 0;
  try {
    strict.decode(bytes.subarray(at, at + length));
    return length;
  } catch {
    return 0;
  }
}

/** The bytes of a text: UTF-8, and escaped bytes as themselves. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  if (!ESCAPED.test(text)) return encoder.encode(text);
  // split() with a group keeps what it splits at: even pieces are text, odd ones an escaped byte.
  const pieces = text
    .split(LONE_ESCAPE)
    .map((piece, i) => (i % 2 === 0 ? encoder.encode(piece) : Uint8Array.of(piece.charCodeAt(0) - ESCAPE)));
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
