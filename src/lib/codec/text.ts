// Text on the chain can be arbitrary bytes, and ids are hashes of them, so decoding must be lossless. A byte that is
// not valid UTF-8 becomes the lone surrogate U+DC00 + byte, which UTF-8 cannot encode.

const ESCAPE = 0xdc00;
const ESCAPED = /[\udc80-\udcff]/;
const LONE_ESCAPE = /(?<![\ud800-\udbff])([\udc80-\udcff])/;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Decodes text losslessly; {@link encodeText} restores the same bytes. */
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

/** Length of the well-formed UTF-8 sequence at the offset; 0 if it is malformed. */
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

/** UTF-8 bytes of a text; escaped bytes are restored. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  if (!ESCAPED.test(text)) return encoder.encode(text);
  // split() with a capture group keeps the separators: even pieces are text, odd ones escaped bytes.
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
