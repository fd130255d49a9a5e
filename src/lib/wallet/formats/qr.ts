import { blake2b256 } from '$lib/chain/hash';
import { concatBytes, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { decodeBase45, encodeBase45 } from './base45';
import { TransferFormatError } from '../errors';

const PREFIX = 'QRY1';
const CHECKSUM_BYTES = 8;
/** Fits a QR code that phones scan reliably from a screen: version 11, lowest error correction. */
const DEFAULT_FRAME_BYTES = 220;
const MAX_FRAMES = 10_000;

const FRAME = /^QRY1\/([0-9A-F]{16})\/(\d{1,5})\/(\d{1,5})\/([0-9A-Z $%*+\-./:]*)$/;

const checksumOf = (bytes: Uint8Array): string =>
  encodeHex(blake2b256(bytes).subarray(0, CHECKSUM_BYTES)).toUpperCase();

/**
 * The bytes as texts for a repeating sequence of QR codes: `QRY1/<checksum>/<number>/<count>/<base45>`, numbered from
 * 1, with the checksum of the whole. Only alphanumeric-mode characters.
 */
export function qrFrames(bytes: Uint8Array, bytesPerFrame = DEFAULT_FRAME_BYTES): string[] {
  const checksum = checksumOf(bytes);
  const count = Math.max(1, Math.ceil(bytes.length / bytesPerFrame));
  return Array.from({ length: count }, (_, i) => {
    const part = bytes.subarray(i * bytesPerFrame, (i + 1) * bytesPerFrame);
    return `${PREFIX}/${checksum}/${i + 1}/${count}/${encodeBase45(part)}`;
  });
}

/** `foreign`: a frame of another sequence than the one being collected. */
export type FrameResult = 'added' | 'repeated' | 'foreign' | 'not-a-frame';

interface Frame {
  readonly run: string;
  readonly number: number;
  readonly count: number;
  readonly part: Uint8Array;
}

function parseFrame(text: string): Frame | undefined {
  const [, checksum, numberText, countText, payload] = FRAME.exec(text) ?? [];
  if (checksum === undefined) return undefined;
  const number = Number(numberText);
  const count = Number(countText);
  if (number < 1 || number > count || count > MAX_FRAMES) return undefined;
  try {
    return { run: `${checksum}/${count}`, number, count, part: decodeBase45(payload!) };
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

/** Collects the frames of a sequence in any order; duplicates are ignored. */
export class FrameCollector {
  #run: string | undefined;
  #count = 0;
  #parts = new Map<number, Uint8Array>();

  add(text: string): FrameResult {
    const frame = parseFrame(text);
    if (frame === undefined) return 'not-a-frame';
    this.#run ??= frame.run;
    if (frame.run !== this.#run) return 'foreign';
    this.#count = frame.count;
    if (this.#parts.has(frame.number)) return 'repeated';
    this.#parts.set(frame.number, frame.part);
    return 'added';
  }

  /** Frames collected and their total number; 0 of 0 before the first. */
  get progress(): { readonly have: number; readonly of: number } {
    return { have: this.#parts.size, of: this.#count };
  }

  /**
   * The complete bytes; undefined while frames are missing.
   * @throws {TransferFormatError} checksum mismatch: reset and scan again
   */
  get bytes(): Uint8Array<ArrayBuffer> | undefined {
    if (this.#run === undefined || this.#parts.size < this.#count) return undefined;
    const parts = Array.from({ length: this.#count }, (_, i) => this.#parts.get(i + 1)!);
    const bytes = concatBytes(...parts);
    if (!this.#run.startsWith(`${checksumOf(bytes)}/`)) {
      throw new TransferFormatError('The scanned codes are damaged. Scan them again.');
    }
    return bytes;
  }

  /** Discards all frames. */
  reset(): void {
    this.#run = undefined;
    this.#count = 0;
    this.#parts = new Map();
  }
}
