import { blockHeader, type BlockHeader } from '$lib/chain/block/block';
import { merkleLeaf, merkleNode } from '$lib/chain/hash';
import { concatBytes, decodeHex } from '$lib/codec/bytes';
import { decode } from '$lib/codec/layout';

/** A job of a pool: a block without a nonce, and with a gap in its last transaction that makes it each miner's own. */
export interface PoolJob {
  readonly id: string;
  /** 32 bytes: the block to build on. */
  readonly parentId: Uint8Array;
  /** The pool's transaction before and after the two extranonces. */
  readonly coinbase1: Uint8Array;
  readonly coinbase2: Uint8Array;
  /** Roots of the trees left of that transaction, which is the last leaf: nearest first, 32 bytes each. */
  readonly branches: readonly Uint8Array[];
  /** 8 bytes, as they stand in the header. */
  readonly timestamp: Uint8Array;
  /** Whether all jobs before it are over. */
  readonly clean: boolean;
}

/** What a pool gives each connection, and each miner counts up. */
export interface Extranonces {
  /** The connection's own. */
  readonly first: Uint8Array;
  /** Ours; as long as the pool said. */
  readonly second: Uint8Array;
}

const NO_NONCE = new Uint8Array(8);

/** The transaction of a job, whole. */
export const coinbaseOf = (
  { coinbase1, coinbase2 }: Pick<PoolJob, 'coinbase1' | 'coinbase2'>,
  { first, second }: Extranonces
): Uint8Array<ArrayBuffer> => concatBytes(coinbase1, first, second, coinbase2);

/** Root over all leaves of the block, the given transaction being the last one. 32 bytes. */
export const rootOf = (coinbase: Uint8Array, branches: readonly Uint8Array[]): Uint8Array =>
  branches.reduce((root, branch) => merkleNode(branch, root), merkleLeaf(coinbase));

/** The 80 bytes of a job's header, nonce zero. */
export const headerBytesOf = (job: PoolJob, extranonces: Extranonces): Uint8Array<ArrayBuffer> =>
  concatBytes(job.parentId, NO_NONCE, job.timestamp, rootOf(coinbaseOf(job, extranonces), job.branches));

/** The same, decoded. */
export const headerOf = (bytes: Uint8Array): BlockHeader => decode(blockHeader, bytes);

/** The bytes of a hexadecimal text of exactly this length; undefined for anything else. */
export function hexOfLength(text: unknown, bytes: number): Uint8Array | undefined {
  return typeof text === 'string' && text.length === 2 * bytes && /^[0-9a-f]*$/i.test(text)
    ? decodeHex(text)
    : undefined;
}
