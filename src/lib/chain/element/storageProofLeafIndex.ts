import { concatBytes, decodeHex } from '$lib/codec/bytes';
import { hashHex } from '../hash';
import type { BlockId, FileContractId } from '../ids';

const LEAF_BYTES = 64n;

/**
 * Index of the 64-byte leaf that the host must prove: H(id of the block that opens the proof window ‖ contract id) as a
 * big-endian number, modulo the leaf count. 0 for an empty file.
 */
export function storageProofLeafIndex(contract: FileContractId, windowId: BlockId, filesize: bigint): bigint {
  const leaves = (filesize + LEAF_BYTES - 1n) / LEAF_BYTES;
  if (leaves === 0n) return 0n;
  return BigInt(`0x${hashHex(concatBytes(decodeHex(windowId), decodeHex(contract)))}`) % leaves;
}
