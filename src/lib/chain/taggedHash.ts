import { type Writer, withEncoded } from '$lib/codec/layout';
import { blake2b256 } from './hash';
import { encodeUtf8, encodeHex } from '$lib/codec/bytes';
import type { Hash256 } from './ids';

/** BLAKE2b-256 of the bytes written by the callback, 32 bytes. Avoids allocating the preimage. */
export const hashEncoded = (write: (w: Writer) => void): Uint8Array => withEncoded(write, blake2b256);

// Part of the protocol's hash preimages, not a dialect prefix: identical on every server.
const DOMAIN_PREFIX = 'sia/';

/** The bytes `sia/<name>|` with which the preimage of a domain-separated hash starts. */
export const distinguisher = (name: string): Uint8Array<ArrayBuffer> => encodeUtf8(`${DOMAIN_PREFIX}${name}|`);

/** Domain-separated hash H(domain ‖ parts). The domain is a {@link distinguisher}. */
export const taggedHash = <T extends string = Hash256>(domain: Uint8Array, ...parts: Uint8Array[]): T =>
  encodeHex(
    hashEncoded((w) => {
      w.bytes(domain);
      for (const part of parts) w.bytes(part);
    })
  ) as T;
