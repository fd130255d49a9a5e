import { blake2b256 } from '$lib/chain/hash';
import { encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { decodeBase45 } from './base45';

// Frames of version 0.1.0, no longer written: `QRY1/<checksum>/<number>/<count>/<base45>`, numbered from 1, with a
// checksum of the whole. They carry a transfer without a container.

const CHECKSUM_BYTES = 8;
const MAX_FRAMES = 10_000;
const FRAME = /^QRY1\/([0-9A-F]{16})\/(\d{1,5})\/(\d{1,5})\/([0-9A-Z $%*+\-./:]*)$/;

export interface EarlierFrame {
  readonly checksum: string;
  /** 0 for the first. */
  readonly index: number;
  readonly total: number;
  readonly part: Uint8Array;
}

export const earlierChecksum = (bytes: Uint8Array): string =>
  encodeHex(blake2b256(bytes).subarray(0, CHECKSUM_BYTES)).toUpperCase();

/** Parses a scanned text; undefined if it is not such a frame. */
export function parseEarlierFrame(text: string): EarlierFrame | undefined {
  const [, checksum, numberText, countText, payload] = FRAME.exec(text.trim()) ?? [];
  if (checksum === undefined) return undefined;
  const index = Number(numberText) - 1;
  const total = Number(countText);
  if (index < 0 || index >= total || total > MAX_FRAMES) return undefined;
  try {
    return { checksum, index, total, part: decodeBase45(payload!) };
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
