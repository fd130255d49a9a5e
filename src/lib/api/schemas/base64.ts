import { CodecError } from '$lib/codec/errors';

// No group: engines repeat one by recursion, which megabytes of text exhaust.
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
// String.fromCharCode takes its characters as arguments, whose number engines limit.
const CHUNK = 0x2000;

/** Standard base64 with padding (RFC 4648 section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

/**
 * Decodes base64 text.
 * @throws {CodecError} another alphabet, white space, or wrong padding
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw new CodecError('expected base64');
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
