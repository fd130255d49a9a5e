import type { Brand } from '$lib/codec/brand';
import { CodecError } from '$lib/codec/errors';
import { decodeText, encodeText } from '$lib/codec/text';

/** A 16-byte name, zero-padded on the right; represented without the padding, one character per byte. */
export type Specifier = Brand<string, 'Specifier'>;

export const SPECIFIER_BYTES = 16;

/**
 * The specifier with the UTF-8 bytes of a text.
 * @throws {CodecError} more than 16 bytes
 */
export function specifierOf(text: string): Specifier {
  // Before the characters become arguments, of which there may be too many.
  if (text.length > SPECIFIER_BYTES) throw new CodecError('the algorithm is longer than 16 bytes');
  return withoutPadding(bytesAsCharacters(text));
}

/** The text of a specifier; the inverse of {@link specifierOf}. */
export const specifierText = (specifier: Specifier): string =>
  decodeText(Uint8Array.from(specifier, (character) => character.charCodeAt(0)));

/**
 * The specifier with these bytes. Every algorithm has one form: one that merely encodes to the bytes of another would
 * count as unknown.
 * @param bytes one character each
 * @throws {CodecError} more than 16
 */
export function withoutPadding(bytes: string): Specifier {
  if (bytes.length > SPECIFIER_BYTES) throw new CodecError(`algorithm ${bytes} is longer than 16 bytes`);
  return bytes.replace(/\0+$/, '') as Specifier;
}

/** The UTF-8 bytes of a text, one character each. */
export const bytesAsCharacters = (text: string): string => String.fromCharCode(...encodeText(text));
