import { Buffer } from 'node:buffer';
import { addressFromHash, type Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';

// Conversions between chain values and columns. Buffer is several times faster here than the portable hex functions.

const HASH_BYTES = 32;
const AMOUNT_BYTES = 16;

export const idBytes = (id: string): Uint8Array => Buffer.from(id, 'hex');
export const idText = <Id extends string>(bytes: unknown): Id => hex(bytes as Uint8Array) as Id;

/**
 * Ids are indexed by their first 8 bytes: with whole ids, an index would have three times the pages, many of which
 * change with every block, as ids are random.
 */
export const ID_KEY = 'substr(id, 1, 8)';
/** Condition that finds one id through such an index. */
export const whereId = `${ID_KEY} = substr(?1, 1, 8) AND id = ?1`;

export const addressBytes = (address: Address): Uint8Array => Buffer.from(address.slice(0, 2 * HASH_BYTES), 'hex');
export const addressOf = (bytes: unknown): Address => addressFromHash(bytes as Uint8Array);

export function amountBytes(amount: Hastings): Uint8Array {
  const bytes = Buffer.allocUnsafe(AMOUNT_BYTES);
  bytes.writeBigUInt64BE(amount >> 64n);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, amount), 8);
  return bytes;
}
export function amountOf(bytes: unknown): Hastings {
  const { buffer, byteOffset } = bytes as Uint8Array;
  const view = new DataView(buffer, byteOffset, AMOUNT_BYTES);
  return hastings((view.getBigUint64(0) << 64n) | view.getBigUint64(8));
}

/** Decodes amount columns that were concatenated as hexadecimal text; null if there were none. */
export function amountListOf(digits: unknown): Hastings[] {
  const whole = Buffer.from((digits as string | null) ?? '', 'hex');
  return Array.from({ length: whole.length / AMOUNT_BYTES }, (_, i) => amountOf(whole.subarray(AMOUNT_BYTES * i)));
}

/** Several ids in one column. */
export const idListBytes = (ids: readonly string[]): Uint8Array => Buffer.concat(ids.map(idBytes));
export function idListOf<Id extends string>(bytes: unknown): Id[] {
  const whole = bytes as Uint8Array;
  return Array.from({ length: whole.length / 32 }, (_, i) => idText<Id>(whole.subarray(32 * i, 32 * i + 32)));
}

const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
