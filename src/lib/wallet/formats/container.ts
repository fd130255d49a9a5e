import { blake2b256 } from '$lib/chain/hash';
import { concatBytes, equalBytes } from '$lib/codec/bytes';
import { ContainerError } from './errors';

/** Kinds of content, with their numbers in the container header. */
export const CONTENT_KINDS = {
  /** A transfer to sign. */
  request: 1,
  /** A transfer with signatures. */
  signatures: 2,
  /** Transactions ready to broadcast. */
  transactions: 3,
  /** Addresses to watch. */
  addresses: 4,
  /** The text of a signed message. */
  message: 5,
  /** Labels as JSON lines. */
  labels: 6
} as const;
export type ContentKind = keyof typeof CONTENT_KINDS;

export interface Content {
  readonly kind: ContentKind;
  readonly body: Uint8Array;
}

/** Maximum size of a container; larger content is exchanged as plain files. */
export const MAX_CONTENT_BYTES = 2_000_000;

const MAGIC = Uint8Array.of(0x53, 0x56, 0x43, 0x58); // "SVCX"
const VERSION = 1;
const HEAD_BYTES = MAGIC.length + 2;
const CHECKSUM_BYTES = 4;

const checksumOf = (bytes: Uint8Array): Uint8Array => blake2b256(bytes).subarray(0, CHECKSUM_BYTES);

/**
 * Magic ‖ u8 version ‖ u8 kind ‖ body ‖ the first 4 bytes of H(everything before). Also the content of a `.svcx` file.
 */
export function packContent({ kind, body }: Content): Uint8Array<ArrayBuffer> {
  const content = concatBytes(MAGIC, Uint8Array.of(VERSION, CONTENT_KINDS[kind]), body);
  return concatBytes(content, checksumOf(content));
}

/** Whether the bytes start with a container's magic number. */
export const isContainer = (bytes: Uint8Array): boolean => equalBytes(bytes.subarray(0, MAGIC.length), MAGIC);

/**
 * The content of a container. The checksum also detects frames mixed from two sequences.
 * @throws {ContainerError} damaged, too large, or of an unknown version or kind
 */
export function unpackContent(bytes: Uint8Array): Content {
  if (bytes.length > MAX_CONTENT_BYTES) throw new ContainerError('too-large', bytes.length);
  if (!isContainer(bytes) || bytes.length < HEAD_BYTES + CHECKSUM_BYTES) throw new ContainerError('damaged', 0);
  const end = bytes.length - CHECKSUM_BYTES;
  if (!equalBytes(bytes.subarray(end), checksumOf(bytes.subarray(0, end)))) throw new ContainerError('damaged', 0);
  const [version = 0, number = 0] = bytes.subarray(MAGIC.length, HEAD_BYTES);
  if (version !== VERSION) throw new ContainerError('version', version);
  const kind = (Object.keys(CONTENT_KINDS) as ContentKind[]).find((name) => CONTENT_KINDS[name] === number);
  if (kind === undefined) throw new ContainerError('kind', number);
  return { kind, body: bytes.slice(HEAD_BYTES, end) };
}
