import { decodeHex } from '$lib/codec/bytes';
import { NONCE_OFFSET } from '$lib/chain/block/block';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';

/** Size of a header's leading fields, parent, nonce and timestamp; anything shorter is not a block. */
const FEWEST_BYTES = 48;

/** Why a text is not a block. */
export type BlockTextProblem = 'empty' | 'notHex' | 'oddLength' | 'tooShort' | 'nonceFactor';
export type BlockText = { readonly bytes: Uint8Array } | { readonly problem: BlockTextProblem };

/** Decodes a solved block pasted as hex text, or returns why it is invalid. */
export function readBlockText(text: string): BlockText {
  const digits = text.replaceAll(/\s+/g, '').replace(/^0x/i, '');
  if (digits === '') return { problem: 'empty' };
  if (/[^0-9a-f]/i.test(digits)) return { problem: 'notHex' };
  if (digits.length % 2 !== 0) return { problem: 'oddLength' };
  if (digits.length < 2 * FEWEST_BYTES) return { problem: 'tooShort' };
  const bytes = decodeHex(digits);
  const nonce = new DataView(bytes.buffer).getBigUint64(NONCE_OFFSET, true);
  // Such a nonce makes a daemon empty its pool.
  if (nonce % DEFAULT_NONCE_FACTOR !== 0n) return { problem: 'nonceFactor' };
  return { bytes };
}
