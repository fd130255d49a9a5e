import { parseAddress, type Address } from '$lib/chain/address';
import type { Hash256 } from '$lib/chain/ids';

/** What a text typed into the search box can mean, before anybody is asked. */
export type SearchText =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'address'; readonly address: Address }
  /** A block, a transaction, an output or a contract: their ids look alike. */
  | { readonly kind: 'id'; readonly id: Hash256 }
  | { readonly kind: 'unclear'; readonly reason: string };

const MAX_HEIGHT_DIGITS = 12;
const ID_DIGITS = 64;
const ADDRESS_DIGITS = 76;

/** Spaces and, in heights, the marks that group digits do no harm; `height::id` and `h:…` prefixes are understood. */
export function classifySearch(text: string): SearchText {
  const given = text.trim().replace(/^(?:\d+::|[a-z]{1,5}:)(?=[0-9a-f]{64}$)/i, '');
  const packed = given.replace(/\s+/g, '');
  if (packed === '') return { kind: 'nothing' };
  const digits = packed.replace(/^#/, '').replace(/[.,_'’]/g, '');
  if (/^\d+$/.test(digits) && digits.length <= MAX_HEIGHT_DIGITS) return { kind: 'height', height: Number(digits) };
  if (!/^[0-9a-f]+$/i.test(packed)) {
    return { kind: 'unclear', reason: 'A height is a number; ids and addresses are made of the digits 0–9 and a–f.' };
  }
  if (packed.length === ID_DIGITS) return { kind: 'id', id: packed.toLowerCase() as Hash256 };
  if (packed.length === ADDRESS_DIGITS) {
    try {
      return { kind: 'address', address: parseAddress(packed) };
    } catch {
      return {
        kind: 'unclear',
        reason: 'This address has a typing mistake: its last twelve digits do not fit the rest.'
      };
    }
  }
  const length = `This has ${packed.length} digits`;
  return { kind: 'unclear', reason: `${length}: an id has ${ID_DIGITS}, an address ${ADDRESS_DIGITS}.` };
}
