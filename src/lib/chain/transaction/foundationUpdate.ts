import { address32, type Address } from '$lib/chain/address';
import { specifier16 } from '$lib/chain/policy/policy';
import type { Specifier } from '$lib/chain/policy/specifier';
import { equalBytes } from '$lib/codec/bytes';
import { decode, encode, struct } from '$lib/codec/layout';

const PREFIX = encode(specifier16, 'foundation' as Specifier);
const ADDRESSES = struct({ subsidyAddress: address32, managementAddress: address32 });
const ADDRESSES_BYTES = 64;

/** New foundation addresses in the arbitrary data of a V1 transaction. */
export interface FoundationUpdate {
  readonly subsidyAddress: Address;
  readonly managementAddress: Address;
}

/**
 * Whether an arbitrary data entry starts with the 16-byte specifier of a foundation update, which two addresses follow.
 */
export const isFoundationUpdate = (data: Uint8Array): boolean => equalBytes(data.subarray(0, PREFIX.length), PREFIX);

/** The addresses of a foundation update; undefined if truncated. Trailing bytes are ignored. */
export function decodeFoundationUpdate(data: Uint8Array): FoundationUpdate | undefined {
  const body = data.subarray(PREFIX.length, PREFIX.length + ADDRESSES_BYTES);
  return body.length < ADDRESSES_BYTES ? undefined : decode(ADDRESSES, body);
}
