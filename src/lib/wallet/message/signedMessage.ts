import { addressHash, type Address } from '$lib/chain/address';
import { blake2b256 } from '$lib/chain/hash';
import type { BlockId } from '$lib/chain/ids';
import { concatBytes, decodeHex, encodeU64le, encodeUtf8 } from '$lib/codec/bytes';
import { containedText, hasDirectionControls } from '$lib/codec/visibleText';
import { MessageError } from './errors';

/** What a message signature covers. */
export interface MessageContent {
  /** Genesis block of the network. */
  readonly genesis: BlockId;
  readonly address: Address;
  /** Unix seconds; 0 for none. */
  readonly seconds: number;
  /** Host that requests a login; empty for free text. */
  readonly domain: string;
  readonly message: string;
}

/** Outside `sia/`, which belongs to the protocol, so a message can never be a transaction's preimage. */
const PREFIX = encodeUtf8('signed-message/v1|');
const MAX_MESSAGE_BYTES = 8192;

/** Year 9999, the last that the text form can express. */
const MAX_SECONDS = 253_402_300_799;

const isControl = (character: string): boolean => character < ' ' && character !== '\n' && character !== '\t';

/** The message as it is hashed: Unicode NFC, lines that end with `\n`. */
export const normalizeMessage = (typed: string): string => typed.normalize('NFC').replace(/\r\n?/g, '\n');

/**
 * Rejects what must be neither signed nor, as it could mislead, shown.
 * @throws {MessageError}
 */
export function requireSignable({ seconds, domain, message }: Omit<MessageContent, 'genesis' | 'address'>): void {
  const text = normalizeMessage(message);
  const { length } = encodeUtf8(text);
  if (length === 0) throw new MessageError('empty');
  if (length > MAX_MESSAGE_BYTES) throw new MessageError('too-long');
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > MAX_SECONDS) throw new MessageError('time');
  for (const part of [text, domain]) {
    if ([...part].some(isControl)) throw new MessageError('control-character');
    if (hasDirectionControls(part)) throw new MessageError('direction-control');
    if (containedText(part) !== part) throw new MessageError('stacked-marks');
  }
  if (domain.includes('\n')) throw new MessageError('control-character');
}

/**
 * The 32 bytes that are signed: H(`signed-message/v1|` ‖ genesis ‖ address hash ‖ u64 seconds ‖ u64 length ‖ domain ‖
 * u64 length ‖ message), texts in UTF-8.
 * @throws {MessageError} a text that must not be signed
 */
export function messageHash(content: MessageContent): Uint8Array {
  requireSignable(content);
  const { genesis, address, seconds, domain, message } = content;
  const text = encodeUtf8(normalizeMessage(message));
  const host = encodeUtf8(domain);
  return blake2b256(
    concatBytes(
      PREFIX,
      decodeHex(genesis),
      addressHash(address),
      encodeU64le(BigInt(seconds)),
      encodeU64le(BigInt(host.length)),
      host,
      encodeU64le(BigInt(text.length)),
      text
    )
  );
}

/** Whether the proof is for exactly this text. */
export const isProofOf = (proof: Pick<MessageContent, 'message'>, text: string): boolean => proof.message === text;
