import { readWholeNumber } from '$lib/chain/currency/decimalText';
import { parseAddress, type Address } from '$lib/chain/address';
import type { Hash256 } from '$lib/chain/ids';

/** What a text typed into the search box can mean, before any server is asked. */
export type SearchText =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'address'; readonly address: Address }
  /** A block, a transaction, an output or a contract: their ids look alike. */
  | { readonly kind: 'id'; readonly id: Hash256 }
  | { readonly kind: 'invalid'; readonly reason: SearchTextProblem };

/** Why a text is neither a height nor an id nor an address. */
export type SearchTextProblem =
  | { readonly code: 'not-hex' }
  | { readonly code: 'checksum' }
  /** Hexadecimal digits, as many as neither an id nor an address has. */
  | { readonly code: 'length'; readonly digits: number };

const ID_DIGITS = 64;
const ADDRESS_DIGITS = 76;

/** Spaces and, in heights, the marks that group digits do no harm; `height::id` and `h:…` prefixes are understood. */
export function classifySearch(text: string): SearchText {
  const given = text.trim().replace(/^(?:\d+::|[a-z]{1,5}:)(?=[0-9a-f]{64}$)/i, '');
  const packed = given.replace(/\s+/g, '');
  if (packed === '') return { kind: 'nothing' };
  const height = readWholeNumber(given.replace(/^#/, ''));
  if (height !== undefined) return { kind: 'height', height };
  if (!/^[0-9a-f]+$/i.test(packed)) {
    return { kind: 'invalid', reason: { code: 'not-hex' } };
  }
  if (packed.length === ID_DIGITS) return { kind: 'id', id: packed.toLowerCase() as Hash256 };
  if (packed.length === ADDRESS_DIGITS) {
    try {
      return { kind: 'address', address: parseAddress(packed) };
    } catch {
      return { kind: 'invalid', reason: { code: 'checksum' } };
    }
  }
  return { kind: 'invalid', reason: { code: 'length', digits: packed.length } };
}
