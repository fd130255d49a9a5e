import { StepQueue } from '$lib/async/stepQueue';
import { blockHeader, blockId, HEADER_BYTES, v1Block, type Block, type BlockHeader } from '$lib/chain/block/block';
import { v2BlockWithCache } from '$lib/chain/block/blockLayout';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { decodeBlockInSteps } from '$lib/chain/block/decodeBlockInSteps';
import { nonceFactorAt } from '$lib/chain/network/rewards';
import type { BlockId } from '$lib/chain/ids';
import { meetsTarget } from '$lib/chain/target';
import type { Height } from '$lib/chain/time';
import { ConsensusError } from '$lib/consensus/errors';
import { childHeight } from '$lib/consensus/state';
import { validateV2Weight } from '$lib/consensus/validate/validateWeightInSteps';
import { CodecError } from '$lib/codec/errors';
import { decode } from '$lib/codec/layout';
import type { ChainManager } from '../chain/chainManager';
import { checkCommitment, needsCommitmentCheck } from '../chain/commitmentCheck';
import { WorkRefusedError } from '../errors';
import type { HeaderCache } from './headerCache';
import type { Finder } from '../store/mined';
import type { ChainStore } from '../store/store';
import type { TransactionPool } from '../pool/transactionPool';

/** A block that was mined here. */
export interface MinedBlock {
  readonly id: BlockId;
  readonly height: Height;
  readonly block: Block;
}

/** Submissions of miners. */
export interface Submissions {
  /**
   * Submits the solved header of a cached block.
   * @throws {WorkRefusedError} unknown, invalid or stale
   */
  header(bytes: Uint8Array, finder?: Finder): Promise<void>;
  /** Submits a solved block. @throws {WorkRefusedError} stored on a side branch only */
  block(block: Block): Promise<void>;
  /**
   * Decodes a block in the encoding of the current height, in steps; trailing bytes are ignored.
   * @param wanted drops it once its signal aborts
   * @throws {CodecError | ConsensusError}
   */
  decodeBlock(bytes: Uint8Array, wanted: { readonly signal: AbortSignal }): Promise<Block>;
}

export interface SubmissionParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  readonly headers: HeaderCache;
  /** Called with each block that became the tip. */
  readonly onMined?: (block: MinedBlock) => void;
}

/** Accepts solved headers and blocks of miners. */
export function createSubmissions({ store, chain, pool, headers, onMined }: SubmissionParts): Submissions {
  const decoding = new StepQueue();
  const committing = new StepQueue();
  const submit = async (block: Block, finder: Finder): Promise<void> => {
    if (needsCommitmentCheck(block)) await committing.run(checkCommitment(store, chain.network, block));
    const outcome = await chain.addBlock(block);
    const id = blockId(blockHeaderOf(block));
    store.mined.insert(id, finder);
    if (outcome !== 'best') throw new WorkRefusedError('work/stale');
    onMined?.({ id, height: store.blocks.place(id)!.height, block });
  };
  return {
    async header(bytes, finder = 'submitter') {
      const header = decodeHeader(bytes.subarray(0, HEADER_BYTES));
      const recovered = header && headers.recover(header);
      if (header === undefined || recovered === undefined) {
        throw new WorkRefusedError('work/unknown-header');
      }
      if (header.nonce % nonceFactorAt(chain.network, childHeight(chain.state)) !== 0n) {
        throw new WorkRefusedError('work/nonce-factor');
      }
      if (!meetsTarget(blockId(header), recovered.target)) {
        throw new WorkRefusedError('work/above-target');
      }
      await submit(recovered.block, finder);
    },
    block: (block) => submit(block, 'submitter'),
    async decodeBlock(bytes, wanted) {
      // Of one tip: there may be a new one between two steps.
      const { cache } = pool;
      const v2Block = v2BlockWithCache((r) => cache.read(r), validateV2Weight);
      const isV2 = childHeight(chain.state) >= chain.network.hardforkV2.allowHeight;
      try {
        return await decoding.run(decodeBlockInSteps(bytes, isV2 ? v2Block : v1Block), wanted);
      } catch (error) {
        throw error instanceof CodecError && error.cause instanceof ConsensusError ? error.cause : error;
      }
    }
  };
}

/** Undefined for a timestamp out of range: such a header was never issued. */
function decodeHeader(bytes: Uint8Array): BlockHeader | undefined {
  try {
    return decode(blockHeader, bytes);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
