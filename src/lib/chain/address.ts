import type { Brand } from '$lib/codec/brand';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import type { Layout } from '$lib/codec/layout';
import { blake2b256 } from './hash';

/**
 * A destination as 76 lower-case hexadecimal characters: a 32-byte hash and a checksum, the first 6 bytes of its
 * BLAKE2b-256 hash.
 */
export type Address = Brand<string, 'Address'>;

const HASH_BYTES = 32;
const CHECKSUM_BYTES = 6;
const TEXT_LENGTH = 2 * (HASH_BYTES + CHECKSUM_BYTES);

const MAX_CACHED_ADDRESSES = 10_000;
/** Cache by hash, because the same addresses recur constantly. Cleared when full. */
const addresses = new Map<string, Address>();

/** The address of a 32-byte hash, with its checksum. */
export const addressFromHash = (hash: Uint8Array): Address => withChecksum(encodeHex(hash));

/** @param hash 32 bytes as lower-case hexadecimal text */
function withChecksum(hash: string): Address {
  let address = addresses.get(hash);
  if (address === undefined) {
    const checksum = blake2b256(decodeHex(hash)).subarray(0, CHECKSUM_BYTES);
    address = (hash + encodeHex(checksum)) as Address;
    if (addresses.size >= MAX_CACHED_ADDRESSES) addresses.clear();
    addresses.set(hash, address);
  }
  return address;
}

/** The 32-byte hash of an address. */
export const addressHash = (address: Address): Uint8Array<ArrayBuffer> => decodeHex(address.slice(0, 2 * HASH_BYTES));

/**
 * Parses an address; upper case is accepted.
 * @throws {CodecError} not 76 characters, not hexadecimal, or checksum mismatch
 */
export function parseAddress(text: string): Address {
  if (text.length !== TEXT_LENGTH) throw new CodecError(`address must be ${TEXT_LENGTH} characters`);
  const given = text.toLowerCase();
  const known = addresses.get(given.slice(0, 2 * HASH_BYTES));
  if (known === given) return known;
  const address = addressFromHash(decodeHex(text).subarray(0, HASH_BYTES));
  if (address !== given) throw new CodecError('bad checksum');
  return address;
}

/** Wire form: the 32-byte hash alone. */
export const address32: Layout<Address> = {
  write: (w, address) => w.hex(address, HASH_BYTES, 0, 2 * HASH_BYTES),
  read: (r) => withChecksum(r.hex(HASH_BYTES))
};

/** The address of 32 zero bytes, from which nothing can be spent. */
export const VOID_ADDRESS = addressFromHash(new Uint8Array(HASH_BYTES));
