import { decodeBase32, encodeBase32 } from '$lib/codec/base32';
import { concatBytes, decodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { MAX_CONTENT_BYTES } from './container';
import { ContainerError } from './errors';

// BBQr: an eight-character header, `B$` ‖ encoding ‖ file type ‖ total ‖ index (two base-36 digits each), then data,
// all in the alphanumeric character set of QR codes.

/** `H` hexadecimal, `2` base32, `Z` base32 of a raw deflate stream. */
type Encoding = 'H' | '2' | 'Z';

export interface BbqrFrame {
  readonly encoding: Encoding;
  /** `B` bytes, `J` JSON, `U` text, and others. */
  readonly fileType: string;
  readonly total: number;
  /** 0 for the first. */
  readonly index: number;
  readonly data: string;
}

const FRAME = /^B\$([H2Z])([A-Z])([0-9A-Z]{2})([0-9A-Z]{2})([0-9A-Z]*)$/;
const BASE = 36;
const HEADER_DIGITS = 2;
const MAX_FRAMES = 1295;
/** Base32 needs no padding for multiples of 5 bytes. */
const GROUP_BYTES = 5;
/** Fits a QR code that phones scan reliably from a screen: version 10, lowest error correction. */
const DEFAULT_FRAME_BYTES = 220;

const header = (total: number, index: number): string =>
  [total, index].map((value) => value.toString(BASE).toUpperCase().padStart(HEADER_DIGITS, '0')).join('');

/**
 * Splits bytes into the texts of a repeating sequence of QR codes, in base32.
 * @param bytesPerFrame a multiple of 5
 * @throws {ContainerError} more than fits into 1295 frames
 */
export function bbqrFrames(bytes: Uint8Array, bytesPerFrame = DEFAULT_FRAME_BYTES): string[] {
  if (bytesPerFrame % GROUP_BYTES !== 0) throw new RangeError('a frame holds a multiple of 5 bytes');
  const total = Math.max(1, Math.ceil(bytes.length / bytesPerFrame));
  if (total > MAX_FRAMES) throw new ContainerError('too-large', total);
  return Array.from({ length: total }, (_, i) => {
    const part = bytes.subarray(i * bytesPerFrame, (i + 1) * bytesPerFrame);
    return `B$2B${header(total, i)}${encodeBase32(part)}`;
  });
}

/** Parses a scanned text; undefined if it is not a frame. */
export function parseBbqrFrame(text: string): BbqrFrame | undefined {
  const [, encoding, fileType, totalText, indexText, data] = FRAME.exec(text.trim()) ?? [];
  if (encoding === undefined) return undefined;
  const total = parseInt(totalText!, BASE);
  const index = parseInt(indexText!, BASE);
  if (index >= total) return undefined;
  return { encoding: encoding as Encoding, fileType: fileType!, total, index, data: data! };
}

/**
 * The content of all frames of a sequence, in order.
 * @throws {ContainerError} damaged data, or more than the limit
 */
export async function joinBbqr(frames: readonly BbqrFrame[]): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const parts = frames.map(({ encoding, data }) => (encoding === 'H' ? decodeHex(data) : decodeBase32(data)));
    const joined = concatBytes(...parts);
    return frames[0]?.encoding === 'Z' ? await inflate(joined) : joined;
  } catch (error) {
    if (error instanceof CodecError || error instanceof TypeError) {
      throw new ContainerError('damaged', 0, { cause: error });
    }
    throw error;
  }
}

/** @throws {TypeError} not a deflate stream @throws {ContainerError} inflates beyond the limit */
async function inflate(deflated: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > MAX_CONTENT_BYTES) {
      await reader.cancel();
      throw new ContainerError('too-large', length);
    }
    parts.push(read.value);
  }
  return concatBytes(...parts);
}
