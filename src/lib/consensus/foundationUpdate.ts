import { address32, type Address } from '$lib/chain/address';
import { specifier16, type Specifier } from '$lib/chain/policy/policy';
import { equalBytes } from '$lib/codec/bytes';
import { decode, encode, struct } from '$lib/codec/layout';

const PREFIX = encode(specifier16, 'foundation' as Specifier);
const ADDRESSES = struct({ subsidyAddress: address32, managementAddress: address32 });
const ADDRESSES_BYTES = 64;

/** New addresses of the foundation, as a V1 transaction's arbitrary data names them. */
export interface FoundationUpdate {
  readonly subsidyAddress: Address;
  readonly managementAddress: Address;
}

/** Whether an entry of arbitrary data claims to be a foundation update: 16-byte specifier, then two addresses. */
export const isFoundationUpdate = (data: Uint8Array): boolean => equalBytes(data.subarray(0, PREFIX.length), PREFIX);

/** The addresses in an entry that claims to be an update; undefined when it is too short. Bytes behind are ignored. */
export function decodeFoundationUpdate(data: Uint8Array): FoundationUpdate | undefined {
  const body = data.subarray(PREFIX.length, PREFIX.length + ADDRESSES_BYTES);
  return body.length < ADDRESSES_BYTES ? undefined : decode(ADDRESSES, body);
}
