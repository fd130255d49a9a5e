import { readWholeNumber } from '$lib/chain/currency/decimalText';
import { parseAddress, type Address } from '$lib/chain/address';
import type { Hash256 } from '$lib/chain/ids';

/** What a search text can mean, before any server is queried. */
export type SearchText =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'address'; readonly address: Address }
  /** A block, transaction, output or contract: their ids look alike. */
  | { readonly kind: 'id'; readonly id: Hash256 }
  | { readonly kind: 'invalid'; readonly reason: SearchTextProblem };

/** Why a text is neither a height, an id nor an address. */
export type SearchTextProblem =
  | { readonly code: 'not-hex' }
  | { readonly code: 'checksum' }
  /** Hexadecimal text with the length of neither an id nor an address. */
  | { readonly code: 'length'; readonly digits: number };

const ID_DIGITS = 64;
const ADDRESS_DIGITS = 76;

/** Spaces and digit separators are ignored; `height::id` and `h:…` prefixes are understood. */
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
