import { blockHeader, type BlockHeader } from '$lib/chain/block/block';
import { merkleLeaf, merkleNode } from '$lib/chain/merkle';
import { concatBytes, decodeHex } from '$lib/codec/bytes';
import { decode } from '$lib/codec/layout';

/** A stratum job: a block without its nonce, whose last transaction has a gap for the extranonces. */
export interface PoolJob {
  readonly id: string;
  /** 32 bytes: id of the parent block. */
  readonly parentId: Uint8Array;
  /** The last transaction before and after the two extranonces. */
  readonly coinbase1: Uint8Array;
  readonly coinbase2: Uint8Array;
  /** Merkle roots to the left of that transaction, which is the last leaf: nearest first, 32 bytes each. */
  readonly branches: readonly Uint8Array[];
  /** 8 bytes, as in the header. */
  readonly timestamp: Uint8Array;
  /** Whether all earlier jobs are invalid. */
  readonly clean: boolean;
}

/** The two values that make a miner's header unique. */
export interface Extranonces {
  /** Assigned by the pool per connection. */
  readonly first: Uint8Array;
  /** Chosen by the miner; its length is set by the pool. */
  readonly second: Uint8Array;
}

const ZERO_NONCE = new Uint8Array(8);

/** The complete transaction of a job. */
export const coinbaseOf = (
  { coinbase1, coinbase2 }: Pick<PoolJob, 'coinbase1' | 'coinbase2'>,
  { first, second }: Extranonces
): Uint8Array<ArrayBuffer> => concatBytes(coinbase1, first, second, coinbase2);

/** Merkle root of the block, with the given transaction as the last leaf. 32 bytes. */
export const rootOf = (coinbase: Uint8Array, branches: readonly Uint8Array[]): Uint8Array =>
  branches.reduce((root, branch) => merkleNode(branch, root), merkleLeaf(coinbase));

/** The 80 header bytes of a job, nonce zero. */
export const headerBytesOf = (job: PoolJob, extranonces: Extranonces): Uint8Array<ArrayBuffer> =>
  concatBytes(job.parentId, ZERO_NONCE, job.timestamp, rootOf(coinbaseOf(job, extranonces), job.branches));

/** The decoded header. */
export const headerOf = (bytes: Uint8Array): BlockHeader => decode(blockHeader, bytes);

/** Decodes hexadecimal text of exactly `bytes` bytes; undefined for anything else. */
export function hexOfLength(text: unknown, bytes: number): Uint8Array | undefined {
  return typeof text === 'string' && text.length === 2 * bytes && /^[0-9a-f]*$/i.test(text)
    ? decodeHex(text)
    : undefined;
}
