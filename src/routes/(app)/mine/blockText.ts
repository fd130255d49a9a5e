import { decodeHex } from '$lib/codec/bytes';
import { NONCE_OFFSET } from '$lib/chain/block/block';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';

/** A header's parent, nonce and timestamp come first; nothing shorter is a block. */
const FEWEST_BYTES = 48;

export type BlockText = { readonly bytes: Uint8Array } | { readonly problem: string };

/** The bytes of a solved block that somebody pasted as hexadecimal text, or what is wrong with the text. */
export function readBlockText(text: string): BlockText {
  const digits = text.replaceAll(/\s+/g, '').replace(/^0x/i, '');
  if (digits === '') return { problem: 'Paste the block first.' };
  if (/[^0-9a-f]/i.test(digits)) return { problem: 'A block is written with digits and the letters a to f only.' };
  if (digits.length % 2 !== 0) return { problem: 'Half a byte is missing: the text is not whole.' };
  if (digits.length < 2 * FEWEST_BYTES) return { problem: 'That is too short for a block.' };
  const bytes = decodeHex(digits);
  const nonce = new DataView(bytes.buffer).getBigUint64(NONCE_OFFSET, true);
  // Over such a nonce a daemon empties its pool.
  if (nonce % DEFAULT_NONCE_FACTOR !== 0n)
    return { problem: 'Its nonce is no multiple of 1009, as the chain asks for.' };
  return { bytes };
}
